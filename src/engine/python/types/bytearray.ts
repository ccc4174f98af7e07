/**
 * bytearray: octets that can be changed. Lies in the pack `bytes`; the type itself stands in types.ts.
 * Leaves out: deleting and setting by a step other than 1, `%`.
 */
import { PyList, PySlice } from '../containers.ts';
import { raise, Unsupported } from '../errors.ts';
import type { NativeGen, Request } from '../functions.ts';
import { collect } from '../iterate.ts';
import { journal } from '../journal.ts';
import { bodiesIn, type Body, extendType } from '../native.ts';
import { bytesRepr } from './bytesrepr.ts';
import { spendItems } from '../spend.ts';
import { indexOf, type Span, spanOf } from '../subscript.ts';
import { bytearrayType, bytesType, NotImplemented, type PyType, typeOf } from '../types.ts';
import { PyBytes, PyObject, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { create as createBytes, METHODS as MAKERS } from './bytesmethods.ts';
import { isOctets, latin, METHODS, type Octets } from './bytestext.ts';
import { BOTH } from './bothtexts.ts';

export class PyByteArray extends PyObject implements Octets {
  readonly cls: PyType;
  data: Uint8Array;
  constructor(data: Uint8Array, cls: PyType = bytearrayType) {
    super();
    this.cls = cls;
    this.data = data;
  }
  like(data: Uint8Array): Value {
    return new PyByteArray(data);
  }
  set(data: Uint8Array): void {
    const old = this.data;
    if (journal.open) journal.record(this, () => void (this.data = old));
    this.data = data;
  }
}

export function* create(vm: VM, args: Value[]): NativeGen {
  const made = (yield* createBytes(vm, [bytesType, ...args.slice(1)], 'bytearray')) as PyBytes;
  return new PyByteArray(made.data.slice(), args[0] as PyType);
}

function* octet(vm: VM, v: Value): Generator<Request, number, Value> {
  const n = Number(yield* indexOf(vm, v));
  return n < 0 || n > 255 ? raise('ValueError', 'byte must be in range(0, 256)') : n;
}

function* bytesIn(vm: VM, v: Value): Generator<Request, Uint8Array, Value> {
  if (isOctets(v)) return v.data;
  const out: number[] = [];
  for (const x of yield* collect(vm, v)) out.push(yield* octet(vm, x));
  return Uint8Array.from(out);
}

const joined = (...parts: Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  spendItems(out.length >> 4);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
};

function* place(vm: VM, b: PyByteArray, key: Value, what: string): Generator<Request, number, Value> {
  const i = Number(yield* indexOf(vm, key));
  const k = i < 0 ? i + b.data.length : i;
  return k < 0 || k >= b.data.length ? raise('IndexError', what) : k;
}

/** Begin, end and step of a slice within `n`. */
function* bounds(vm: VM, s: PySlice, n: number): Generator<Request, Span, Value> {
  const at: (number | null)[] = [];
  for (const v of [s.start, s.stop, s.step]) at.push(v === null ? null : Number(yield* indexOf(vm, v)));
  return spanOf(at[0], at[1], at[2] ?? 1, n);
}

const NAME = 'bytearray index out of range';

const order =
  (f: (c: number) => boolean): Body =>
  (_vm, a: PyByteArray, b) => {
    if (!isOctets(b)) return NotImplemented;
    const [x, y] = [latin(a.data), latin(b.data)];
    return f(x < y ? -1 : x > y ? 1 : 0);
  };

const pairwise =
  (first: boolean): Body =>
  (_vm, a: PyByteArray, b) => {
    if (!isOctets(b)) raise('TypeError', first ? `can't concat ${typeOf(b).tp} to bytearray` : `can't concat bytearray to ${typeOf(b).tp}`);
    if (first) return new PyByteArray(joined(a.data, b.data));
    return new PyBytes(bytesType, joined(b.data, a.data));
  };

const times: Body = (_vm, a: PyByteArray, n) => {
  if (typeof n !== 'number' && typeof n !== 'boolean') return NotImplemented;
  return new PyByteArray(joined(...new Array<Uint8Array>(Math.max(0, Number(n))).fill(a.data)));
};

const repr: Body = (_vm, b: PyByteArray) => `${b.cls.name}(${bytesRepr(b.data)})`;

extendType(bytearrayType, {
  raw: { __init__: () => null },
  methods: {
    ...bodiesIn(() => METHODS, BOTH),
    ...bodiesIn(
      () => METHODS,
      ["decode(self, encoding='utf-8', errors='strict')", 'hex(self, sep=…, bytes_per_sep=1)', "translate(self, table, /, delete=' ')"],
    ),
    '__repr__(self, /)': repr,
    '__str__(self, /)': repr,
    '__len__(self, /)': (_vm, b: PyByteArray) => b.data.length,
    '__iter__(self, /)': (vm, b: PyByteArray) => vm.invoke(vm.builtins.attrs.get('iter') as Value, [new PyList([...b.data])]),
    '__eq__(self, other, /)': order((c) => c === 0),
    '__ne__(self, other, /)': order((c) => c !== 0),
    '__lt__(self, other, /)': order((c) => c < 0),
    '__le__(self, other, /)': order((c) => c <= 0),
    '__gt__(self, other, /)': order((c) => c > 0),
    '__ge__(self, other, /)': order((c) => c >= 0),
    '__add__(self, other, /)': pairwise(true),
    '__radd__(self, other, /)': pairwise(false),
    '__mul__(self, n, /)': times,
    '__rmul__(self, n, /)': times,
    '__iadd__(self, other, /)': (_vm, a: PyByteArray, b) => {
      if (!isOctets(b)) raise('TypeError', `can't concat ${typeOf(b).tp} to bytearray`);
      a.set(joined(a.data, b.data));
      return a;
    },
    *'__contains__(self, v, /)'(vm, a: PyByteArray, v) {
      if (isOctets(v)) return latin(a.data).includes(latin(v.data));
      return a.data.includes(yield* octet(vm, v));
    },
    *'__getitem__(self, key, /)'(vm, b: PyByteArray, key): NativeGen {
      if (!(key instanceof PySlice)) return b.data[yield* place(vm, b, key, NAME)];
      const { start, step, length } = yield* bounds(vm, key, b.data.length);
      return new PyByteArray(Uint8Array.from({ length }, (_, i) => b.data[start + i * step]));
    },
    *'__setitem__(self, key, value, /)'(vm, b: PyByteArray, key, value): NativeGen {
      if (!(key instanceof PySlice)) {
        const at = yield* place(vm, b, key, NAME);
        const out = b.data.slice();
        out[at] = yield* octet(vm, value);
        b.set(out);
        return null;
      }
      const { start, stop, step } = yield* bounds(vm, key, b.data.length);
      if (step !== 1) throw new Unsupported('setting a bytearray by a step', vm.currentLine());
      b.set(joined(b.data.subarray(0, start), yield* bytesIn(vm, value), b.data.subarray(Math.max(start, stop))));
      return null;
    },
    *'__delitem__(self, key, /)'(vm, b: PyByteArray, key): NativeGen {
      if (key instanceof PySlice) {
        const { start, stop, step } = yield* bounds(vm, key, b.data.length);
        if (step !== 1) throw new Unsupported('deleting from a bytearray by a step', vm.currentLine());
        b.set(joined(b.data.subarray(0, start), b.data.subarray(Math.max(start, stop))));
        return null;
      }
      const at = yield* place(vm, b, key, NAME);
      b.set(joined(b.data.subarray(0, at), b.data.subarray(at + 1)));
      return null;
    },
    *'append(self, item, /)'(vm, b: PyByteArray, item) {
      b.set(joined(b.data, Uint8Array.of(yield* octet(vm, item))));
      return null;
    },
    *'extend(self, items, /)'(vm, b: PyByteArray, items) {
      b.set(joined(b.data, yield* bytesIn(vm, items)));
      return null;
    },
    *'insert(self, index, item, /)'(vm, b: PyByteArray, index, item) {
      const { start } = spanOf(Number(yield* indexOf(vm, index)), b.data.length, 1, b.data.length);
      b.set(joined(b.data.subarray(0, start), Uint8Array.of(yield* octet(vm, item)), b.data.subarray(start)));
      return null;
    },
    *'pop(self, index=-1, /)'(vm, b: PyByteArray, index) {
      if (b.data.length === 0) raise('IndexError', 'pop from empty bytearray');
      const at = yield* place(vm, b, index, 'pop index out of range');
      const was = b.data[at];
      b.set(joined(b.data.subarray(0, at), b.data.subarray(at + 1)));
      return was;
    },
    *'remove(self, item, /)'(vm, b: PyByteArray, item) {
      const at = b.data.indexOf(yield* octet(vm, item));
      if (at < 0) raise('ValueError', 'value not found in bytearray');
      b.set(joined(b.data.subarray(0, at), b.data.subarray(at + 1)));
      return null;
    },
    'reverse(self, /)': (_vm, b: PyByteArray) => {
      b.set(b.data.slice().reverse());
      return null;
    },
    'clear(self, /)': (_vm, b: PyByteArray) => {
      b.set(new Uint8Array());
      return null;
    },
    'copy(self, /)': (_vm, b: PyByteArray) => new PyByteArray(b.data.slice()),
  },
  classmethods: {
    'fromhex(cls, text, /)': (vm, _cls, text) => new PyByteArray((MAKERS.fromhex(vm, bytesType, text) as PyBytes).data),
  },
  staticmethods: bodiesIn(() => METHODS, ['maketrans(x, y, /)']),
});
bytearrayType.dict.set('__hash__', null);
