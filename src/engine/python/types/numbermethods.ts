/**
 * Numbers from text, complex numbers from parts, and methods of numbers that programs rarely call. Lies in the pack `math`.
 */
import { callSpecial } from '../attr.ts';
import { PyTuple } from '../containers.ts';
import { LimitReached, raise } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import type { Body } from '../native.ts';
import { floatRepr } from '../numfmt.ts';
import { part } from '../packs.ts';
import { textRepr } from '../repr.ts';
import { spend } from '../spend.ts';
import { indexOf } from '../subscript.ts';
import { isTrue } from '../truth.ts';
import { bytesType, type PyType, typeOf } from '../types.ts';
import { int, PyBytes, PyComplex, PyFloat, PyInstance, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { floatOf, flt, num } from './numbers.ts';

/** Digits of other scripts as ASCII's: each script's ten stand together, zero first. */
const plainDigits = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text.replace(/\p{Nd}/gu, (c) => {
        const at = c.codePointAt(0) as number;
        let zero = at;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
        return String((at - zero) % 10);
      });

/** A text of a number without the spaces around it, and what a complaint shows of it. */
const trimmed = (text: string): string => plainDigits(text.replace(/^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g, ''));
const octets = part<typeof import('./bytesrepr.ts').bytesRepr>('bytes', 'repr');
const shown = (v: Value): string => (typeof v === 'string' ? textRepr(v) : v instanceof PyBytes ? octets()(v.data) : textRepr(String(v)));

export function parseInt_(text: string, radix: number, original: Value): number | bigint {
  if (text.length > 64) spend(text.length >> 4);
  const bad = (): never => raise('ValueError', `invalid literal for int() with base ${radix}: ${shown(original)}`);
  let s = trimmed(text).toLowerCase();
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

const FLOAT_TEXT = /^[+-]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?$/i;

export function parseFloat_(text: string, original: Value): number {
  const s = trimmed(text);
  if (FLOAT_TEXT.test(s)) return Number(s.replaceAll('_', ''));
  const m = /^([+-]?)(inf|infinity|nan)$/i.exec(s);
  if (m) return m[2].toLowerCase() === 'nan' ? Number.NaN : m[1] === '-' ? -Infinity : Infinity;
  raise('ValueError', `could not convert string to float: ${shown(original)}`);
}

const REAL = '(?:\\d[\\d_]*\\.?[\\d_]*|\\.\\d[\\d_]*)(?:e[+-]?\\d+)?|inf(?:inity)?|nan';
/** A real part, an imaginary part behind it with its sign, or an imaginary part alone. */
const COMPLEX = new RegExp(`^(?:([+-]?(?:${REAL}))(?:([+-](?:${REAL})?)j)?|([+-]?(?:${REAL})?)j)$`, 'i');

export function* newComplex(vm: VM, args: Value[]): NativeGen {
  const cls = args[0] as PyType;
  for (const [i, which] of [
    [1, 'first argument must be a string or a number'],
    [2, 'second argument must be a number'],
  ] as const) {
    if (args[i] === null) raise('TypeError', `complex() ${which}, not 'NoneType'`);
  }
  const given = args[1];
  if (args.length > 1 && typeof given === 'object' && given instanceof PyInstance) {
    const own = callSpecial(vm, given, '__complex__', []);
    if (own !== undefined) {
      const c = unbox(isGen(own) ? yield* own : own);
      if (!(c instanceof PyComplex)) raise('TypeError', `__complex__ returned non-complex (type ${typeOf(c).tp})`);
      args[1] = c;
    }
  }
  const part = (v: Value | undefined): PyComplex | null => (unbox(v ?? 0) instanceof PyComplex ? (unbox(v as Value) as PyComplex) : null);
  if (typeof args[1] === 'string' && args[2] !== undefined) raise('TypeError', "complex() can't take second arg if first is a string");
  if (typeof args[2] === 'string') raise('TypeError', "complex() second arg can't be a string");
  if (typeof args[1] === 'string') {
    const text = args[1].trim();
    const m = COMPLEX.exec(/^\(.*\)$/.test(text) ? text.slice(1, -1).trim() : text);
    if (!m) raise('ValueError', 'complex() arg is a malformed string');
    const [, re, im = m[3]] = m;
    return new PyComplex(cls, re === undefined ? 0 : parseFloat_(re, re), im === undefined ? 0 : /\w/.test(im) ? parseFloat_(im, im) : im === '-' ? -1 : 1);
  }
  const first = `complex() first argument must be a string or a number, not '${typeOf(args[1] ?? 0).tp}'`;
  const second = `complex() second argument must be a number, not '${typeOf(args[2] ?? 0).tp}'`;
  const a = part(args[1]);
  const b = part(args[2]);
  if (!a && !b) return new PyComplex(cls, yield* floatOf(vm, args[1] ?? 0, first), args.length > 2 ? yield* floatOf(vm, args[2], second) : 0);
  const re = a ? a.re : yield* floatOf(vm, args[1] ?? 0, first);
  const im = b ? b.re : yield* floatOf(vm, args[2] ?? 0, second);
  return new PyComplex(cls, re - (b ? b.im : 0), im + (a ? a.im : 0));
}

function bitLength(n: number | bigint): number {
  const b = BigInt(n);
  return b === 0n ? 0 : (b < 0n ? -b : b).toString(2).length;
}

const ordered = (order: Value): void => {
  if (order !== 'little' && order !== 'big') raise('ValueError', "byteorder must be either 'little' or 'big'");
};

export const INT: Readonly<Record<string, Body>> = {
  bit_length: (_vm, v) => bitLength(num(v)),
  bit_count: (_vm, v) => (num(v) < 0 ? -BigInt(num(v)) : BigInt(num(v))).toString(2).replaceAll('0', '').length,
  conjugate: (_vm, v) => num(v),
  as_integer_ratio: (_vm, v) => new PyTuple([num(v), 1]),
  to_bytes: function* (vm, v, wide, order, signed) {
    const length = Number(yield* indexOf(vm, wide));
    ordered(order);
    if (length < 0) raise('ValueError', 'length argument must be non-negative');
    const whole = BigInt(num(v));
    const both = yield* isTrue(vm, signed);
    if (whole < 0n && !both) raise('OverflowError', "can't convert negative int to unsigned");
    spend(length >> 3);
    let n = BigInt.asUintN(length * 8, whole);
    if ((both ? BigInt.asIntN(length * 8, whole) : n) !== whole) raise('OverflowError', 'int too big to convert');
    const out = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      out[i] = Number(n & 255n);
      n >>= 8n;
    }
    return new PyBytes(bytesType, order === 'big' ? out.reverse() : out);
  },
  from_bytes: function* (vm, _cls, data, order, signed) {
    ordered(order);
    if (typeof data === 'string') raise('TypeError', "cannot convert 'str' object to bytes");
    const b = data instanceof PyBytes ? Array.from(data.data) : [...((yield* collect(vm, data)) as number[])];
    if (b.some((x) => x < 0 || x > 255)) raise('ValueError', 'bytes must be in range(0, 256)');
    if (order === 'little') b.reverse();
    let n = 0n;
    for (const x of b) n = (n << 8n) | BigInt(x);
    return int((yield* isTrue(vm, signed)) ? BigInt.asIntN(b.length * 8, n) : n);
  },
};

export const FLOAT: Readonly<Record<string, Body>> = {
  is_integer: (_vm, v) => Number.isInteger(flt(v)),
  conjugate: (_vm, v) => new PyFloat(flt(v)),
  as_integer_ratio: (_vm, v) => {
    let m = flt(v);
    if (!Number.isFinite(m)) raise(Number.isNaN(m) ? 'ValueError' : 'OverflowError', `cannot convert ${Number.isNaN(m) ? 'NaN' : 'Infinity'} to integer ratio`);
    let d = 1n;
    while (!Number.isInteger(m)) {
      m *= 2;
      d *= 2n;
    }
    return new PyTuple([int(BigInt(m)), int(d)]);
  },
  hex: (_vm, v) => floatHex(flt(v)),
  fromhex: (vm, cls, text) => vm.invoke(cls, [new PyFloat(fromHex(text))]),
};

/** A hexadecimal number, its digits rounded once to float64's. */
function fromHex(text: Value): number {
  if (typeof text !== 'string') raise('TypeError', 'bad argument type for built-in operation');
  const s = text.trim();
  const special = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(s);
  if (special) return special[2].toLowerCase() === 'nan' ? Number.NaN : special[1] === '-' ? -Infinity : Infinity;
  const m = /^([+-]?)(?:0x)?([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?\d+))?$/i.exec(s);
  if (!m || m[2] + m[3] === '') raise('ValueError', 'invalid hexadecimal floating-point string');
  const digits = BigInt(`0x${m[2]}${m[3]}`);
  let exponent = Number(m[4] ?? 0) - 4 * m[3].length;
  if (digits === 0n) return m[1] === '-' ? -0 : 0;
  // 53 bits, fewer where the number is subnormal; half goes to even.
  const size = digits.toString(2).length;
  const cut = Math.max(size - 53, -1074 - exponent, 0);
  let whole = digits >> BigInt(cut);
  const rest = digits - (whole << BigInt(cut));
  const half = cut > 0 ? 1n << BigInt(cut - 1) : 0n;
  if (cut > 0 && (rest > half || (rest === half && (whole & 1n) === 1n))) whole += 1n;
  exponent += cut;
  let v = Number(whole);
  while (exponent !== 0 && v !== 0 && Number.isFinite(v)) {
    const by = Math.max(-500, Math.min(500, exponent));
    v *= 2 ** by;
    exponent -= by;
  }
  if (!Number.isFinite(v)) raise('OverflowError', 'hexadecimal value too large to represent as a float');
  return m[1] === '-' ? -v : v;
}

function floatHex(v: number): string {
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
