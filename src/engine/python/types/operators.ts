/**
 * Operator methods of native types (`int.__add__`, `list.__eq__`, `str.__len__` …), made from tables: what `super().__add__`
 * and subclasses find. The evaluator itself does not go through them.
 */
import { asNum } from '../arith.ts';
import { COMPARE_DUNDER, nativeCompare } from '../compare.ts';
import { nativeContains } from '../contains.ts';
import { raise } from '../errors.ts';
import { PyDict, PyList } from '../containers.ts';
import type { NativeResult, PyNative } from '../functions.ts';
import { hashes } from '../hash.ts';
import { collect, nativeIter } from '../iterate.ts';
import { method } from '../native.ts';
import { FORWARD, nativeBinary, nativeUnary, REFLECTED, UNARY } from '../operators.ts';
import { nativeRepr } from '../repr.ts';
import { nativeDelItem, nativeGetItem, nativeSetItem } from '../subscript.ts';
import { nativeLength } from '../builtins/functions.ts';
import * as T from '../types.ts';
import { PyComplex, PyFloat, unbox, type Value } from '../values.ts';
import { part } from '../packs.ts';

const format = part<typeof import('../formatvalue.ts')>('text', 'format');

const NUMERIC = [T.intType, T.floatType, T.complexType];
/** Operators by number (BINARY_OPS) that each type has. */
const BINARY: [T.PyType, number[]][] = [
  [T.intType, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  [T.floatType, [0, 1, 2, 3, 4, 5, 6]],
  [T.complexType, [0, 1, 2, 3, 6]],
  [T.strType, [0, 2, 5]],
  [T.bytesType, [0, 2]],
  [T.listType, [0, 2]],
  [T.tupleType, [0, 2]],
  [T.dictType, [10]],
  [T.setType, [1, 9, 10, 11]],
  [T.frozensetType, [1, 9, 10, 11]],
  [T.typeType, [10]],
  [T.genericAliasType, [10]],
  [T.unionType, [10]],
];
const COMPARABLE = [T.intType, T.floatType, T.complexType, T.strType, T.bytesType, T.listType, T.tupleType, T.dictType, T.setType, T.frozensetType];
const VALUE_HASH = [T.intType, T.floatType, T.complexType, T.strType, T.bytesType, T.tupleType, T.frozensetType];
const UNHASHABLE = [T.listType, T.dictType, T.setType];
const SIZED = [
  T.strType,
  T.bytesType,
  T.listType,
  T.tupleType,
  T.dictType,
  T.setType,
  T.frozensetType,
  T.rangeType,
  T.dictKeysType,
  T.dictValuesType,
  T.dictItemsType,
];
const SUBSCRIPTABLE = [T.strType, T.bytesType, T.listType, T.tupleType, T.dictType, T.rangeType];

function add(t: T.PyType, f: PyNative): void {
  f.owner = t;
  f.receiver = t;
  t.dict.set(f.name, f);
}
const plain = (v: Value): Value => unbox(v);
/** An int leaves a float to the float, a float leaves a complex number to it: a class of the program may answer there. */
const leaves = (t: T.PyType, v: Value): boolean =>
  (t === T.intType && (v instanceof PyFloat || v instanceof PyComplex)) || (t === T.floatType && v instanceof PyComplex);

for (const [t, ops] of BINARY) {
  for (const op of ops) {
    add(
      t,
      method(`${FORWARD[op]}(self, other, /)`, (vm, a, b): NativeResult =>
        leaves(t, plain(b)) ? T.NotImplemented : (nativeBinary(vm, op, plain(a), plain(b)) ?? T.NotImplemented),
      ),
    );
    if (NUMERIC.includes(t) || op === 2 || (t === T.typeType && op === 10)) {
      add(
        t,
        method(`${REFLECTED[op]}(self, other, /)`, (vm, a, b): NativeResult =>
          leaves(t, plain(b)) ? T.NotImplemented : (nativeBinary(vm, op, plain(b), plain(a)) ?? T.NotImplemented),
        ),
      );
    }
  }
}
for (const t of COMPARABLE) {
  COMPARE_DUNDER.forEach((name, op) => {
    if (op !== 2 && op !== 3 && (t === T.dictType || t === T.complexType)) return;
    add(
      t,
      method(`${name}(self, other, /)`, (vm, a, b): NativeResult => nativeCompare(vm, op, plain(a), plain(b)) ?? T.NotImplemented),
    );
  });
}
for (const t of VALUE_HASH)
  add(
    t,
    method('__hash__(self, /)', function* (vm, v) {
      return yield* hashes().hashOf(vm, plain(v));
    }),
  );
for (const t of UNHASHABLE) t.dict.set('__hash__', null);
for (const t of NUMERIC) {
  UNARY.forEach((name, op) => {
    if (op === 2 && t !== T.intType) return;
    add(
      t,
      method(`${name}(self, /)`, (_vm, v) => nativeUnary(op, plain(v)) as Value),
    );
  });
  add(
    t,
    method('__bool__(self, /)', (_vm, v) => {
      const n = asNum(plain(v));
      return typeof n === 'number' ? n !== 0 : typeof n === 'bigint' ? true : n !== undefined && ('v' in n ? n.v !== 0 : n.re !== 0 || n.im !== 0);
    }),
  );
}
for (const t of SIZED) {
  add(
    t,
    method('__len__(self, /)', (_vm, v) => nativeLength(plain(v)) as number),
  );
  add(
    t,
    method('__iter__(self, /)', (_vm, v) => nativeIter(plain(v)) as Value),
  );
  add(
    t,
    method('__contains__(self, item, /)', (vm, v, x): NativeResult => nativeContains(vm, plain(v), x, false) as NativeResult),
  );
}
for (const t of SUBSCRIPTABLE)
  add(
    t,
    method('__getitem__(self, key, /)', (vm, v, k): NativeResult => nativeGetItem(vm, plain(v), k) as NativeResult),
  );
for (const t of [T.listType, T.dictType]) {
  add(
    t,
    method('__setitem__(self, key, value, /)', (vm, o: PyList | PyDict, k, v) => nativeSetItem(vm, o, k, v) ?? null),
  );
  add(
    t,
    method('__delitem__(self, key, /)', (vm, o: PyList | PyDict, k) => nativeDelItem(vm, o, k) ?? null),
  );
}
for (const t of [T.intType, T.floatType, T.strType, T.boolType]) {
  add(
    t,
    method('__format__(self, spec, /)', (vm, v, spec) => {
      const s = format().formatNative(plain(v), spec);
      return s === undefined ? format().objectFormat(vm, v, spec) : s;
    }),
  );
}
for (const t of [T.intType, T.floatType, T.complexType, T.strType, T.bytesType, T.listType, T.tupleType, T.dictType, T.setType, T.frozensetType]) {
  const f = method('__repr__(self, /)', (vm, v) => nativeRepr(vm, v));
  f.tag = 'native-repr';
  add(t, f);
}
add(
  T.strType,
  method('__str__(self, /)', (_vm, v) => plain(v)),
);
add(
  T.intType,
  method('__index__(self, /)', (_vm, v) => {
    const n = plain(v);
    return typeof n === 'boolean' ? Number(n) : n;
  }),
);
add(
  T.listType,
  method('__iadd__(self, other, /)', function* (vm, self: PyList, other) {
    if (T.typeOf(other).lookup('__iter__') === undefined && typeof other !== 'string') raise('TypeError', `'${T.typeOf(other).tp}' object is not iterable`);
    const items = yield* collect(vm, other);
    self.willChange();
    for (const x of items.slice()) self.items.push(x);
    return self;
  }),
);
add(
  T.listType,
  method('__imul__(self, n, /)', (vm, self: PyList, n) => {
    const r = nativeBinary(vm, 2, self, n) as PyList | undefined;
    if (r === undefined) return T.NotImplemented;
    self.willChange();
    self.items = r.items;
    return self;
  }),
);
