/** int, bool, float and complex: construction and methods. */
import { latin } from '../text.ts';
import { asNum, toFloat } from '../arith.ts';
import { callSpecial } from '../attr.ts';
import { raise } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { bodiesIn, extendType, taking } from '../native.ts';
import { part } from '../packs.ts';
import { roundFloat, roundInt, truncate } from '../round.ts';
export { truncate } from '../round.ts';
import { indexOf } from '../subscript.ts';
import { isTrue } from '../truth.ts';
import { boolType, complexType, floatType, intType, PyType, typeOf } from '../types.ts';
import { int, PyBoxed, PyBytes, PyComplex, PyFloat, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

/** What programs seldom need of numbers. */
const rarer = part<typeof import('./numbermethods.ts')>('math', 'numbers');

function box(cls: PyType, base: PyType, v: number | bigint | PyFloat): Value {
  return cls === base ? v : new PyBoxed(cls, v);
}

function* newInt(vm: VM, args: Value[]): NativeGen {
  const [cls, x, base] = args as [PyType, Value, Value | undefined];
  if (args.length === 1) return box(cls, intType, 0);
  const v = unbox(x);
  if (base !== undefined) {
    if (x === undefined) raise('TypeError', 'int() missing string argument');
    const r = Number(yield* indexOf(vm, base));
    if (typeof v !== 'string') raise('TypeError', `int() can't convert non-string with explicit base`);
    if (r !== 0 && (r < 2 || r > 36)) raise('ValueError', 'int() base must be >= 2 and <= 36, or 0');
    return box(cls, intType, rarer().parseInt_(v, r, v));
  }
  const text = textIn(v);
  if (text !== undefined) return box(cls, intType, rarer().parseInt_(text, 10, v));
  const n = asNum(v);
  if (n instanceof PyFloat) return box(cls, intType, truncate(n.v));
  if (n !== undefined && !(n instanceof PyComplex)) return box(cls, intType, n);
  for (const name of ['__int__', '__index__', '__trunc__']) {
    const r = callSpecial(vm, x, name, []);
    if (r === undefined) continue;
    const got = isGen(r) ? yield* r : r;
    const k = asNum(unbox(got));
    if (typeof k !== 'number' && typeof k !== 'bigint') raise('TypeError', `${name} returned non-int (type ${typeOf(got).tp})`);
    return box(cls, intType, k);
  }
  raise('TypeError', `int() argument must be a string, a bytes-like object or a real number, not '${typeOf(x).tp}'`);
}

const textIn = (v: Value): string | undefined => (typeof v === 'string' ? v : v instanceof PyBytes ? latin(v.data) : undefined);

/** `float(x)` as a JavaScript number. */
export function* floatOf(vm: VM, x: Value, message?: string): Generator<import('../functions.ts').Request, number, Value> {
  const n = asNum(unbox(x));
  if (n instanceof PyFloat) return n.v;
  if (n !== undefined && !(n instanceof PyComplex)) return toFloat(n);
  for (const name of ['__float__', '__index__']) {
    const r = callSpecial(vm, x, name, []);
    if (r === undefined) continue;
    const got = unbox(isGen(r) ? yield* r : r);
    if (got instanceof PyFloat) return got.v;
    if (name === '__index__') return toFloat(got as number);
    raise('TypeError', `${typeOf(x).tp}.__float__ returned non-float (type ${typeOf(got).tp})`);
  }
  raise('TypeError', message ?? `must be real number, not ${typeOf(x).tp}`);
}

function* newFloat(vm: VM, args: Value[]): NativeGen {
  if (args.length > 2) raise('TypeError', `float expected at most 1 argument, got ${args.length - 1}`);
  const cls = args[0] as PyType;
  if (args.length === 1) return box(cls, floatType, new PyFloat(0));
  const v = unbox(args[1]);
  const text = textIn(v);
  if (text !== undefined) return box(cls, floatType, new PyFloat(rarer().parseFloat_(text, v)));
  if (v instanceof PyFloat) return box(cls, floatType, v);
  return box(cls, floatType, new PyFloat(yield* floatOf(vm, args[1], `float() argument must be a string or a real number, not '${typeOf(args[1]).tp}'`)));
}

export const num = (v: Value): number | bigint => {
  const n = unbox(v);
  return typeof n === 'boolean' ? Number(n) : (n as number | bigint);
};
export const flt = (v: Value): number => (unbox(v) as PyFloat).v;

extendType(intType, {
  create: taking(['', 'base'], newInt),
  methods: {
    ...bodiesIn(() => rarer().INT, ['bit_length(self, /)', 'bit_count(self, /)', 'conjugate(self, /)', 'as_integer_ratio(self, /)']),
    '__int__(self, /)': (_vm, v) => num(v),
    '__float__(self, /)': (_vm, v) => new PyFloat(toFloat(num(v))),
    '__trunc__(self, /)': (_vm, v) => num(v),
    '__floor__(self, /)': (_vm, v) => num(v),
    '__ceil__(self, /)': (_vm, v) => num(v),
    '__abs__(self, /)': (_vm, v) => (num(v) < 0 ? int(-BigInt(num(v))) : num(v)),
    '__round__(self, n=None, /)': (_vm, v, n) => roundInt(num(v), n),
    ...bodiesIn(() => rarer().INT, ["to_bytes(self, length=1, byteorder='big', *, signed=False)"]),
  },
  classmethods: bodiesIn(() => rarer().INT, ["from_bytes(cls, data, byteorder='big', *, signed=False)"]),
  attrs: { real: (_vm, v: Value) => num(v), imag: () => 0, numerator: (_vm, v: Value) => num(v), denominator: () => 1 },
});

extendType(boolType, {
  create: taking([], (vm, args) => {
    if (args.length > 2) raise('TypeError', `bool expected at most 1 argument, got ${args.length - 1}`);
    return args.length < 2 ? false : isTrue(vm, args[1]);
  }),
});

extendType(floatType, {
  create: taking([], newFloat),
  methods: {
    ...bodiesIn(() => rarer().FLOAT, ['is_integer(self, /)', 'conjugate(self, /)', 'as_integer_ratio(self, /)', 'hex(self, /)']),
    '__int__(self, /)': (_vm, v) => truncate(flt(v)),
    '__trunc__(self, /)': (_vm, v) => truncate(flt(v)),
    '__floor__(self, /)': (_vm, v) => truncate(Math.floor(flt(v))),
    '__ceil__(self, /)': (_vm, v) => truncate(Math.ceil(flt(v))),
    '__float__(self, /)': (_vm, v) => new PyFloat(flt(v)),
    '__abs__(self, /)': (_vm, v) => new PyFloat(Math.abs(flt(v))),
    '__round__(self, n=None, /)': (_vm, v, n) => roundFloat(flt(v), n),
  },
  classmethods: bodiesIn(() => rarer().FLOAT, ['fromhex(cls, text, /)']),
  attrs: { real: (_vm, v: Value) => new PyFloat(flt(v)), imag: () => new PyFloat(0) },
});

extendType(complexType, {
  create: taking(['real', 'imag'], (vm, args) => rarer().newComplex(vm, args)),
  methods: {
    'conjugate(self, /)': (_vm, v: PyComplex) => new PyComplex(complexType, v.re, -v.im),
    '__abs__(self, /)': (_vm, v: PyComplex) => new PyFloat(Math.hypot(v.re, v.im)),
    '__complex__(self, /)': (_vm, v) => v,
  },
  attrs: { real: (_vm, v: PyComplex) => new PyFloat(v.re), imag: (_vm, v: PyComplex) => new PyFloat(v.im) },
});
