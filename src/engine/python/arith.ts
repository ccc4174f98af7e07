/**
 * Arithmetic of int, float and complex with CPython's results and messages.
 */
import { LimitReached, raise } from './errors.ts';
import { part } from './packs.ts';
import { spendInts, spendLooks } from './spend.ts';
import { complexType } from './types.ts';
import { int, intOf, PyComplex, PyFloat, type Value } from './values.ts';

export type Int = number | bigint;
type Num = Int | PyFloat | PyComplex;

const words = part<typeof import('./operands.ts')>('faults', 'operands');
const complex = part<typeof import('./complex.ts')>('math', 'complex');
const power = part<typeof import('./floatpow.ts').pow>('math', 'pow');

/** Largest int the engine makes, in bits. */
export const MAX_BITS = 4_000_000;

/** CPython's default of sys.set_int_max_str_digits(): decimal digits that an int may have as text. */
const MAX_DIGITS = 4300;
const TOO_LONG = 10n ** BigInt(MAX_DIGITS);

/** An int in decimal digits, as `str` gives it; raises CPython's ValueError for one that is too long. */
export function intText(v: Int): string {
  if (typeof v === 'bigint' && (v >= TOO_LONG || v <= -TOO_LONG)) {
    words().tooManyDigits(MAX_DIGITS);
  }
  const s = String(v);
  spendLooks(s.length);
  return s;
}

export function asNum(v: Value): Num | undefined {
  if (typeof v === 'number' || typeof v === 'bigint') return v;
  if (typeof v === 'boolean') return v ? 1 : 0;
  if (v instanceof PyFloat || v instanceof PyComplex) return v;
  return undefined;
}

export function toFloat(v: Int): number {
  const f = Number(v);
  if (!Number.isFinite(f)) raise('OverflowError', 'int too large to convert to float');
  return f;
}

function floorDivInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) raise('ZeroDivisionError', 'integer division or modulo by zero');
    const r = a % b;
    let q = (a - r) / b;
    if (r !== 0 && r < 0 !== b < 0) q -= 1;
    return intOf(q);
  }
  const x = BigInt(a);
  const y = BigInt(b);
  if (y === 0n) raise('ZeroDivisionError', 'integer division or modulo by zero');
  spendOn(x, y, false);
  let q = x / y;
  const r = x % y;
  if (r !== 0n && r < 0n !== y < 0n) q -= 1n;
  return int(q);
}

function modInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) raise('ZeroDivisionError', 'integer modulo by zero');
    const r = a % b;
    return r !== 0 && r < 0 !== b < 0 ? r + b : r + 0;
  }
  const x = BigInt(a);
  const y = BigInt(b);
  if (y === 0n) raise('ZeroDivisionError', 'integer modulo by zero');
  spendOn(x, y, false);
  const r = x % y;
  return int(r !== 0n && r < 0n !== y < 0n ? r + y : r);
}

function bitLength(a: Int): number {
  const x = BigInt(a);
  return (x < 0n ? -x : x).toString(16).length * 4;
}

/** Charges for an operation on large ints: their product's size, or the first one's alone. */
function spendOn(x: bigint, y: bigint, linear: boolean): void {
  if (BigInt.asIntN(SMALL, x) === x && BigInt.asIntN(SMALL, y) === y) return;
  spendInts(bitLength(x), linear ? 1 : bitLength(y));
}
/** Bits up to which an int is not worth a look. */
const SMALL = 4096;

function powInt(a: Int, b: Int): Value {
  if (b < 0) {
    if (a === 0) raise('ZeroDivisionError', '0.0 cannot be raised to a negative power');
    return new PyFloat(power()(toFloat(a), toFloat(b)));
  }
  if (a === 0 || a === 1 || a === -1) return b === 0 ? 1 : a === -1 ? (BigInt(b) % 2n === 0n ? 1 : -1) : a;
  if (bitLength(a) * Number(b) > MAX_BITS) throw new LimitReached('bits of an int', MAX_BITS);
  if (typeof a === 'number' && typeof b === 'number') {
    const r = a ** b;
    if (Number.isSafeInteger(r)) return r;
  }
  const size = bitLength(a) * Number(b);
  spendInts(size, size);
  return int(BigInt(a) ** BigInt(b));
}

function shift(a: Int, b: Int, left: boolean): Int {
  if (b < 0) raise('ValueError', 'negative shift count');
  if (left) {
    if (a === 0) return 0;
    if (Number(b) + bitLength(a) > MAX_BITS) throw new LimitReached('bits of an int', MAX_BITS);
    if (typeof a === 'number' && b < 31) {
      const r = a * 2 ** Number(b);
      if (Number.isSafeInteger(r)) return r;
    }
    spendInts(Number(b), 1);
    return int(BigInt(a) << BigInt(b));
  }
  if (typeof a === 'number' && b < 1000) return Math.floor(a / 2 ** Number(b)) + 0;
  return Number(b) > MAX_BITS ? (a < 0 ? -1 : 0) : int(BigInt(a) >> BigInt(b));
}

function bits(op: number, a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number' && (a | 0) === a && (b | 0) === b) {
    return op === 9 ? a & b : op === 10 ? a | b : a ^ b;
  }
  const x = BigInt(a);
  const y = BigInt(b);
  return int(op === 9 ? x & y : op === 10 ? x | y : x ^ y);
}

/** True division of ints, correctly rounded as CPython's. */
function trueDivInt(a: Int, b: Int): number {
  if (b === 0) raise('ZeroDivisionError', 'division by zero');
  if (typeof a === 'number' && typeof b === 'number') return a / b;
  const x = BigInt(a);
  const y = BigInt(b);
  const negative = x < 0n !== y < 0n;
  const n = x < 0n ? -x : x;
  const d = y < 0n ? -y : y;
  // Scale the quotient to 66 bits or more; the last bit remembers a remainder.
  const s = BigInt(Math.max(0, 66 - (n.toString(2).length - d.toString(2).length)));
  let q = (n << s) / d;
  if ((n << s) % d !== 0n) q |= 1n;
  const f = Number(q) / 2 ** Number(s);
  const r = s > 1000n ? Number(q) / 2 ** 600 / 2 ** (Number(s) - 600) : f;
  if (!Number.isFinite(r)) raise('OverflowError', 'integer division result too large for a float');
  return negative ? -r : r;
}

function intOp(op: number, a: Int, b: Int): Value {
  switch (op) {
    case 0:
    case 1:
    case 2: {
      if (typeof a === 'number' && typeof b === 'number') {
        const r = op === 0 ? a + b : op === 1 ? a - b : a * b;
        if (Number.isSafeInteger(r)) return r + 0;
      }
      const x = BigInt(a);
      const y = BigInt(b);
      if (op === 2) {
        const [m, n] = [bitLength(a), bitLength(b)];
        if (m + n > MAX_BITS) throw new LimitReached('bits of an int', MAX_BITS);
        spendInts(m, n);
      } else spendOn(x, y, true);
      return int(op === 0 ? x + y : op === 1 ? x - y : x * y);
    }
    case 3:
      return new PyFloat(trueDivInt(a, b));
    case 4:
      return floorDivInt(a, b);
    case 5:
      return modInt(a, b);
    case 6:
      return powInt(a, b);
    case 7:
      return shift(a, b, true);
    case 8:
      return shift(a, b, false);
    default:
      return bits(op, a, b);
  }
}

export function floatMod(a: number, b: number): number {
  if (b === 0) raise('ZeroDivisionError', 'float modulo');
  let r = a % b;
  if (r !== 0) {
    if (b < 0 !== r < 0) r += b;
  } else r = b < 0 ? -0 : 0;
  return r;
}

export function floatFloorDiv(a: number, b: number): number {
  if (b === 0) raise('ZeroDivisionError', 'float floor division by zero');
  const mod = a % b;
  let div = (a - mod) / b;
  if (mod !== 0 && b < 0 !== mod < 0) div -= 1;
  if (div === 0) return Object.is(a / b < 0, true) ? -0 : 0 * (a / b);
  const floor = Math.floor(div);
  return div - floor > 0.5 ? floor + 1 : floor;
}

function powFloat(a: number, b: number): Value {
  if (a === 0 && b < 0) raise('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) return complex().complexPow(a, 0, b, 0);
  // C's pow, not JavaScript's: 1 ** nan is 1, (-1) ** inf is 1.
  if (a === 1 || (a === -1 && !Number.isFinite(b) && !Number.isNaN(b))) return new PyFloat(1);
  const r = power()(a, b);
  if (!Number.isFinite(r) && Number.isFinite(a) && Number.isFinite(b)) raise('OverflowError', "(34, 'Numerical result out of range')");
  return new PyFloat(r);
}

function floatOp(op: number, a: number, b: number): Value | undefined {
  switch (op) {
    case 0:
      return new PyFloat(a + b);
    case 1:
      return new PyFloat(a - b);
    case 2:
      return new PyFloat(a * b);
    case 3:
      if (b === 0) raise('ZeroDivisionError', 'float division by zero');
      return new PyFloat(a / b);
    case 4:
      return new PyFloat(floatFloorDiv(a, b));
    case 5:
      return new PyFloat(floatMod(a, b));
    case 6:
      return powFloat(a, b);
    default:
      return undefined;
  }
}

/** Arithmetic of plain numbers; undefined when the pair has no such operator. */
export function numberOp(op: number, x: Value, y: Value): Value | undefined {
  const a = asNum(x);
  const b = asNum(y);
  if (a === undefined || b === undefined) return undefined;
  if (a instanceof PyComplex || b instanceof PyComplex) return complex().complexOp(op, asComplex(a), asComplex(b));
  if (a instanceof PyFloat) return floatOp(op, a.v, b instanceof PyFloat ? b.v : toFloat(b));
  if (b instanceof PyFloat) return floatOp(op, toFloat(a), b.v);
  if (op >= 9 && op <= 11 && typeof x === 'boolean' && typeof y === 'boolean') return op === 9 ? x && y : op === 10 ? x || y : x !== y;
  return op === 12 ? undefined : intOp(op, a, b);
}

function asComplex(v: Num): PyComplex {
  if (v instanceof PyComplex) return v;
  return new PyComplex(complexType, v instanceof PyFloat ? v.v : toFloat(v), 0);
}

/** -1, 0, 1, or NaN for an unordered pair. Exact between int and float. */
export function compareNumbers(a: Int | PyFloat, b: Int | PyFloat): number {
  const x = a instanceof PyFloat ? a.v : a;
  const y = b instanceof PyFloat ? b.v : b;
  // JavaScript compares bigint and number exactly.
  return x < y ? -1 : x > y ? 1 : x == y ? 0 : Number.NaN; // eslint-disable-line eqeqeq
}
