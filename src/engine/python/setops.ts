/** What sets are asked: membership, and whether one lies in another. Their algebra: setalgebra.ts. */
import type { PySet } from './containers.ts';
import { resolveKey } from './hash.ts';
import { CustomKey } from './keys.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export function* hasValue(vm: VM, s: PySet, v: Value): Generator<import('./functions.ts').Request, boolean, Value> {
  return s.dict.at(yield* resolveKey(vm, s.dict, v)) !== undefined;
}

export function* addValue(vm: VM, s: PySet, v: Value): Generator<import('./functions.ts').Request, void, Value> {
  s.dict.put(yield* resolveKey(vm, s.dict, v), v, null);
}

/** Whether every element of `a` is in `b`. */
export function* isSubset(vm: VM, a: PySet, b: PySet): Generator<import('./functions.ts').Request, boolean, Value> {
  if (a.size > b.size) return false;
  vm.charge(a.size);
  for (const [k, e] of [...a.dict.rows()]) {
    if (b.dict.custom || k instanceof CustomKey ? !(yield* hasValue(vm, b, e.key)) : b.dict.at(k) === undefined) return false;
  }
  return true;
}
