/** dict and its views: construction and methods. */
import { getAttr } from '../attr.ts';
import { COMPARE_DUNDER, EQ, GE, GT, LE, LT, NE } from '../compare.ts';
import { contains } from '../contains.ts';
import { PyDict, PySet, PyTuple } from '../containers.ts';
import { makeException, PyError, raise } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { resolveKey } from '../hash.ts';
import { collect, dictIterator } from '../iterate.ts';
import { formIn, type Key } from '../keys.ts';
import { extendType } from '../native.ts';
import { part } from '../packs.ts';
import { keyError } from '../subscript.ts';
import { dictItemsType, dictKeysType, dictType, dictValuesType, NotImplemented, typeOf, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import { PyView } from '../views.ts';
import type { VM } from '../vm.ts';

const algebra = part<typeof import('../setalgebra.ts')>('language', 'algebra');

type KeyGen = Generator<import('../functions.ts').Request, Key, Value>;
function* keyFor(vm: VM, d: PyDict, k: Value): KeyGen {
  const key = formIn(d, k);
  return key === undefined ? yield* resolveKey(vm, d, k) : key;
}

/** `dict.update` and `dict(...)`. */
export function* update(vm: VM, self: PyDict, source: Value | undefined, kw: Map<string, Value> | null): NativeGen {
  if (source instanceof PyDict && !(source.cls.heap && source.cls.lookup('__iter__') !== dictType.lookup('__iter__'))) {
    if (self.size === 0 || !(self.custom || source.custom)) self.putAll(source);
    else yield* algebra().putEach(vm, self, source);
  } else if (source !== undefined) {
    if (typeof source === 'object' && source !== null && typeOf(source).lookup('keys') !== undefined) {
      const m = getAttr(vm, source, 'keys');
      const keys = yield* collect(vm, yield* vm.call(isGen(m) ? yield* m : m, []));
      const g = getAttr(vm, source, '__getitem__');
      const get = isGen(g) ? yield* g : g;
      for (const k of keys) self.put(yield* keyFor(vm, self, k), k, yield* vm.call(get, [k]));
    } else {
      let i = 0;
      for (const row of yield* collect(vm, source)) {
        if (typeof row !== 'string' && (typeof row !== 'object' || row === null))
          raise('TypeError', `cannot convert dictionary update sequence element #${i} to a sequence`);
        const pair = yield* collect(vm, row);
        if (pair.length !== 2) raise('ValueError', `dictionary update sequence element #${i} has length ${pair.length}; 2 is required`);
        self.put(yield* keyFor(vm, self, pair[0]), pair[0], pair[1]);
        i++;
      }
    }
  }
  for (const [k, v] of kw ?? []) self.set(k, v);
  return null;
}

function rawUpdate(name: string) {
  return (vm: VM, args: Value[], kw: Map<string, Value> | null) => {
    if (args.length > 2) raise('TypeError', `${name} expected at most 1 argument, got ${args.length - 1}`);
    if (args.length > 1) return update(vm, args[0] as PyDict, args[1], kw);
    if (kw !== null) for (const [k, v] of kw) (args[0] as PyDict).set(k, v);
    return null;
  };
}

extendType(dictType, {
  create: (_vm, args) => new PyDict(args[0] as PyType),
  raw: { __init__: rawUpdate('dict'), update: rawUpdate('update') },
  methods: {
    'get(self, key, default=None, /)': (vm, self: PyDict, k, d) => {
      const key = formIn(self, k);
      if (key !== undefined) {
        const v = self.at(key);
        return v === undefined ? d : v;
      }
      return (function* (): NativeGen {
        const v = self.at(yield* resolveKey(vm, self, k));
        return v === undefined ? d : v;
      })();
    },
    'setdefault(self, key, default=None, /)': function* (vm, self: PyDict, k, d) {
      const key = yield* keyFor(vm, self, k);
      const v = self.at(key);
      if (v !== undefined) return v;
      self.put(key, k, d);
      return d;
    },
    'pop(self, key, default=…, /)': function* (vm, self: PyDict, k, d) {
      const key = yield* keyFor(vm, self, k);
      const v = self.at(key);
      if (v === undefined) {
        if (d === undefined) keyError(k);
        return d;
      }
      self.remove(key);
      return v;
    },
    'popitem(self, /)': (_vm, self: PyDict) => {
      const rows = [...self.rows()];
      const last = rows[rows.length - 1];
      if (!last) throw new PyError(makeException('KeyError', 'popitem(): dictionary is empty'));
      self.remove(last[0]);
      return new PyTuple([last[1].key, last[1].value]);
    },
    'keys(self, /)': (_vm, self: PyDict) => new PyView(self, 'keys'),
    'values(self, /)': (_vm, self: PyDict) => new PyView(self, 'values'),
    'items(self, /)': (_vm, self: PyDict) => new PyView(self, 'items'),
    'clear(self, /)': (_vm, self: PyDict) => {
      self.clear();
      return null;
    },
    'copy(self, /)': (_vm, self: PyDict) => {
      const d = new PyDict();
      d.putAll(self);
      return d;
    },
    '__reversed__(self, /)': (_vm, self: PyDict) => dictIterator(PyDict.of(self.entries().reverse()), 'keys'),
    '__ior__(self, other, /)': function* (vm, self: PyDict, other) {
      yield* update(vm, self, other, null);
      return self;
    },
  },
  classmethods: {
    'fromkeys(cls, iterable, value=None, /)': function* (vm, cls: PyType, it, v) {
      const d = (yield* vm.call(cls, [])) as PyDict;
      for (const k of yield* collect(vm, it)) d.put(yield* keyFor(vm, d, k), k, v);
      return d;
    },
  },
});

/** Sets of keys or items, for the set operators of views. */
function* asSet(vm: VM, v: Value): Generator<import('../functions.ts').Request, PySet, Value> {
  if (v instanceof PySet) return v;
  const s = new PySet();
  const items = v instanceof PyView ? (v.what === 'keys' ? v.dict.keys() : v.dict.entries().map((e) => new PyTuple(e))) : yield* collect(vm, v);
  for (const x of items) s.dict.put(yield* resolveKey(vm, s.dict, x), x, null);
  return s;
}
const sizeOf = (v: PySet | PyView): number => (v instanceof PySet ? v.size : v.dict.size);

/** Every element of one in the other; values of items need no hash. */
function* within(vm: VM, a: PySet | PyView, b: PySet | PyView): Generator<import('../functions.ts').Request, boolean, Value> {
  for (const x of yield* collect(vm, a)) {
    const r = contains(vm, b, x, false);
    if ((isGen(r) ? yield* r : r) !== true) return false;
  }
  return true;
}
function* compareViews(vm: VM, op: number, a: PySet | PyView, b: PySet | PyView): NativeGen {
  const [n, m] = [sizeOf(a), sizeOf(b)];
  switch (op) {
    case EQ:
      return n === m && (yield* within(vm, a, b));
    case NE:
      return n !== m || !(yield* within(vm, a, b));
    case LT:
      return n < m && (yield* within(vm, a, b));
    case LE:
      return n <= m && (yield* within(vm, a, b));
    case GT:
      return n > m && (yield* within(vm, b, a));
    default:
      return n >= m && (yield* within(vm, b, a));
  }
}

const SET_OPS: [string, number][] = [
  ['__sub__', 1],
  ['__and__', 9],
  ['__or__', 10],
  ['__xor__', 11],
];
for (const t of [dictKeysType, dictItemsType]) {
  extendType(t, {
    methods: {
      ...Object.fromEntries(
        SET_OPS.map(([name, op]) => [
          `${name}(self, other, /)`,
          function* (vm: VM, a: Value, b: Value): NativeGen {
            const r = algebra().setOp(vm, op, yield* asSet(vm, a), yield* asSet(vm, b));
            return isGen(r) ? yield* r : r;
          },
        ]),
      ),
      'isdisjoint(self, other, /)': function* (vm, a, b) {
        const r = algebra().setOp(vm, 9, yield* asSet(vm, a), yield* asSet(vm, b));
        return ((isGen(r) ? yield* r : r) as PySet).size === 0;
      },
      ...Object.fromEntries(
        [LT, LE, EQ, NE, GT, GE].map((op) => [
          `${COMPARE_DUNDER[op]}(self, other, /)`,
          function* (vm: VM, a: Value, b: Value): NativeGen {
            if (!(b instanceof PySet || (b instanceof PyView && b.what !== 'values'))) return NotImplemented;
            return yield* compareViews(vm, op, a as PyView, b);
          },
        ]),
      ),
    },
  });
}
for (const t of [dictKeysType, dictValuesType, dictItemsType]) {
  extendType(t, { attrs: { mapping: (_vm, v: PyView) => v.dict } });
}
