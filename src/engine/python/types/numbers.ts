/** int, bool, float and complex: construction and methods. */
import { asNum, toFloat } from '../arith.ts';
import { callSpecial } from '../attr.ts';
import { PyTuple } from '../containers.ts';
import { LimitReached, raise } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import { extendType } from '../native.ts';
import { floatRepr } from '../numfmt.ts';
import { roundFloat, roundInt, truncate } from '../round.ts';
export { truncate } from '../round.ts';
import { textRepr } from '../repr.ts';
import { indexOf } from '../subscript.ts';
import { isTrue } from '../truth.ts';
import { boolType, bytesType, complexType, floatType, intType, PyType, typeOf } from '../types.ts';
import { int, PyBoxed, PyBytes, PyComplex, PyFloat, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

function box(cls: PyType, base: PyType, v: number | bigint | PyFloat): Value {
  return cls === base ? v : new PyBoxed(cls, v);
}

function parseInt_(text: string, radix: number, original: Value): number | bigint {
  const bad = (): never => raise('ValueError', `invalid literal for int() with base ${radix}: ${typeof original === 'string' ? textRepr(original) : 'bytes'}`);
  let s = text.trim().toLowerCase();
  const negative = s.startsWith('-');
  if (/^[+-]/.test(s)) s = s.slice(1);
  let base = radix;
  const m = /^0([xob])_?/.exec(s);
  const byPrefix = m ? { x: 16, o: 8, b: 2 }[m[1]] : undefined;
  if (m && (radix === 0 || radix === byPrefix)) {
    base = byPrefix as number;
    s = s.slice(m[0].length);
  } else if (radix === 0) {
    base = 10;
    if (/^0\d*[1-9]/.test(s)) bad();
  }
  if (!/^[0-9a-z]+(_[0-9a-z]+)*$/.test(s)) bad();
  s = s.replaceAll('_', '');
  if (s.length > 100_000) throw new LimitReached('digits of an int', 100_000);
  if (base === 10 && s.length > 4300)
    raise(
      'ValueError',
      `Exceeds the limit (4300 digits) for integer string conversion: value has ${s.length} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  let n = 0n;
  if (base === 10) n = /^\d+$/.test(s) ? BigInt(s) : bad();
  else {
    for (const c of s) {
      const d = Number.parseInt(c, 36);
      if (!(d < base)) bad();
      n = n * BigInt(base) + BigInt(d);
    }
  }
  return int(negative ? -n : n);
}

function* newInt(vm: VM, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const cls = args[0] as PyType;
  if (args.length > 3) raise('TypeError', `int() takes at most 2 arguments (${args.length - 1} given)`);
  const base = args.length > 2 ? args[2] : kw?.get('base');
  if (args.length === 1) return box(cls, intType, 0);
  const x = args[1];
  const v = unbox(x);
  if (base !== undefined) {
    if (typeof v !== 'string') raise('TypeError', `int() can't convert non-string with explicit base`);
    const r = Number(yield* indexOf(vm, base));
    if (r !== 0 && (r < 2 || r > 36)) raise('ValueError', 'int() base must be >= 2 and <= 36, or 0');
    return box(cls, intType, parseInt_(v, r, v));
  }
  if (typeof v === 'string') return box(cls, intType, parseInt_(v, 10, v));
  if (v instanceof PyBytes) return box(cls, intType, parseInt_(String.fromCharCode(...v.data), 10, v));
  const n = asNum(v);
  if (n instanceof PyFloat) return box(cls, intType, truncate(n.v));
  if (n !== undefined && !(n instanceof PyComplex)) return box(cls, intType, n);
  for (const name of ['__int__', '__index__', '__trunc__']) {
    const r = callSpecial(vm, x, name, []);
    if (r === undefined) continue;
    const got = isGen(r) ? yield* r : r;
    const k = asNum(unbox(got));
    if (typeof k !== 'number' && typeof k !== 'bigint') raise('TypeError', `${name} returned non-int (type ${typeOf(got).name})`);
    return box(cls, intType, k);
  }
  raise('TypeError', `int() argument must be a string, a bytes-like object or a real number, not '${typeOf(x).name}'`);
}

const FLOAT = /^[+-]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?$/i;

export function parseFloat_(text: string, original: Value): number {
  const s = text.trim();
  if (FLOAT.test(s)) return Number(s.replaceAll('_', ''));
  const m = /^([+-]?)(inf|infinity|nan)$/i.exec(s);
  if (m) return m[2].toLowerCase() === 'nan' ? Number.NaN : m[1] === '-' ? -Infinity : Infinity;
  raise('ValueError', `could not convert string to float: ${typeof original === 'string' ? textRepr(original) : 'bytes'}`);
}

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
    raise('TypeError', `${typeOf(x).name}.__float__ returned non-float (type ${typeOf(got).name})`);
  }
  raise('TypeError', message ?? `must be real number, not ${typeOf(x).name}`);
}

function* newFloat(vm: VM, args: Value[]): NativeGen {
  if (args.length > 2) raise('TypeError', `float expected at most 1 argument, got ${args.length - 1}`);
  const cls = args[0] as PyType;
  if (args.length === 1) return box(cls, floatType, new PyFloat(0));
  const v = unbox(args[1]);
  if (typeof v === 'string') return box(cls, floatType, new PyFloat(parseFloat_(v, v)));
  if (v instanceof PyFloat) return box(cls, floatType, v);
  return box(cls, floatType, new PyFloat(yield* floatOf(vm, args[1], `float() argument must be a string or a real number, not '${typeOf(args[1]).name}'`)));
}

function* newComplex(vm: VM, args: Value[]): NativeGen {
  const cls = args[0] as PyType;
  for (const [i, which] of [
    [1, 'first argument must be a string or a number'],
    [2, 'second argument must be a number'],
  ] as const) {
    if (args[i] === null) raise('TypeError', `complex() ${which}, not 'NoneType'`);
  }
  const part = (v: Value | undefined): PyComplex | null => (unbox(v ?? 0) instanceof PyComplex ? (unbox(v as Value) as PyComplex) : null);
  if (typeof args[1] === 'string') {
    const m = /^\(?([+-]?[\d.]+(?:e[+-]?\d+)?)?(?:([+-]?[\d.]*(?:e[+-]?\d+)?)j)?\)?$/i.exec(args[1].trim());
    if (!m) raise('ValueError', 'complex() arg is a malformed string');
    const im = m[2] === undefined ? 0 : m[2] === '' || m[2] === '+' ? 1 : m[2] === '-' ? -1 : Number(m[2]);
    return new PyComplex(cls, Number(m[1] ?? 0), im);
  }
  const a = part(args[1]);
  const b = part(args[2]);
  if (!a && !b) return new PyComplex(cls, yield* floatOf(vm, args[1] ?? 0), args.length > 2 ? yield* floatOf(vm, args[2]) : 0);
  const re = a ? a.re : yield* floatOf(vm, args[1] ?? 0);
  const im = b ? b.re : yield* floatOf(vm, args[2] ?? 0);
  return new PyComplex(cls, re - (b ? b.im : 0), im + (a ? a.im : 0));
}

const num = (v: Value): number | bigint => {
  const n = unbox(v);
  return typeof n === 'boolean' ? Number(n) : (n as number | bigint);
};
const flt = (v: Value): number => (unbox(v) as PyFloat).v;

function bitLength(n: number | bigint): number {
  const b = BigInt(n);
  return b === 0n ? 0 : (b < 0n ? -b : b).toString(2).length;
}

extendType(intType, {
  create: (vm, args, kw) => newInt(vm, args, kw),
  methods: {
    'bit_length(self, /)': (_vm, v) => bitLength(num(v)),
    'bit_count(self, /)': (_vm, v) => (num(v) < 0 ? -BigInt(num(v)) : BigInt(num(v))).toString(2).replaceAll('0', '').length,
    'conjugate(self, /)': (_vm, v) => num(v),
    'as_integer_ratio(self, /)': (_vm, v) => new PyTuple([num(v), 1]),
    '__int__(self, /)': (_vm, v) => num(v),
    '__float__(self, /)': (_vm, v) => new PyFloat(toFloat(num(v))),
    '__trunc__(self, /)': (_vm, v) => num(v),
    '__floor__(self, /)': (_vm, v) => num(v),
    '__ceil__(self, /)': (_vm, v) => num(v),
    '__abs__(self, /)': (_vm, v) => (num(v) < 0 ? int(-BigInt(num(v))) : num(v)),
    '__round__(self, n=None, /)': (_vm, v, n) => roundInt(num(v), n),
    "to_bytes(self, length=1, byteorder='big', *, signed=False)": (_vm, v, length, order) => {
      let n = BigInt.asUintN(length * 8, BigInt(num(v)));
      const out = new Uint8Array(length);
      for (let i = 0; i < length; i++) {
        out[i] = Number(n & 255n);
        n >>= 8n;
      }
      return new PyBytes(bytesType, order === 'big' ? out.reverse() : out);
    },
  },
  classmethods: {
    "from_bytes(cls, data, byteorder='big', *, signed=False)": function* (vm, _cls, data, order, signed) {
      const b = data instanceof PyBytes ? Array.from(data.data) : [...((yield* collect(vm, data)) as number[])];
      if (order === 'little') b.reverse();
      let n = 0n;
      for (const x of b) n = (n << 8n) | BigInt(x);
      return int(signed === true ? BigInt.asIntN(b.length * 8, n) : n);
    },
  },
  attrs: { real: (_vm, v: Value) => num(v), imag: () => 0, numerator: (_vm, v: Value) => num(v), denominator: () => 1 },
});

extendType(boolType, {
  create: (vm, args) => {
    if (args.length > 2) raise('TypeError', `bool expected at most 1 argument, got ${args.length - 1}`);
    return args.length < 2 ? false : isTrue(vm, args[1]);
  },
});

extendType(floatType, {
  create: (vm, args) => newFloat(vm, args),
  methods: {
    'is_integer(self, /)': (_vm, v) => Number.isInteger(flt(v)),
    'conjugate(self, /)': (_vm, v) => new PyFloat(flt(v)),
    'as_integer_ratio(self, /)': (_vm, v) => {
      let m = flt(v);
      if (!Number.isFinite(m))
        raise(Number.isNaN(m) ? 'ValueError' : 'OverflowError', `cannot convert ${Number.isNaN(m) ? 'NaN' : 'Infinity'} to integer ratio`);
      let d = 1n;
      while (!Number.isInteger(m)) {
        m *= 2;
        d *= 2n;
      }
      return new PyTuple([int(BigInt(m)), int(d)]);
    },
    'hex(self, /)': (_vm, v) => floatHex(flt(v)),
    '__int__(self, /)': (_vm, v) => truncate(flt(v)),
    '__trunc__(self, /)': (_vm, v) => truncate(flt(v)),
    '__floor__(self, /)': (_vm, v) => truncate(Math.floor(flt(v))),
    '__ceil__(self, /)': (_vm, v) => truncate(Math.ceil(flt(v))),
    '__float__(self, /)': (_vm, v) => new PyFloat(flt(v)),
    '__abs__(self, /)': (_vm, v) => new PyFloat(Math.abs(flt(v))),
    '__round__(self, n=None, /)': (_vm, v, n) => roundFloat(flt(v), n),
  },
  attrs: { real: (_vm, v: Value) => new PyFloat(flt(v)), imag: () => new PyFloat(0) },
});

export function floatHex(v: number): string {
  if (!Number.isFinite(v)) return floatRepr(v);
  const sign = v < 0 || Object.is(v, -0) ? '-' : '';
  if (v === 0) return `${sign}0x0.0p+0`;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(v));
  const hi = bits.getUint32(0);
  const frac = (BigInt(hi & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const e = hi >>> 20;
  const exp = e === 0 ? -1022 : e - 1023;
  return `${sign}0x${e === 0 ? 0 : 1}.${frac.toString(16).padStart(13, '0')}p${exp < 0 ? '-' : '+'}${Math.abs(exp)}`;
}

extendType(complexType, {
  create: (vm, args) => newComplex(vm, args),
  methods: {
    'conjugate(self, /)': (_vm, v: PyComplex) => new PyComplex(complexType, v.re, -v.im),
    '__abs__(self, /)': (_vm, v: PyComplex) => new PyFloat(Math.hypot(v.re, v.im)),
    '__complex__(self, /)': (_vm, v) => v,
  },
  attrs: { real: (_vm, v: PyComplex) => new PyFloat(v.re), imag: (_vm, v: PyComplex) => new PyFloat(v.im) },
});
