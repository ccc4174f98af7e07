/**
 * `normal_`: two different samplers, as in PyTorch.
 *
 * Contiguous tensors of 16 elements or more: uniforms in blocks of 16, Box–Muller between the halves of each block, and
 * the last 16 drawn anew when the length is no multiple of 16 (float arithmetic for all but float64). Everything else:
 * one double at a time, the second of each pair kept in the generator.
 * ATen/native/cpu/DistributionTemplates.h is the reference. Its AVX2 form has other last bits.
 */
import { fromWorking } from '../access.ts';
import { cos, cosF32, log, log1p, logF32, sin, sinF32 } from '../math/index.ts';
import { isContiguous } from '../strides.ts';
import type { Tensor } from '../tensor.ts';
import { fillSerial } from './fill.ts';
import type { Generator } from './generator.ts';

const TWO_PI = 6.283185307179586;

/** One standard normal number from the pairwise sampler. */
export function nextNormal(g: Generator): number {
  const kept = g.takeNormal();
  if (kept !== null) return kept;
  const u1 = g.uniformDouble();
  const u2 = g.uniformDouble();
  const r = Math.sqrt(-2 * log1p(-u2));
  const theta = TWO_PI * u1;
  g.keepNormal(r * sin(theta));
  return r * cos(theta);
}

const fround = Math.fround;

/** a·b + c with one rounding to float32 (`std::fma`); a, b, c are floats, so that a·b is exact in double. */
export function fmaF32(a: number, b: number, c: number): number {
  const p = a * b;
  const s = p + c;
  const f = fround(s);
  // A double that lies halfway between two floats may have been rounded to get there: look at what was lost.
  const bb = s - p;
  const lost = p - (s - bb) + (c - bb);
  if (lost === 0 || s === f) return f;
  const nudged = s + (lost > 0 ? 1 : -1) * Math.abs(s) * 2 ** -52;
  return Math.abs(s - f) * 2 === Math.abs(fround(nudged) - fround(s - (nudged - s))) ? fround(nudged) : f;
}

/** a·b + c in double with one rounding, by exact products and sums (Dekker, Knuth). */
function fmaF64(a: number, b: number, c: number): number {
  if (b === 1) return a + c;
  const p = a * b;
  const split = (x: number): [number, number] => {
    const t = 134217729 * x;
    const hi = t - (t - x);
    return [hi, x - hi];
  };
  const [ah, al] = split(a);
  const [bh, bl] = split(b);
  const e = al * bl - (p - ah * bh - al * bh - ah * bl);
  const s = p + c;
  const bb = s - p;
  return s + (p - (s - bb) + (c - bb) + e);
}

function block(v: Float32Array | Float64Array, at: number, mean: number, std: number): void {
  if (v instanceof Float32Array) {
    for (let j = at; j < at + 8; j++) {
      const u1 = fround(1 - v[j]);
      const radius = fround(Math.sqrt(fround(-2 * logF32(u1))));
      const theta = fround(TWO_PI * v[j + 8]);
      v[j] = fmaF32(fround(radius * cosF32(theta)), std, mean);
      v[j + 8] = fmaF32(fround(radius * sinF32(theta)), std, mean);
    }
    return;
  }
  for (let j = at; j < at + 8; j++) {
    const radius = Math.sqrt(-2 * log(1 - v[j]));
    const theta = TWO_PI * v[j + 8];
    v[j] = fmaF64(radius * cos(theta), std, mean);
    v[j + 8] = fmaF64(radius * sin(theta), std, mean);
  }
}

/** `t.normal_(mean, std)` */
export function fillNormal(t: Tensor, mean: number, std: number, g: Generator): void {
  g.willChange();
  const n = t.numel;
  if (n < 16 || !isContiguous(t.sizes, t.strides)) {
    fillSerial(t, () => nextNormal(g) * std + mean);
    return;
  }
  const wide = t.dtype.name === 'float64';
  const v = wide ? new Float64Array(n) : new Float32Array(n);
  const m = wide ? mean : fround(mean);
  const s = wide ? std : fround(std);
  // Half types draw whole blocks alone; float and double draw for the last, partial block too and then draw it anew.
  const first = t.dtype.itemsize === 2 ? n - (n % 16) : n;
  for (let i = 0; i < first; i++) v[i] = wide ? g.uniformDouble() : g.uniformFloat();
  for (let i = 0; i + 15 < n; i += 16) block(v, i, m, s);
  if (n % 16 !== 0) {
    for (let i = n - 16; i < n; i++) v[i] = wide ? g.uniformDouble() : g.uniformFloat();
    block(v, n - 16, m, s);
  }
  fromWorking(t, v);
}
