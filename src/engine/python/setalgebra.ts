/** Set algebra on key forms: | & - ^, in the order of CPython's results; and | of dicts. */
import { PyDict, PyFrozenSet, PySet } from './containers.ts';
import type { NativeGen, NativeResult } from './functions.ts';
import { resolveKey } from './hash.ts';
import { mergeInto, setOrder } from './setorder.ts';
import { addValue, hasValue } from './setops.ts';
import { frozensetType, setType } from './types.ts';
import type { VM } from './vm.ts';

function fresh(like: PySet): PySet {
  return like instanceof PyFrozenSet ? new PyFrozenSet([], frozensetType) : new PySet([], setType);
}

/** op: 1 difference, 9 and, 10 or, 11 xor (numbers of BINARY_OPS). */
export function setOp(vm: VM, op: number, a: PySet, b: PySet): NativeResult {
  if (a.dict.custom || b.dict.custom) return customOp(vm, op, a, b);
  const out = fresh(a);
  // The order of the result is CPython's: which operand it copies, and which it walks.
  if (op === 10) {
    mergeInto(out, a);
    for (const v of setOrder(b)) out.dict.set(v, null);
  } else if (op === 9) {
    const [walked, other] = b.size > a.size ? [a, b] : [b, a];
    for (const v of setOrder(walked)) if (other.dict.has(v)) out.dict.set(v, null);
  } else if (op === 1) {
    for (const v of setOrder(a)) if (!b.dict.has(v)) out.dict.set(v, null);
  } else {
    mergeInto(out, b);
    for (const v of setOrder(a)) if (!out.dict.delete(v)) out.dict.set(v, null);
  }
  return out;
}

export function mergeDicts(vm: VM, a: PyDict, b: PyDict): NativeResult {
  const d = new PyDict();
  d.putAll(a);
  if (a.custom || b.custom) return putEach(vm, d, b);
  d.putAll(b);
  return d;
}

/** A key of a program's class may equal one that is there. */
export function* putEach(vm: VM, d: PyDict, from: PyDict): NativeGen {
  for (const [k, v] of from.entries()) d.put(yield* resolveKey(vm, d, k), k, v);
  return d;
}

function* customOp(vm: VM, op: number, a: PySet, b: PySet): NativeGen {
  const out = fresh(a);
  // Of what both have, the smaller one's are kept.
  if (op === 9 && a.size >= b.size) [a, b] = [b, a];
  for (const v of a.values()) {
    const inB = op === 10 || (yield* hasValue(vm, b, v));
    if (op === 10 || (op === 9 ? inB : !inB)) yield* addValue(vm, out, v);
  }
  if (op === 10 || op === 11) {
    for (const v of b.values()) if (op === 10 || !(yield* hasValue(vm, a, v))) yield* addValue(vm, out, v);
  }
  return out;
}
