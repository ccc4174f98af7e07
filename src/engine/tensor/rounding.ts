/**
 * Encoding and decoding of the number formats, bit for bit as PyTorch's CPU casts.
 *
 * float16 and bfloat16 are made from a float32 (a double is rounded to float32 first, as `c10::Half(float)` does, double
 * rounding included). Ties go to even. NaN bit patterns are those of PyTorch's scalar code: its vector code for bfloat16
 * gives other NaN bits, which only a `view(torch.int16)` can show. Kinds of eight bits: `float8.ts`.
 * Float to integer truncates; what lies outside gives what x86 gives (the most negative int32 or int64, cut to size),
 * since C++ leaves it undefined.
 */

const F32 = new Float32Array(1);
const U32 = new Uint32Array(F32.buffer);
const F64 = new Float64Array(1);
const U64 = new Uint32Array(F64.buffer);

/** Round half to even of a double below 2^51 in magnitude. */
const MAGIC = 6755399441055744;
export const roundEven = (x: number): number => x + MAGIC - MAGIC;

export const roundF32 = Math.fround;

export function encodeF16(x: number): number {
  F32[0] = x;
  const bits = U32[0];
  const sign = (bits >>> 16) & 0x8000;
  const abs = bits & 0x7fffffff;
  if (abs >= 0x477ff000) {
    if (abs > 0x7f800000) return sign | 0x7e00;
    return sign | 0x7c00;
  }
  if (abs < 0x38800000) return sign | roundEven(Math.abs(F32[0]) * 16777216);
  return sign | ((abs + 0xfff + ((abs >>> 13) & 1) - 0x38000000) >>> 13);
}

let f16Table: Float32Array | null = null;

function decodeF16Slow(h: number): number {
  const sign = h & 0x8000 ? -1 : 1;
  const exp = (h >>> 10) & 31;
  const frac = h & 1023;
  if (exp === 31) return frac ? NaN : sign * Infinity;
  if (exp === 0) return sign * frac * 2 ** -24;
  return sign * (1 + frac / 1024) * 2 ** (exp - 15);
}

/** All 65,536 float16 values, made when first asked for. */
export function f16Values(): Float32Array {
  if (!f16Table) {
    f16Table = new Float32Array(65536);
    for (let i = 0; i < 65536; i++) f16Table[i] = decodeF16Slow(i);
  }
  return f16Table;
}

export const decodeF16 = (h: number): number => f16Values()[h];

export function encodeBF16(x: number): number {
  F32[0] = x;
  const bits = U32[0];
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fc0;
  return ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff;
}

export function decodeBF16(h: number): number {
  U32[0] = h << 16;
  return F32[0];
}

export const roundBF16 = (x: number): number => decodeBF16(encodeBF16(x));
export const roundF16 = (x: number): number => decodeF16(encodeF16(x));

const INT64_MIN = -(2n ** 63n);

/** C++ `static_cast<int64_t>(double)` as x86 does it. */
export function floatToInt64(x: number): bigint {
  return x >= -9223372036854775808 && x < 9223372036854775808 ? BigInt(Math.trunc(x)) : INT64_MIN;
}

/** C++ `static_cast<int32_t>(double)` as x86 does it; int16 and int8 are cut from it. */
export function floatToInt32(x: number): number {
  return x > -2147483649 && x < 2147483648 ? Math.trunc(x) : -2147483648;
}

/** The double nearest to an int64, rounded to float32: one rounding, as `cvtsi2ss` does. */
export function bigToF32(v: bigint): number {
  const d = Number(v);
  if (BigInt(d) === v) return Math.fround(d);
  // Number() has rounded already: make the double sticky (round to odd) so that the second rounding sees the remainder.
  F64[0] = d;
  const odd = U64[0] & 1;
  if (!odd) {
    const away = d > 0 ? BigInt(d) < v : BigInt(d) > v;
    F64[0] = d;
    const step = nextToward(d, away);
    return Math.fround(step);
  }
  return Math.fround(d);
}

/** Neighbour of `d`: further from zero, or nearer. */
function nextToward(d: number, away: boolean): number {
  F64[0] = d;
  if (away) {
    U64[0] = U64[0] + 1;
    if (U64[0] === 0) U64[1] = U64[1] + 1;
  } else {
    if (U64[0] === 0) U64[1] = U64[1] - 1;
    U64[0] = U64[0] - 1;
  }
  return F64[0];
}
