/**
 * A program sets attributes of `torch.Tensor`: PyTorch's class is a Python one, here it is native and outlives the run.
 * So what it had is kept and comes back before the next run. Leaves out: several ranks, who share the class.
 */
import { Unsupported } from '../python/errors.ts';
import { type PyType, restores, typeVersion } from '../python/types.ts';
import type { VM } from '../python/vm.ts';

const kept = new Set<PyType>();

export function opened(vm: VM, t: PyType): void {
  if (vm.host.env?.has('WORLD_SIZE')) throw new Unsupported(`assigning to torch.${t.name} in a program of several ranks`);
  if (kept.has(t)) return;
  kept.add(t);
  const before = new Map(t.dict);
  restores.push(() => {
    kept.delete(t);
    t.dict.clear();
    for (const [name, v] of before) t.dict.set(name, v);
    typeVersion.n++;
  });
}
