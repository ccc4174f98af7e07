/** repr() of values, as natives need it. */
import { isGen, type Request } from '../python/functions.ts';
import { reprOf } from '../python/repr.ts';
import type { VM } from '../python/vm.ts';
import type { Value } from '../python/values.ts';

export function* repr(vm: VM, v: Value): Generator<Request, string, Value> {
  const r = reprOf(vm, v);
  return (isGen(r) ? yield* r : r) as string;
}
