/**
 * exp and its family, in double, error below 1 ulp.
 *
 * Method and coefficients are those of fdlibm (Sun Microsystems, freely granted): x = k·ln 2 + r, then a rational
 * approximation on |r| ≤ ln 2 / 2. Own code, so that every browser gives the same bytes (`Math.exp` may differ).
 */
import { scale } from './bits.ts';

const LN2_HI = 6.9314718036912381649e-1;
const LN2_LO = 1.90821492927058770002e-10;
const INV_LN2 = 1.442695040888963387;
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.61375632143793436117e-5;
const P4 = -1.6533902205465251539e-6;
const P5 = 4.13813679705723846039e-8;

export function exp(x: number): number {
  if (x !== x) return x;
  if (x > 709.782712893383973096) return Infinity;
  if (x < -745.13321910194110842) return 0;
  const abs = x < 0 ? -x : x;
  let hi = x;
  let lo = 0;
  let k = 0;
  if (abs > 0.34657359027997264) {
    k = abs < 1.0397207708399179 ? (x < 0 ? -1 : 1) : Math.trunc(INV_LN2 * x + (x < 0 ? -0.5 : 0.5));
    hi = x - k * LN2_HI;
    lo = k * LN2_LO;
  } else if (abs < 2 ** -28) {
    return 1 + x;
  }
  const r = hi - lo;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  const y = 1 - (lo - (r * c) / (2 - c) - hi);
  return k > -1022 && k < 1024 ? y * 2 ** k : scale(y, k);
}

const Q1 = -3.33333333333331316428e-2;
const Q2 = 1.58730158725481460165e-3;
const Q3 = -7.93650757867487942473e-5;
const Q4 = 4.00821782732936239552e-6;
const Q5 = -2.01099218183624371326e-7;

export function expm1(x: number): number {
  if (x !== x) return x;
  if (x > 709.782712893383973096) return Infinity;
  if (x < -38.816242) return -1;
  const abs = x < 0 ? -x : x;
  if (abs < 2 ** -54) return x;
  let r = x;
  let c = 0;
  let k = 0;
  if (abs > 0.34657359027997264) {
    k = abs < 1.0397207708399179 ? (x < 0 ? -1 : 1) : Math.trunc(INV_LN2 * x + (x < 0 ? -0.5 : 0.5));
    const hi = x - k * LN2_HI;
    const lo = k * LN2_LO;
    r = hi - lo;
    c = hi - r - lo;
  }
  const half = 0.5 * r;
  const square = r * half;
  const r1 = 1 + square * (Q1 + square * (Q2 + square * (Q3 + square * (Q4 + square * Q5))));
  const t = 3 - r1 * half;
  let e = square * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * e - square);
  e = r * (e - c) - c;
  e -= square;
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k <= -2 || k > 56) {
    const y = 1 - (e - r);
    return (k === 1024 ? y * 2 * 2 ** 1023 : y * 2 ** k) - 1;
  }
  if (k < 20) return (1 - 2 ** -k - (e - r)) * 2 ** k;
  return (r - (e + 2 ** -k) + 1) * 2 ** k;
}

export const exp2 = (x: number): number => {
  const k = Math.round(x);
  if (!(Math.abs(x) < 1100)) return x > 0 ? Infinity : x < 0 ? 0 : x;
  return scale(exp((x - k) * 0.6931471805599453), k);
};

export function sinh(x: number): number {
  const abs = Math.abs(x);
  if (abs < 2 ** -28 || x !== x) return x;
  const h = x < 0 ? -0.5 : 0.5;
  if (abs < 22) {
    const t = expm1(abs);
    return abs < 1 ? h * (2 * t - (t * t) / (t + 1)) : h * (t + t / (t + 1));
  }
  if (abs < 709.782712893384) return h * exp(abs);
  const w = exp(0.5 * abs);
  return h * w * w;
}

export function cosh(x: number): number {
  const abs = Math.abs(x);
  if (abs < 0.34657359027997264) {
    const t = expm1(abs);
    const w = 1 + t;
    return abs < 2 ** -55 ? w : 1 + (t * t) / (w + w);
  }
  if (abs < 22) {
    const t = exp(abs);
    return 0.5 * t + 0.5 / t;
  }
  if (abs < 709.782712893384) return 0.5 * exp(abs);
  const w = exp(0.5 * abs);
  return 0.5 * w * w;
}

export function tanh(x: number): number {
  if (x !== x) return x;
  const abs = x < 0 ? -x : x;
  if (abs < 2 ** -55) return x;
  let z = 1;
  if (abs < 22) {
    if (abs >= 1) {
      z = 1 - 2 / (expm1(2 * abs) + 2);
    } else {
      const t = expm1(-2 * abs);
      z = -t / (t + 2);
    }
  }
  return x < 0 ? -z : z;
}

/** 1 / (1 + e^-x) */
export const sigmoid = (x: number): number => 1 / (1 + exp(-x));
