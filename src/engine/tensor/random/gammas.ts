/**
 * Samplers by rejection: gamma, Poisson and binomial numbers, in the order in which PyTorch draws uniforms and normals.
 *
 * Methods: Marsaglia and Tsang (gamma), Hörmann's transformed rejection (Poisson from rate 10 on, binomial from ten
 * expected successes on), products of uniforms and geometric gaps below. Constants and the order of draws as in
 * ATen/native/Distributions.h. All arithmetic is double; `r` rounds where PyTorch computes in the tensor's own type.
 */
import { lgamma } from '../math/gamma.ts';
import { exp, log, log1p, pow } from '../math/index.ts';
import type { Generator } from './generator.ts';
import { nextNormal } from './normal.ts';

const { fround } = Math;

/** One draw from Gamma(shape, 1), before it is rounded to the tensor's type. */
export function drawGamma(shape: number, g: Generator, r: (x: number) => number): number {
  let alpha = shape;
  let scale = 1;
  if (alpha < 1) {
    if (alpha === 0) return 0;
    scale = pow(1 - g.uniformDouble(), 1 / alpha);
    alpha = r(alpha + 1);
  }
  const d = r(alpha - fround(1 / 3));
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    let x: number;
    let y: number;
    do {
      x = nextNormal(g);
      y = 1 + c * x;
    } while (y <= 0);
    const v = y * y * y;
    const u = 1 - g.uniformDouble();
    const xx = x * x;
    if (u < 1 - fround(0.0331) * xx * xx || log(u) < 0.5 * xx + d * (1 - v + log(v))) return scale * d * v;
  }
}

/** One draw from Poisson(rate). */
export function drawPoisson(rate: number, g: Generator): number {
  if (rate === 0) return 0;
  if (rate < 10) {
    const least = exp(-rate);
    let count = 0;
    for (let p = g.uniformDouble(); p > least; p *= g.uniformDouble()) count++;
    return count;
  }
  const b = 0.931 + 2.53 * Math.sqrt(rate);
  const a = -0.059 + 0.02483 * b;
  const invAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const tight = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const U = g.uniformDouble() - 0.5;
    const V = g.uniformDouble();
    const us = 0.5 - Math.abs(U);
    const k = Math.floor(((2 * a) / us + b) * U + rate + 0.43);
    if (us >= 0.07 && V <= tight) return k;
    if (k < 0 || (us < 0.013 && V > us)) continue;
    if (log(V) + log(invAlpha) - log(a / (us * us) + b) <= -rate + k * log(rate) - lgamma(k + 1)) return k;
  }
}

/** ln k! less Stirling's main terms; a table for small k. */
const TAIL = [
  0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707, 0.0118967099458917,
  0.010411265261972, 0.00925546218271273, 0.00833056343336287,
];
function stirlingTail(k: number): number {
  if (k <= 9) return TAIL[k];
  const square = (k + 1) * (k + 1);
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}

function transformedBinomial(n: number, p: number, g: Generator): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const c = n * p + 0.5;
  const tight = 0.92 - 4.2 / b;
  const odds = p / (1 - p);
  const alpha = (2.83 + 5.1 / b) * spread;
  const m = Math.floor((n + 1) * p);
  for (;;) {
    const U = g.uniformDouble() - 0.5;
    const V = g.uniformDouble();
    const us = 0.5 - Math.abs(U);
    const k = Math.floor(((2 * a) / us + b) * U + c);
    if (us >= 0.07 && V <= tight) return k;
    if (k < 0 || k > n) continue;
    const bound =
      (m + 0.5) * log((m + 1) / (odds * (n - m + 1))) +
      (n + 1) * log((n - m + 1) / (n - k + 1)) +
      (k + 0.5) * log((odds * (n - k + 1)) / (k + 1)) +
      stirlingTail(m) +
      stirlingTail(n - m) -
      stirlingTail(k) -
      stirlingTail(n - k);
    if (log((V * alpha) / (a / (us * us) + b)) <= bound) return k;
  }
}

function geometricGaps(n: number, p: number, g: Generator): number {
  const logOther = log1p(-p);
  let [sum, count] = [0, 0];
  for (;;) {
    sum += Math.ceil(log(g.uniformDouble()) / logOther);
    if (sum > n) return count;
    count++;
  }
}

/** One draw from Binomial(n, p). */
export function drawBinomial(n: number, p: number, g: Generator, r: (x: number) => number): number {
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (!(p <= 0.5)) return p > 0.5 ? n - small(n, r(1 - p), g) : NaN;
  return small(n, p, g);
}
const small = (n: number, p: number, g: Generator): number => (n * p >= 10 ? transformedBinomial(n, p, g) : geometricGaps(n, p, g));
