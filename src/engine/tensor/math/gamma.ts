/**
 * lgamma and digamma in double.
 *
 * lgamma: Stirling's series above 15, the recurrence below, Taylor series about 1 and 2 (where it is zero), reflection
 * for negative arguments. digamma: recurrence and asymptotic series, reflection. Own code after the standard formulas
 * (DLMF 5.5, 5.7, 5.11); the coefficients are Bernoulli numbers and ζ(k).
 */
import { log } from '../../python/elementary/log.ts';
import { sin, tan } from '../../python/elementary/trig.ts';
import { logF32 } from './single.ts';

const EULER = 0.5772156649015329;
const HALF_LOG_2PI = 0.9189385332046728;
/** B(2k) / (2k (2k − 1)) */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];

const ZETA: number[] = [];
/** ζ(k) − 1 for k ≥ 2, summed directly with an Euler–Maclaurin tail. */
function zetaMinusOne(k: number): number {
  if (ZETA[k] !== undefined) return ZETA[k];
  const N = 60;
  let sum = 0;
  const power = (n: number): number => {
    let p = 1;
    for (let i = 0; i < k; i++) p /= n;
    return p;
  };
  const last = power(N);
  sum +=
    (last * N) / (k - 1) +
    last / 2 +
    (k * last) / (12 * N) -
    (k * (k + 1) * (k + 2) * last) / (720 * N ** 3) +
    (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * last) / (30240 * N ** 5);
  for (let n = N - 1; n >= 2; n--) sum += power(n);
  ZETA[k] = sum;
  return sum;
}

/** ln Γ(1 + z) for small z, without the term ln(1 + z): −ln(1 + z) + z(1 − γ) + Σ (−1)^k (ζ(k) − 1) z^k / k. */
function nearOne(z: number): number {
  let sum = 0;
  for (let k = 40; k >= 2; k--) sum = (zetaMinusOne(k) / k) * (k % 2 ? -1 : 1) + sum * z;
  return z * (1 - EULER) + sum * z * z;
}

export function lgamma(x: number): number {
  if (x !== x) return x;
  if (Math.abs(x) === Infinity) return Infinity;
  if (x <= 0) {
    if (Number.isInteger(x)) return Infinity;
    const s = sin(Math.PI * (x - Math.floor(x)));
    return log(Math.PI / Math.abs(s * x)) - lgamma(-x);
  }
  if (x < 1e-17) return -log(x);
  if (x < 0.5) return nearOne(x) - log1pOf(x) - log(x);
  if (x < 1.5) return nearOne(x - 1) - log1pOf(x - 1);
  if (x < 2.5) return nearOne(x - 2);
  let shift = 1;
  while (x < 15) {
    shift *= x;
    x += 1;
  }
  const z = 1 / (x * x);
  let sum = 0;
  for (let k = STIRLING.length - 1; k >= 0; k--) sum = STIRLING[k] + sum * z;
  const r = (x - 0.5) * log(x) - x + HALF_LOG_2PI + sum / x;
  return shift === 1 ? r : r - log(shift);
}

/** ln(1 + z), written so that 1 + z is exact enough for |z| ≤ 1/2. */
function log1pOf(z: number): number {
  const u = 1 + z;
  return u === 1 ? z : (log(u) * z) / (u - 1);
}

export function digamma(x: number): number {
  if (x === 0) return Object.is(x, -0) ? Infinity : -Infinity;
  if (x < 0) {
    if (Number.isInteger(x)) return NaN;
    const q = x - Math.trunc(x);
    return digamma(1 - x) - Math.PI / tan(Math.PI * q);
  }
  if (x !== x || x === Infinity) return x;
  let result = 0;
  while (x < 12) {
    result -= 1 / x;
    x += 1;
  }
  const z = 1 / (x * x);
  const series = z * (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z * (1 / 132 - z * (691 / 32760 - z / 12))))));
  return result + log(x) - 0.5 / x - series;
}

/** Bernoulli numbers over their index, highest first. */
const SERIES = [
  8.33333333333333333333e-2, -2.10927960927960927961e-2, 7.57575757575757575758e-3, -4.16666666666666666667e-3, 3.96825396825396825397e-3,
  -8.33333333333333333333e-3, 8.33333333333333333333e-2,
].map(Math.fround);

/** digamma in float32 as PyTorch takes it (`calc_digamma(float)`): every step rounded, so that sums of large terms lose the same bits. */
export function digammaF32(x: number): number {
  const r = Math.fround;
  if (x === 0) return Object.is(x, -0) ? Infinity : -Infinity;
  if (x < 0) {
    if (Number.isInteger(x)) return NaN;
    return r(digammaF32(r(1 - x)) - r(Math.PI / tan(Math.PI * (x - Math.trunc(x)))));
  }
  let [result, v] = [0, x];
  while (v < 10) {
    result = r(result - r(1 / v));
    v = r(v + 1);
  }
  if (v === 10) return r(result + r(2.25175258906672110764));
  let y = 0;
  if (v < 1e17) {
    const z = r(1 / r(v * v));
    for (const c of SERIES) y = r(r(y * z) + c);
    y = r(z * y);
  }
  return r(r(r(result + logF32(v)) - r(0.5 / v)) - y);
}
