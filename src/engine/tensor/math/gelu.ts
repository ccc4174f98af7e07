/**
 * GELU on float32 and its derivative, as PyTorch computes them.
 *
 * Contiguous float32 tensors of more than one element go through oneDNN, which takes erf from Abramowitz and Stegun's
 * formula 7.1.26 with fused multiply-adds (eltwise injector, AVX2): its absolute error of 1e-7 shows in the fifth digit of
 * small results. Everything else, and half types, goes through the C library's erf. Found and checked by experiment; on
 * processors with AVX-512 oneDNN uses another polynomial.
 */
import { erfF32 } from './erff.ts';

const fround = Math.fround;
const F32 = new Float32Array(1);
const I32 = new Int32Array(F32.buffer);

function fromBits(bits: number): number {
  I32[0] = bits;
  return F32[0];
}

/** a·b + c rounded once, but for double rounding in one case of 2^29. */
const fma = (a: number, b: number, c: number): number => fround(a * b + c);

const E1 = fromBits(0x3f7ffffb);
const E2 = fromBits(0x3efffee3);
const E3 = fromBits(0x3e2aad40);
const E4 = fromBits(0x3d2b9d0d);
const E5 = fromBits(0x3c07cfce);
const LN2 = fromBits(0x3f317218);
const LOG2E = fromBits(0x3fb8aa3b);
const LOWEST = fromBits(0xc2aeac50);

/** oneDNN's exp for x ≤ 0. */
function expNegative(x: number): number {
  if (x < LOWEST) return 0;
  const n = Math.floor(fround(fround(x * LOG2E) + 0.5));
  const r = fma(-n, LN2, x);
  const p = fma(fma(fma(fma(fma(E5, r, E4), r, E3), r, E2), r, E1), r, 1);
  return fround(fround(p * 2 ** (n - 1)) * 2);
}

const INVERSE_SQRT2 = fromBits(0x3f3504f3);
const INVERSE_SQRT_PI = fromBits(0x3f106eba);
const P = fromBits(0x3ea7ba05);
const A1 = fromBits(0x3e827906);
const A2 = fromBits(0xbe91a98e);
const A3 = fromBits(0x3fb5f0e3);
const A4 = fromBits(0xbfba00e3);
const A5 = fromBits(0x3f87dc22);

/** erf(x), given e^(−x²). */
function erfStegun(x: number, q: number): number {
  const t = fround(1 / fma(P, Math.abs(x), 1));
  const r = fma(fma(fma(fma(A5, t, A4), t, A3), t, A2), t, A1);
  const erf = fma(fround(-q * t), r, 1);
  return x < 0 || Object.is(x, -0) ? -erf : erf;
}

/** `gelu` of a contiguous float32 tensor. */
export function geluF32(s: number): number {
  const x = fround(s * INVERSE_SQRT2);
  const half = fround(s * 0.5);
  return fma(erfStegun(x, expNegative(-fround(x * x))), half, half);
}

/** Derivative of `gelu` there; the caller multiplies by the incoming gradient. */
export function geluGradF32(s: number): number {
  const x = fround(s * INVERSE_SQRT2);
  const q = expNegative(-fround(x * x));
  const t = fround(fround(x * INVERSE_SQRT_PI) * q);
  return fma(erfStegun(x, q), 0.5, fround(t + 0.5));
}

/** `gelu` element by element: the other layouts, single elements, and half types (widened). */
export const geluScalarF32 = (x: number): number => fround(fround(x * 0.5) * fround(1 + erfF32(fround(x * fround(Math.SQRT1_2)))));
