/** Methods of sets that programs seldom ask for: algebra with any iterables, comparisons, changes in place. In the pack `language`. */
import { PyFrozenSet, PySet } from '../containers.ts';
import { isGen, type NativeGen, type Request } from '../functions.ts';
import type { Body } from '../native.ts';
import { setOp } from '../setalgebra.ts';
import { hasValue, isSubset } from '../setops.ts';
import { NotImplemented } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { fill } from './set.ts';

function* toSet(vm: VM, v: Value): Generator<Request, PySet, Value> {
  if (v instanceof PySet) return v;
  const s = new PySet();
  yield* fill(vm, s, v);
  return s;
}

/** union, intersection …: any iterables. */
function combine(op: number): Body {
  return function* (vm: VM, self: PySet, others: Value[]): NativeGen {
    let out: PySet = self instanceof PyFrozenSet ? new PyFrozenSet() : new PySet();
    yield* fill(vm, out, self);
    for (const o of others) {
      const r = setOp(vm, op, out, yield* toSet(vm, o));
      out = (isGen(r) ? yield* r : r) as PySet;
    }
    return out;
  };
}
/** The same in place: the result replaces the content. */
function combineInPlace(op: number, operator: boolean): Body {
  return function* (vm: VM, self: PySet, others: Value[] | Value): NativeGen {
    if (operator && !(others instanceof PySet)) return NotImplemented;
    let out: PySet = self;
    for (const o of operator ? [others as Value] : (others as Value[])) {
      const r = setOp(vm, op, out, yield* toSet(vm, o));
      out = (isGen(r) ? yield* r : r) as PySet;
    }
    const rows = [...out.dict.rows()];
    const keep = new Set(rows.map(([k]) => k));
    for (const [k] of [...self.dict.rows()]) if (!keep.has(k)) self.dict.remove(k);
    for (const [k, e] of rows) if (self.dict.at(k) === undefined) self.dict.put(k, e.key, null);
    return operator ? self : null;
  };
}

/** Of set and frozenset. */
export const BOTH: Readonly<Record<string, Body>> = {
  union: combine(10),
  intersection: combine(9),
  difference: combine(1),
  symmetric_difference: combine(11),
  issubset: function* (vm, a, b) {
    return yield* isSubset(vm, a, yield* toSet(vm, b));
  },
  issuperset: function* (vm, a, b) {
    return yield* isSubset(vm, yield* toSet(vm, b), a);
  },
  isdisjoint: function* (vm, a: PySet, b) {
    for (const v of (yield* toSet(vm, b)).values()) if (yield* hasValue(vm, a, v)) return false;
    return true;
  },
};

/** Of set alone. */
export const CHANGING: Readonly<Record<string, Body>> = {
  update: combineInPlace(10, false),
  intersection_update: combineInPlace(9, false),
  difference_update: combineInPlace(1, false),
  symmetric_difference_update: combineInPlace(11, false),
  __ior__: combineInPlace(10, true),
  __iand__: combineInPlace(9, true),
  __isub__: combineInPlace(1, true),
  __ixor__: combineInPlace(11, true),
};
