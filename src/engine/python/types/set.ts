/** set and frozenset: construction and methods. */
import { PyFrozenSet, PySet } from '../containers.ts';
import { raise } from '../errors.ts';
import { isGen, type NativeGen, type Request } from '../functions.ts';
import { collect } from '../iterate.ts';
import { extendType, type Body } from '../native.ts';
import { addValue, hasValue, isSubset, setOp } from '../setops.ts';
import { mergeInto, setOrder } from '../setorder.ts';
import { resolveKey } from '../hash.ts';
import { keyError } from '../subscript.ts';
import { frozensetType, NotImplemented, setType, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

function* fill(vm: VM, s: PySet, it: Value): Generator<Request, void, Value> {
  if (it instanceof PySet && !it.dict.custom) {
    if (s.size === 0) mergeInto(s, it);
    else for (const v of setOrder(it)) s.dict.set(v, null);
    return;
  }
  for (const v of yield* collect(vm, it)) yield* addValue(vm, s, v);
}
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

const shared: Record<string, Body> = {
  'union(self, *others)': combine(10),
  'intersection(self, *others)': combine(9),
  'difference(self, *others)': combine(1),
  'symmetric_difference(self, *others)': combine(11),
  'issubset(self, other, /)': function* (vm, a, b) {
    return yield* isSubset(vm, a, yield* toSet(vm, b));
  },
  'issuperset(self, other, /)': function* (vm, a, b) {
    return yield* isSubset(vm, yield* toSet(vm, b), a);
  },
  'isdisjoint(self, other, /)': function* (vm, a: PySet, b) {
    for (const v of (yield* toSet(vm, b)).values()) if (yield* hasValue(vm, a, v)) return false;
    return true;
  },
  'copy(self, /)': function* (vm, self: PySet) {
    if (self instanceof PyFrozenSet) return self;
    const s = new PySet();
    yield* fill(vm, s, self);
    return s;
  },
};

extendType(setType, {
  create: (_vm, args) => new PySet([], args[0] as PyType),
  methods: {
    ...shared,
    '__init__(self, iterable=…, /)': function* (vm, self: PySet, it) {
      if (self.size > 0) self.dict.clear();
      if (it !== undefined) yield* fill(vm, self, it);
      return null;
    },
    'add(self, item, /)': function* (vm, self: PySet, v) {
      if (!(yield* hasValue(vm, self, v))) yield* addValue(vm, self, v);
      return null;
    },
    'discard(self, item, /)': function* (vm, self: PySet, v) {
      self.dict.remove(yield* resolveKey(vm, self.dict, v));
      return null;
    },
    'remove(self, item, /)': function* (vm, self: PySet, v) {
      if (!self.dict.remove(yield* resolveKey(vm, self.dict, v))) keyError(v);
      return null;
    },
    'pop(self, /)': (_vm, self: PySet) => {
      const [first] = setOrder(self);
      if (self.size === 0) raise('KeyError', 'pop from an empty set');
      self.dict.delete(first);
      return first;
    },
    'clear(self, /)': (_vm, self: PySet) => {
      self.dict.clear();
      return null;
    },
    'update(self, *others)': combineInPlace(10, false),
    'intersection_update(self, *others)': combineInPlace(9, false),
    'difference_update(self, *others)': combineInPlace(1, false),
    'symmetric_difference_update(self, *others)': combineInPlace(11, false),
    '__ior__(self, other, /)': combineInPlace(10, true),
    '__iand__(self, other, /)': combineInPlace(9, true),
    '__isub__(self, other, /)': combineInPlace(1, true),
    '__ixor__(self, other, /)': combineInPlace(11, true),
  },
});

function* newFrozen(vm: VM, args: Value[]): NativeGen {
  const cls = args[0] as PyType;
  if (args[1] instanceof PyFrozenSet && cls === frozensetType) return args[1];
  if (args.length > 2) raise('TypeError', `frozenset expected at most 1 argument, got ${args.length - 1}`);
  const s = new PyFrozenSet([], cls);
  if (args.length > 1) yield* fill(vm, s, args[1]);
  return s;
}
extendType(frozensetType, { create: (vm, args) => newFrozen(vm, args), methods: shared });
