/**
 * `torch._C._library`: what operators of a program's own need below their Python half (torch/lib/torch/library.py).
 *
 * A kernel of such an operator runs below autograd, and no dispatch mode sees what it calls (`torch._library.custom_ops`).
 */
import { bumpVersion } from '../dispatch/autograd/meta.ts';
import { Unsupported } from '../python/errors.ts';
import { type NativeGen, PyModule } from '../python/functions.ts';
import { fn } from '../python/native.ts';
import type { Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { PyTensor } from './objects.ts';
import { runtime } from './runtime.ts';

function* run(vm: VM, kernel: Value): NativeGen {
  const d = runtime().dispatcher;
  if (vm.monitor !== null || d.tracing) throw new Unsupported('a custom operator in a compiled function');
  if (d.levels > 0) throw new Unsupported('a custom operator inside of a transform of torch.func');
  const { emit } = d;
  const modes = d.takeModes();
  if (modes.length > 0) {
    d.restoreModes(modes);
    throw new Unsupported('a custom operator under a dispatch mode');
  }
  d.emit = null;
  try {
    return yield* vm.call(kernel, []);
  } finally {
    d.emit = emit;
  }
}

export function makeLibrary(): PyModule {
  const m = new PyModule('torch._C._library');
  const list = [
    fn('run(kernel, /)', (vm, kernel: Value) => run(vm, kernel)),
    fn('shares(a, b, /)', (_vm, a: PyTensor, b: PyTensor) => a.t.storage === b.t.storage),
    fn('written(t, /)', (_vm, t: PyTensor) => {
      bumpVersion(t.t);
      return null;
    }),
  ];
  for (const f of list) m.attrs.set(f.name, f);
  return m;
}
