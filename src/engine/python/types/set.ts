/** set and frozenset: construction and methods. */
import { PyFrozenSet, PySet } from '../containers.ts';
import { raise } from '../errors.ts';
import type { NativeGen, Request } from '../functions.ts';
import { collect } from '../iterate.ts';
import { bodiesIn, extendType, taking, type Body } from '../native.ts';
import { part } from '../packs.ts';
import { addValue, hasValue } from '../setops.ts';
import { mergeInto, setOrder } from '../setorder.ts';
import { resolveKey } from '../hash.ts';
import { formIn } from '../keys.ts';
import { keyError } from '../subscript.ts';
import { frozensetType, setType, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

export function* fill(vm: VM, s: PySet, it: Value): Generator<Request, void, Value> {
  if (it instanceof PySet && !it.dict.custom) {
    if (s.size === 0) mergeInto(s, it);
    else for (const v of setOrder(it)) s.dict.set(v, null);
    return;
  }
  for (const v of yield* collect(vm, it)) yield* addValue(vm, s, v);
}

/** What programs seldom ask of sets. */
const rarer = part<typeof import('./setmethods.ts')>('language', 'sets');
const both = () => rarer().BOTH;
const changing = () => rarer().CHANGING;

const shared: Record<string, Body> = {
  ...bodiesIn(both, ['union(self, *others)', 'intersection(self, *others)', 'difference(self, *others)', 'symmetric_difference(self, *others)']),
  ...bodiesIn(both, ['issubset(self, other, /)', 'issuperset(self, other, /)', 'isdisjoint(self, other, /)']),
  'copy(self, /)': function* (vm, self: PySet) {
    if (self instanceof PyFrozenSet) return self;
    const s = new PySet();
    yield* fill(vm, s, self);
    return s;
  },
};

function* init(vm: VM, s: PySet, it: Value): NativeGen {
  yield* fill(vm, s, it);
  return null;
}

/** What has a hash in Python. */
function* add(vm: VM, s: PySet, v: Value): NativeGen {
  if (!(yield* hasValue(vm, s, v))) yield* addValue(vm, s, v);
  return null;
}

extendType(setType, {
  create: (_vm, args) => new PySet([], args[0] as PyType),
  methods: {
    ...shared,
    '__init__(self, iterable=…, /)': (vm, self: PySet, it) => {
      if (self.size > 0) self.dict.clear();
      return it === undefined ? null : init(vm, self, it);
    },
    'add(self, item, /)': (vm, self: PySet, v) => {
      const k = formIn(self.dict, v);
      if (k === undefined) return add(vm, self, v);
      if (self.dict.at(k) === undefined) self.dict.put(k, v, null);
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
    'pop(self, /)': function* (vm, self: PySet) {
      if (self.size === 0) raise('KeyError', 'pop from an empty set');
      const walk = self.dict.walk ?? setOrder(self).reverse();
      const first = walk.pop() as Value;
      self.dict.remove(yield* resolveKey(vm, self.dict, first));
      self.dict.walk = walk;
      return first;
    },
    'clear(self, /)': (_vm, self: PySet) => {
      self.dict.clear();
      return null;
    },
    ...bodiesIn(changing, ['update(self, *others)']),
    ...bodiesIn(changing, ['intersection_update(self, *others)', 'difference_update(self, *others)', 'symmetric_difference_update(self, *others)']),
    ...bodiesIn(changing, ['__ior__(self, other, /)', '__iand__(self, other, /)', '__isub__(self, other, /)', '__ixor__(self, other, /)']),
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
extendType(frozensetType, { create: taking([], newFrozen), methods: shared });
