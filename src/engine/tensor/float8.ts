/**
 * The numbers of eight bits, bit for bit as PyTorch's CPU casts: made from a float32, ties to even. float8_e4m3fn has no
 * infinity and saturates at 448; float8_e5m2 overflows to infinity. In a pack: few programs have them.
 */
import { roundEven } from './rounding.ts';

const F32 = new Float32Array(1);
const U32 = new Uint32Array(F32.buffer);
const F64 = new Float64Array(1);
const U64 = new Uint32Array(F64.buffer);

interface MiniFloat {
  readonly mantissa: number;
  readonly bias: number;
  readonly nan: number;
  /** Largest code of a finite value, and what overflow gives. */
  readonly maxFinite: number;
  readonly overflow: number;
}

const E4M3FN: MiniFloat = { mantissa: 3, bias: 7, nan: 0x7f, maxFinite: 0x7e, overflow: 0x7e };
const E5M2: MiniFloat = { mantissa: 2, bias: 15, nan: 0x7f, maxFinite: 0x7b, overflow: 0x7c };

function encodeMini(x: number, f: MiniFloat): number {
  F32[0] = x;
  const sign = (U32[0] >>> 24) & 0x80;
  const v = Math.abs(F32[0]);
  if (v !== v) return sign | f.nan;
  if (v === Infinity) return sign | f.overflow;
  F64[0] = v;
  const exponent = Math.max((U64[1] >>> 20) - 1023, 1 - f.bias);
  const q = roundEven(v * 2 ** (f.mantissa - exponent));
  const code = ((exponent + f.bias - 1) << f.mantissa) + q;
  return sign | (code > f.maxFinite ? f.overflow : code);
}

function decodeMini(code: number, f: MiniFloat): number {
  const sign = code & 0x80 ? -1 : 1;
  const abs = code & 0x7f;
  if (abs > f.maxFinite) return abs === f.overflow ? sign * Infinity : NaN;
  const exp = abs >>> f.mantissa;
  const unit = 1 << f.mantissa;
  const frac = abs & (unit - 1);
  return exp === 0 ? sign * (frac / unit) * 2 ** (1 - f.bias) : sign * (1 + frac / unit) * 2 ** (exp - f.bias);
}

/** A kind's bits and numbers; `values` has the numbers of all 256. */
export interface Float8 {
  readonly values: Float32Array;
  encode(x: number): number;
  decode(code: number): number;
}

function kind(f: MiniFloat): Float8 {
  const values = Float32Array.from({ length: 256 }, (_, i) => decodeMini(i, f));
  return { values, encode: (x) => encodeMini(x, f), decode: (code) => values[code] };
}

export const float8 = { float8_e4m3fn: kind(E4M3FN), float8_e5m2: kind(E5M2) };
