/**
 * The gradient of batch normalisation, in the order of PyTorch's three kernels (native/Normalization.cpp and
 * cpu/batch_norm_kernel.cpp): planes in vectors whose sums are kept in double, channels last in the type itself, and
 * anything else one element after the other in double.
 *
 * Leaves out: half types' own order (their sums are made in float64 and rounded once).
 */
import { empty, emptyStrided } from '../tensor/create.ts';
import { channelsLastStrides, isChannelsLastStrides, isContiguous, numelOf } from '../tensor/strides.ts';
import { sumFloat } from '../tensor/sums.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { tensorIsContiguous } from '../tensor/working.ts';
import type { OpDef, Scalar } from './op.ts';
import { dest, isReduced, numberOf, read, write } from './work.ts';

export interface Channels {
  N: number;
  C: number;
  hw: number;
}
export const channels = (t: Tensor): Channels => ({ N: t.sizes[0], C: t.sizes[1], hw: numelOf(t.sizes.slice(2)) });

export function eachOf(c: Channels, ch: number, f: (at: number) => void): void {
  for (let i = 0; i < c.N; i++) for (let k = 0, at = (i * c.C + ch) * c.hw; k < c.hw; k++) f(at + k);
}

/**
 * How PyTorch's kernels see the memory: planes one after the other, channels side by side (N × C counts as that), or
 * neither.
 */
export function formatOf(t: Tensor): 'planes' | 'last' | 'other' {
  if (tensorIsContiguous(t)) return channels(t).hw === 1 ? 'last' : 'planes';
  if (t.dim < 4) return 'other';
  const [n, c, ...rest] = t.sizes.map((_, d) => d);
  const order = [n, ...rest, c];
  return isContiguous(
    order.map((d) => t.sizes[d]),
    order.map((d) => t.strides[d]),
  )
    ? 'last'
    : 'other';
}

/** Width of a vector of the reference numerics, in elements. */
const VECTOR = 8;
const [lane, lane2] = [new Float32Array(VECTOR), new Float32Array(VECTOR)];

/** `vec::reduce_all` of both terms of one plane: lanes side by side, then one after the other. */
function planeSums(g: ArrayLike<number>, x: ArrayLike<number>, from: number, n: number, mean: number, to: Sums): void {
  const width = Math.min(n, VECTOR);
  for (let i = 0; i < n; i++) {
    const l = i & (VECTOR - 1);
    const v = g[from + i];
    const d = Math.fround(Math.fround(x[from + i] - mean) * v);
    if (i < VECTOR) [lane[l], lane2[l]] = [v, d];
    else {
      lane[l] += v;
      lane2[l] += d;
    }
  }
  for (let l = 1; l < width; l++) {
    lane[0] += lane[l];
    lane2[0] += lane2[l];
  }
  to.sum += lane[0];
  to.dot += lane2[0];
}

interface Sums {
  /** Of the gradient, and of the gradient times the centred input. */
  sum: number;
  dot: number;
}

type Kernel = (ch: number, mean: number) => Sums;

/** Which of the kernels PyTorch takes, as its two sums of one channel. */
function sumsOf(grad: Tensor, input: Tensor, g: ArrayLike<number>, x: ArrayLike<number>): Kernel {
  const c = channels(input);
  const single = input.dtype.name !== 'float64';
  const r = single ? Math.fround : (v: number): number => v;
  if (isReduced(input.dtype) || !single) {
    return (ch, mean) => {
      const s = { sum: 0, dot: 0 };
      eachOf(c, ch, (at) => {
        s.sum += g[at];
        s.dot += (x[at] - mean) * g[at];
      });
      return s;
    };
  }
  const format = formatOf(input) === formatOf(grad) ? formatOf(input) : 'other';
  if (format === 'last') {
    return (ch, mean) => {
      const s = { sum: 0, dot: 0 };
      eachOf(c, ch, (at) => {
        s.sum = r(s.sum + g[at]);
        s.dot = r(s.dot + r(r(x[at] - mean) * g[at]));
      });
      return s;
    };
  }
  if (format === 'planes') {
    return (ch, mean) => {
      const s = { sum: 0, dot: 0 };
      for (let n = 0; n < c.N; n++) planeSums(g, x, (n * c.C + ch) * c.hw, c.hw, mean, s);
      return s;
    };
  }
  const sums = sumFloat(
    grad,
    grad.sizes.map((_, d) => d !== 1),
  );
  return (ch, mean) => {
    const s = { sum: sums[ch], dot: 0 };
    eachOf(c, ch, (at) => (s.dot += r(r(x[at] - mean) * g[at])));
    return s;
  };
}

/** `empty_like(t, t.suggest_memory_format())`. */
export function suggested(t: Tensor): Tensor {
  const { sizes, strides, dtype } = t;
  const o = { device: t.device };
  const last = isChannelsLastStrides(sizes, strides, 4) || isChannelsLastStrides(sizes, strides, 5);
  return last ? emptyStrided(sizes, channelsLastStrides(sizes), dtype, o) : empty(sizes, dtype, o);
}

export const batchNormBack: OpDef = {
  schema:
    'native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (
    _g: Tensor,
    input: Tensor,
    weight: Tensor | null,
    _a: Tensor | null,
    _b: Tensor | null,
    _c: Tensor | null,
    _d: Tensor | null,
    _t: boolean,
    _e: Scalar,
    mask: boolean[],
  ) =>
    [
      mask[0] ? suggested(input) : null,
      mask[1] ? empty([input.sizes[1]], weight?.dtype ?? input.dtype, { device: input.device }) : null,
      mask[2] ? empty([input.sizes[1]], weight?.dtype ?? input.dtype, { device: input.device }) : null,
    ] as Tensor[],
  kernel: (
    [dx, dw, db]: (Tensor | null)[],
    grad: Tensor,
    input: Tensor,
    weight: Tensor | null,
    rm: Tensor | null,
    rv: Tensor | null,
    sm: Tensor | null,
    si: Tensor | null,
    train: boolean,
    eps: Scalar,
  ) => {
    const c = channels(input);
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    const [g, x] = [read(grad, grad.dtype), read(input, input.dtype)];
    const w = weight ? read(weight, weight.dtype) : null;
    const mean = train ? read(sm as Tensor, (sm as Tensor).dtype) : read(rm as Tensor, (rm as Tensor).dtype);
    const inv = train ? read(si as Tensor, (si as Tensor).dtype) : read(rv as Tensor, (rv as Tensor).dtype).map((v) => r(1 / Math.sqrt(v + numberOf(eps))));
    const n = c.N * c.hw;
    const [sw, sb] = [new Float64Array(c.C), new Float64Array(c.C)];
    const o = dx ? dest(dx) : null;
    const sums = sumsOf(grad, input, g, x);
    for (let ch = 0; ch < c.C; ch++) {
      const { sum, dot } = sums(ch, mean[ch]);
      sw[ch] = dot * inv[ch];
      sb[ch] = sum;
      if (!o) continue;
      const gain = w ? w[ch] : 1;
      const [mu, scale, y] = [mean[ch], inv[ch], o.w];
      const k = r(r(r(r(dot) * scale) * scale) / n);
      const gm = r(sum / n);
      for (let p = ch * c.hw; p < g.length; p += c.C * c.hw) {
        if (train) for (let at = p; at < p + c.hw; at++) y[at] = r(r(r(g[at] - gm) - r(r(x[at] - mu) * k)) * scale) * gain;
        else for (let at = p; at < p + c.hw; at++) y[at] = r(g[at] * scale) * gain;
      }
    }
    o?.flush();
    if (dw) write(dw, sw);
    if (db) write(db, sb);
  },
};
