/**
 * `torch.multinomial`.
 *
 * Without replacement, and for a single sample: the largest of p / q with q exponential (the Gumbel trick), rounded in
 * the type of p. With replacement: a binary search in the running sums, one uniform double a sample.
 * ATen/native/Distributions.cpp and cpu/MultinomialKernel.cpp are the references.
 */
import { toWorking } from '../access.ts';
import { empty } from '../create.ts';
import { runtimeError } from '../errors.ts';
import { roundWorking } from '../access.ts';
import type { Tensor } from '../tensor.ts';
import type { Generator } from './generator.ts';
import { fillExponential } from './uniform.ts';

/** Indices of the samples, row by row, `count` a row. The caller checks shape, type and count. */
export function sampleMultinomial(p: Tensor, count: number, replacement: boolean, g: Generator): Float64Array {
  const categories = p.sizes[p.dim - 1];
  const rows = p.dim > 1 ? p.sizes[0] : 1;
  const out = new Float64Array(rows * count);
  if (out.length === 0) return out;
  return !replacement || count === 1 ? withoutReplacement(p, rows, categories, count, g, out) : withReplacement(p, rows, categories, count, g, out);
}

function withoutReplacement(p: Tensor, rows: number, categories: number, count: number, g: Generator, out: Float64Array): Float64Array {
  const w = toWorking(p);
  for (const v of w) {
    if (!(v >= 0 && v < Infinity)) throw runtimeError('probability tensor contains either `inf`, `nan` or element < 0');
  }
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let j = 0; j < categories; j++) sum += w[r * categories + j];
    if (sum === 0) throw runtimeError('invalid multinomial distribution (sum of probabilities <= 0)');
  }
  const noise = empty(p.sizes, p.dtype, { fake: false });
  fillExponential(noise, 1, g);
  const q = toWorking(noise).slice();
  for (let i = 0; i < q.length; i++) q[i] = w[i] / q[i];
  roundWorking(q, p.dtype);
  for (let r = 0; r < rows; r++) {
    const row = q.subarray(r * categories, (r + 1) * categories);
    const order = Array.from({ length: categories }, (_, i) => i).sort((a, b) => row[b] - row[a] || a - b);
    for (let k = 0; k < count; k++) out[r * count + k] = order[k];
  }
  return out;
}

function withReplacement(p: Tensor, rows: number, categories: number, count: number, g: Generator, out: Float64Array): Float64Array {
  g.willChange();
  const w = toWorking(p);
  const sums = w instanceof Float32Array ? new Float32Array(categories) : new Float64Array(categories);
  for (let r = 0; r < rows; r++) {
    sums[categories - 1] = 0;
    let sum = 0;
    for (let j = 0; j < categories; j++) {
      const v = w[r * categories + j];
      if (!(v >= 0)) throw runtimeError('invalid multinomial distribution (encountering probability entry < 0)');
      if (v === Infinity) {
        throw runtimeError('invalid multinomial distribution (encountering probability entry = infinity or NaN)');
      }
      sums[j] = sum + v;
      sum = sums[j];
    }
    if (!(sum > 0)) throw runtimeError('invalid multinomial distribution (sum of probabilities <= 0)');
    for (let j = 0; j < categories; j++) sums[j] /= sum;
    sums[categories - 1] = 1;
    for (let k = 0; k < count; k++) {
      const u = g.uniformDouble();
      let left = 0;
      let right = categories;
      while (left < right) {
        const mid = (left + right) >> 1;
        if (sums[mid] < u) left = mid + 1;
        else right = mid;
      }
      out[r * count + k] = left;
    }
  }
  return out;
}
