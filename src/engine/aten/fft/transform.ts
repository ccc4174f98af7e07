/**
 * Discrete Fourier transforms of lines of pairs, in double.
 *
 * Cooley and Tukey's method on the smallest prime factor of the length, down to lengths that are prime.
 */
import * as m from '../../tensor/math/index.ts';

const TURN = 2 * Math.PI;

function smallestFactor(n: number): number {
  for (let p = 2; p * p <= n; p++) if (n % p === 0) return p;
  return n;
}

/** cos and sin of each multiple of a turn's n-th part; `sign` -1 is the forward transform. */
function roots(n: number, sign: number): Float64Array {
  const w = new Float64Array(2 * n);
  for (let k = 0; k < n; k++) {
    // The first half turn is exact where it matters: quarters have a zero part.
    const eighth = (8 * k) / n;
    w[2 * k] = eighth === 2 || eighth === 6 ? 0 : m.cos((TURN * k) / n);
    w[2 * k + 1] = eighth === 0 || eighth === 4 ? 0 : sign * m.sin((TURN * k) / n);
  }
  return w;
}

function transform(x: Float64Array, from: number, step: number, n: number, w: Float64Array, out: Float64Array, to: number): void {
  const total = w.length / 2;
  const stride = total / n;
  if (n === 1) {
    out[2 * to] = x[2 * from];
    out[2 * to + 1] = x[2 * from + 1];
    return;
  }
  const p = smallestFactor(n);
  const q = n / p;
  for (let r = 0; r < p; r++) transform(x, from + r * step, step * p, q, w, out, to + r * q);
  const term = new Float64Array(2 * p);
  for (let k = 0; k < q; k++) {
    for (let r = 0; r < p; r++) {
      const at = 2 * (to + r * q + k);
      const [re, im] = [out[at], out[at + 1]];
      const t = 2 * ((r * k * stride) % total);
      term[2 * r] = re * w[t] - im * w[t + 1];
      term[2 * r + 1] = re * w[t + 1] + im * w[t];
    }
    for (let s = 0; s < p; s++) {
      let [re, im] = [0, 0];
      for (let r = 0; r < p; r++) {
        const t = 2 * (((r * s * total) / p) % total);
        re += term[2 * r] * w[t] - term[2 * r + 1] * w[t + 1];
        im += term[2 * r] * w[t + 1] + term[2 * r + 1] * w[t];
      }
      const at = 2 * (to + s * q + k);
      out[at] = re;
      out[at + 1] = im;
    }
  }
}

/** Transforms an array of pairs of that shape along one dimension. */
export function along(x: Float64Array, sizes: readonly number[], dim: number, forward: boolean): Float64Array {
  const n = sizes[dim];
  const inner = sizes.slice(dim + 1).reduce((a, b) => a * b, 1);
  const lines = x.length / 2 / Math.max(n, 1);
  const out = new Float64Array(x.length);
  const w = roots(n, forward ? -1 : 1);
  const [line, done] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  for (let l = 0; l < lines; l++) {
    const base = Math.floor(l / inner) * n * inner + (l % inner);
    for (let i = 0; i < n; i++) {
      line[2 * i] = x[2 * (base + i * inner)];
      line[2 * i + 1] = x[2 * (base + i * inner) + 1];
    }
    transform(line, 0, 1, n, w, done, 0);
    for (let i = 0; i < n; i++) {
      out[2 * (base + i * inner)] = done[2 * i];
      out[2 * (base + i * inner) + 1] = done[2 * i + 1];
    }
  }
  return out;
}
