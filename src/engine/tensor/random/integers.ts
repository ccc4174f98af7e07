/**
 * `random_`, `randint` and `randperm`.
 *
 * 32 random bits a number, 64 where the range reaches 2^28 (PyTorch's threshold for a skew of at most 5 %); reduced by
 * the remainder. ATen/native/DistributionTemplates.h is the reference, its error messages included.
 */
import { fromBigInts, fromWorking } from '../access.ts';
import type { DType, DTypeName } from '../dtype.ts';
import { runtimeError, Unsupported } from '../errors.ts';
import { CPP } from '../promotion.ts';
import type { Tensor } from '../tensor.ts';
import { fillSerial, inMemoryOrder } from './fill.ts';
import type { Generator } from './generator.ts';

/** Bits of the significand, the hidden one included. */
const DIGITS: Partial<Record<DTypeName, number>> = { float64: 53, float32: 24, float16: 11, bfloat16: 8 };
const INT_BITS: Partial<Record<DTypeName, number>> = { int64: 63, int32: 31, int16: 15, int8: 7, uint8: 8, bool: 1 };
const FLOAT_MAX: Partial<Record<DTypeName, number>> = {
  float64: Number.MAX_VALUE,
  float32: 3.4028234663852886e38,
  float16: 65504,
  bfloat16: 3.3895313892515355e38,
};

const INT64_MAX = 2n ** 63n - 1n;
const TYPE_NAME: Partial<Record<DTypeName, string>> = {
  int64: 'long',
  int32: 'int',
  int16: 'short',
  int8: 'signed char',
  uint8: 'unsigned char',
  bool: 'bool',
  float64: 'double',
  float32: 'float',
  float16: 'c10::Half',
  bfloat16: 'c10::BFloat16',
};

/** The nearest multiple of the float's spacing inside [from, to), where the bound itself would round outward. */
function tighten(value: bigint, digits: number, upper: boolean): bigint {
  const probe = upper ? value - 1n : value + 1n;
  const rounded = roundToDigits(probe, digits);
  if (upper ? rounded < value : rounded >= value) return value;
  const abs = probe < 0n ? -probe : probe;
  const step = 1n << BigInt(Math.max(abs.toString(2).length - 1 - digits + 1, 0));
  return upper ? rounded - step : rounded + step;
}

function roundToDigits(v: bigint, digits: number): bigint {
  const abs = v < 0n ? -v : v;
  const drop = BigInt(Math.max(abs.toString(2).length - digits, 0));
  if (drop === 0n) return v;
  let q = abs >> drop;
  const rest = abs - (q << drop);
  const half = 1n << (drop - 1n);
  if (rest > half || (rest === half && q & 1n)) q++;
  const r = q << drop;
  return v < 0n ? -r : r;
}

function checkBounds(from: bigint, last: bigint, dtype: DType): void {
  const bits = INT_BITS[dtype.name];
  for (const [v, name] of [
    [from, 'from'],
    [last, 'to - 1'],
  ] as const) {
    const inside =
      bits === undefined
        ? Math.abs(Number(v)) <= (FLOAT_MAX[dtype.name] as number)
        : v <= 2n ** BigInt(bits) - 1n && v >= (dtype.name === 'uint8' || dtype.name === 'bool' ? 0n : -(2n ** BigInt(bits)));
    if (!inside) throw runtimeError(`${name} is out of bounds for ${TYPE_NAME[dtype.name]}`);
  }
}

/**
 * `t.random_(from, to)`; `to` null: up to the largest value of the type (2^digits for floats), and with `from` absent
 * too, `t.random_()`.
 */
export function fillRandom(t: Tensor, from: bigint | null, to: bigint | null, g: Generator): void {
  if (t.dtype.category === 'complex' || t.dtype.name.startsWith('float8')) {
    throw new Unsupported(`random_ on ${CPP[t.dtype.name]}`);
  }
  if (from === null) {
    fillWhole(t, g);
    return;
  }
  const digits = DIGITS[t.dtype.name];
  let first = from;
  let range: bigint;
  if (to !== null) {
    if (first >= to) {
      throw runtimeError(`random_ expects 'from' to be less than 'to', but got from=${first} >= to=${to}`);
    }
    let end = to;
    if (digits !== undefined) {
      first = tighten(first, digits, false);
      end = tighten(end, digits, true);
      if (first >= end) {
        throw runtimeError(`random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got from=${first} >= to=${end}`);
      }
    }
    checkBounds(first, end - 1n, t.dtype);
    range = end - first;
  } else if (first === -INT64_MAX - 1n) {
    g.willChange();
    drawBigInts(t, () => BigInt.asIntN(64, g.random64()));
    return;
  } else {
    const last = digits !== undefined ? 2n ** BigInt(digits) : 2n ** BigInt(INT_BITS[t.dtype.name] as number) - 1n;
    if (digits !== undefined) first = tighten(first, digits, false);
    checkBounds(first, last, t.dtype);
    range = last - first + 1n;
  }
  if (t.numel === 0) return;
  g.willChange();
  if (range >= 2n ** 28n) {
    drawBigInts(t, () => BigInt.asIntN(64, (g.random64() % range) + first));
    return;
  }
  const [small, base] = [Number(range), Number(first)];
  if (Number.isSafeInteger(base)) fillSerial(t, () => (g.random() % small) + base);
  else drawBigInts(t, () => BigInt(g.random() % small) + first);
}

function fillWhole(t: Tensor, g: Generator): void {
  if (t.numel === 0) return;
  g.willChange();
  const name = t.dtype.name;
  if (name === 'int64') return drawBigInts(t, () => g.random64() & INT64_MAX);
  if (name === 'float64') return drawBigInts(t, () => g.random64() % (2n ** 53n + 1n));
  const digits = DIGITS[name];
  const modulus = digits !== undefined ? 2 ** digits + 1 : 2 ** (INT_BITS[name] as number);
  fillSerial(t, () => g.random() % modulus);
}

function drawBigInts(t: Tensor, draw: () => bigint): void {
  const values = Array.from({ length: t.numel }, draw);
  const { view } = inMemoryOrder(t);
  if (t.dtype.category === 'float') fromWorking(view, Float64Array.from(values, Number));
  else fromBigInts(view, values);
}

/** The numbers 0 … n − 1 in random order (`torch.randperm`). */
export function permutation(n: number, g: Generator): Float64Array {
  if (n >= 214748364) throw new Unsupported('randperm of more than 214,748,363 elements');
  g.willChange();
  const p = Float64Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < n - 1; i++) {
    const j = i + (g.random() % (n - i));
    const v = p[i];
    p[i] = p[j];
    p[j] = v;
  }
  return p;
}
