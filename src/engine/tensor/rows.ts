/**
 * Statistics of one contiguous row in PyTorch's order of operations: mean and variance (layer norm), variance (`var`,
 * `std`), Euclidean norm, softmax.
 *
 * ATen/native/cpu/moments_utils.h, ReduceOpsKernel.cpp, vec/functional_base.h and SoftMaxKernel are the references, at the
 * reference numerics' 8 float32 lanes (4 for float64).
 */
import type { Working } from './access.ts';
import { exp, expF32, log, logF32 } from './math/index.ts';

const fround = Math.fround;
const CHUNK = 16;

/** c_j = 1 / (j + 1), the weight of the j-th vector of a chunk. */
const WEIGHT_F32 = Float32Array.from({ length: CHUNK }, (_, j) => 1 / (j + 1));
const WEIGHT_F64 = Float64Array.from({ length: CHUNK }, (_, j) => 1 / (j + 1));

interface Moments {
  count: number;
  readonly mean: Working;
  readonly m2: Working;
}

/** Joins the moments of two sets of values, lane by lane. */
function join(into: Moments, count: number, mean: Working, m2: Working, round: (x: number) => number): void {
  const n = into.count + count;
  const c = n === 0 ? 0 : round(count / n);
  for (let l = 0; l < into.mean.length; l++) {
    const delta = round(mean[l] - into.mean[l]);
    const sum = round(into.m2[l] + m2[l]);
    const weighted = round(c * delta);
    const scaled = round(delta * into.count);
    into.mean[l] += weighted;
    into.m2[l] = round(round(scaled * weighted) + sum);
  }
  into.count = n;
}

/**
 * Mean and variance (divided by n − ddof) of `n` values from `at` on: Welford's updates in vectors, joined pairwise.
 * `half`: the values came from a 16-bit type, whose vectors hold twice as many.
 */
export function rowMoments(x: Working, at: number, n: number, ddof = 0, half = false): { mean: number; variance: number } {
  const single = x instanceof Float32Array;
  const round = single ? fround : (v: number): number => v;
  const lanes = single ? 8 : 4;
  const width = half ? 2 * lanes : lanes;
  const array = (): Working => (single ? new Float32Array(lanes) : new Float64Array(lanes));
  const weight = single ? WEIGHT_F32 : WEIGHT_F64;
  const vectors = Math.floor(n / width);
  const chunks = Math.ceil(vectors / CHUNK);
  const depth = Math.max(chunks <= 1 ? 0 : 32 - Math.clz32(chunks - 1), 1);
  const stack: Moments[] = Array.from({ length: depth }, () => ({ count: 0, mean: array(), m2: array() }));
  const mean = array();
  const m2 = array();
  for (let i = 0; i < chunks; i++) {
    const count = Math.min(CHUNK, vectors - i * CHUNK);
    for (let part = 0; part < width / lanes; part++) {
      mean.fill(0);
      m2.fill(0);
      for (let j = 0; j < count; j++) {
        const p = at + (i * CHUNK + j) * width + part * lanes;
        for (let l = 0; l < lanes; l++) {
          const v = x[p + l];
          const delta = round(v - mean[l]);
          mean[l] = round(round(weight[j] * delta) + mean[l]);
          m2[l] = round(round(delta * round(v - mean[l])) + m2[l]);
        }
      }
      join(stack[0], count, mean, m2, round);
    }
    for (let j = 1, mask = i + 1; j < depth && (mask & 1) === 0; j++, mask >>= 1) {
      const low = stack[j - 1];
      join(stack[j], low.count, low.mean, low.m2, round);
      low.count = 0;
      low.mean.fill(0);
      low.m2.fill(0);
    }
  }
  for (let j = 1; j < depth; j++) join(stack[0], stack[j].count, stack[j].mean, stack[j].m2, round);
  let count = 0;
  let mu = 0;
  let squares = 0;
  for (let i = vectors * width; i < n; i++) {
    const delta = round(x[at + i] - mu);
    count++;
    mu = round(mu + round(delta / count));
    squares = round(squares + round(delta * round(x[at + i] - mu)));
  }
  const added = (vectors * width) / lanes;
  for (let l = 0; l < lanes; l++) {
    const total = count + added;
    const c = total === 0 ? 0 : round(added / total);
    const delta = round(stack[0].mean[l] - mu);
    mu = round(mu + round(c * delta));
    squares = round(squares + round(stack[0].m2[l] + round(round(round(delta * delta) * c) * count)));
    count = total;
  }
  return { mean: mu, variance: round(squares / (n - ddof)) };
}

/** Variance by Welford's method in double, value after value: `var` and `std` over the given places. */
export function variance(x: ArrayLike<number>, at: number, n: number, step: number, correction: number): { mean: number; variance: number } {
  let mean = 0;
  let m2 = 0;
  for (let i = 0; i < n; i++) {
    const v = x[at + i * step];
    const delta = v - mean;
    mean += delta / (i + 1);
    m2 += delta * (v - mean);
  }
  return { mean, variance: m2 / Math.max(n - correction, 0) };
}

/** Euclidean norm of a contiguous float32 row: squares in 8 lanes, the lanes in order, then what is left over. */
export function rowNorm2(x: Float32Array, at: number, n: number): number {
  const lanes = new Float32Array(8);
  const whole = n - (n % 8);
  for (let i = 0; i < whole; i += 8) for (let l = 0; l < 8; l++) lanes[l] += fround(x[at + i + l] * x[at + i + l]);
  let s = lanes[0];
  for (let l = 1; l < 8; l++) s = fround(s + lanes[l]);
  for (let i = whole; i < n; i++) s = fround(s + fround(x[at + i] * x[at + i]));
  return fround(Math.sqrt(s));
}

/** Sum of a contiguous row as `vec::reduce_all` makes it: 8 (or 4) running sums, then those in order. */
export function rowReduceSum(x: Working, at: number, n: number): number {
  const single = x instanceof Float32Array;
  const width = single ? 8 : 4;
  const used = Math.min(width, n);
  const lanes = x.slice(at, at + used);
  for (let i = width; i < n; i++) lanes[i % width] += x[at + i];
  let s = used > 0 ? lanes[0] : 0;
  for (let l = 1; l < used; l++) s = single ? fround(s + lanes[l]) : s + lanes[l];
  return s;
}

/** The largest of `n` values `step` apart; NaN if there is one. */
function largest(x: Working, at: number, n: number, step: number): number {
  let max = -Infinity;
  for (let i = 0, p = at; i < n; i++, p += step) {
    const v = x[p];
    if (v !== v) return v;
    if (v > max) max = v;
  }
  return max;
}

/**
 * `softmax` or `log_softmax` of `n` values `step` apart into `out`, which may be `x`; float32 (half types widened) or
 * float64. Over the last dimension (`step` 1, `last`) PyTorch adds in lanes and multiplies by the reciprocal; over others
 * it adds in order and divides. `kept` rounds the sum, and its logarithm, to the type that PyTorch keeps them in.
 */
export function lineSoftmax(
  x: Working,
  at: number,
  n: number,
  step: number,
  out: Working,
  logarithm: boolean,
  last: boolean,
  kept: (sum: number) => number = (sum) => sum,
): void {
  const single = x instanceof Float32Array;
  const round = single ? fround : (v: number): number => v;
  const max = largest(x, at, n, step);
  const e = single ? new Float32Array(n) : new Float64Array(n);
  for (let i = 0, p = at; i < n; i++, p += step) e[i] = single ? expF32(fround(x[p] - max)) : exp(x[p] - max);
  let sum = 0;
  if (last) sum = rowReduceSum(e, 0, n);
  else for (let i = 0; i < n; i++) sum = round(sum + e[i]);
  if (logarithm) {
    const l = kept(single ? logF32(kept(sum)) : log(sum));
    for (let i = 0, p = at; i < n; i++, p += step) out[p] = round(x[p] - max) - l;
    return;
  }
  const inverse = round(1 / sum);
  for (let i = 0, p = at; i < n; i++, p += step) out[p] = last ? e[i] * inverse : kept(e[i]) / sum;
}

/** The same for a contiguous row. */
export function rowSoftmax(x: Working, at: number, n: number, out: Working, outAt: number, logarithm: boolean): void {
  if (out === x && at === outAt) {
    lineSoftmax(x, at, n, 1, out, logarithm, true);
    return;
  }
  out.set(x.subarray(at, at + n), outAt);
  lineSoftmax(out, outAt, n, 1, out, logarithm, true);
}

/** Gradient of `softmax` (`y` its result) or `log_softmax` over `n` values `step` apart. */
export function lineSoftmaxBackward(g: Working, y: Working, at: number, n: number, step: number, out: Working, logarithm: boolean, last: boolean): void {
  const single = g instanceof Float32Array;
  const round = single ? fround : (v: number): number => v;
  const terms = single ? new Float32Array(n) : new Float64Array(n);
  for (let i = 0, p = at; i < n; i++, p += step) terms[i] = logarithm ? g[p] : g[p] * y[p];
  let sum = 0;
  if (last) sum = rowReduceSum(terms, 0, n);
  else for (let i = 0; i < n; i++) sum = round(sum + terms[i]);
  for (let i = 0, p = at; i < n; i++, p += step) {
    out[p] = logarithm ? g[p] - round((single ? expF32(y[p]) : exp(y[p])) * sum) : round(g[p] - sum) * y[p];
  }
}
