/**
 * The three transforms that have kernels: complex to complex, real to half a spectrum, half a spectrum to real.
 *
 * `normalization`: 0 none, 1 by the root of the number of points, 2 by that number. Gradients: derivatives.yaml,
 * fft_r2c_backward and fft_c2r_backward of FunctionsManual.cpp.
 */
import { fromComplex, toComplex } from '../../tensor/complex.ts';
import { emptyStrided } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { complexOf, realOf } from '../complex/numbers.ts';
import type { Sizes } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { write } from '../work.ts';
import { along } from './transform.ts';

const points = (sizes: Sizes, dims: Sizes): number => dims.reduce((n, d) => n * sizes[d], 1);
export const factorOf = (normalization: number, n: number): number => (normalization === 0 ? 1 : normalization === 1 ? 1 / Math.sqrt(n) : 1 / n);

function scaled(w: Float64Array, f: number): Float64Array {
  if (f !== 1) for (let i = 0; i < w.length; i++) w[i] *= f;
  return w;
}

/**
 * Strides of a result as MKL leaves them: the transformed dimensions innermost, the others by the strides of the input
 * (_exec_fft in mkl/SpectralOps.cpp).
 */
function laidOut(sizes: Sizes, self: Tensor, dims: Sizes, dtype: Tensor['dtype']): Tensor {
  const batch = sizes
    .map((_, d) => d)
    .filter((d) => !dims.includes(d))
    .sort((a, b) => self.strides[b] - self.strides[a]);
  const strides = new Array<number>(sizes.length);
  let step = 1;
  for (const d of [...batch, ...dims].reverse()) {
    strides[d] = step;
    step *= Math.max(sizes[d], 1);
  }
  return emptyStrided(sizes, strides, dtype, { device: self.device });
}

const byStride = (self: Tensor, dims: Sizes): number[] => [...dims].sort((a, b) => self.strides[b] - self.strides[a]);

const wrapped = (t: Tensor, dims: Sizes): number[] => dims.map((d) => wrapDim(d, t.dim));

/** The other half of a spectrum by symmetry: `sizes` are those of the whole. */
function whole(half: Float64Array, sizes: Sizes, dims: Sizes): Float64Array {
  const last = dims[dims.length - 1];
  const kept = Math.floor(sizes[last] / 2) + 1;
  const halfSizes = sizes.map((s, d) => (d === last ? kept : s));
  const total = sizes.reduce((a, b) => a * b, 1);
  const out = new Float64Array(2 * total);
  const pos = new Array<number>(sizes.length).fill(0);
  for (let i = 0; i < total; i++) {
    const mirrored = pos[last] >= kept;
    let at = 0;
    for (let d = 0; d < sizes.length; d++) {
      const p = mirrored && dims.includes(d) ? (sizes[d] - pos[d]) % sizes[d] : pos[d];
      at = at * halfSizes[d] + p;
    }
    out[2 * i] = half[2 * at];
    out[2 * i + 1] = mirrored ? -half[2 * at + 1] : half[2 * at + 1];
    for (let d = sizes.length - 1; d >= 0; d--) {
      if (++pos[d] < sizes[d]) break;
      pos[d] = 0;
    }
  }
  return out;
}

const c2c: OpDef = {
  schema: '_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: Sizes) => {
    if (self.dtype.category !== 'complex') throw runtimeError(`Expected self.is_complex() to be true, but got false.`);
    return laidOut(self.sizes, self, byStride(self, wrapped(self, dim)), self.dtype);
  },
  kernel: (out: Tensor, self: Tensor, dim: Sizes, normalization: number, forward: boolean) => {
    const dims = wrapped(self, dim);
    let w = toComplex(self);
    for (const d of dims) w = along(w, self.sizes, d, forward);
    fromComplex(out, scaled(w, factorOf(normalization, points(self.sizes, dims))));
  },
  derivative: derivative('FftC2CBackward0', [], { self: (c) => c.call.one('_fft_c2c', c.g, c.arg('dim'), c.arg('normalization'), !c.arg<boolean>('forward')) }),
};

const r2c: OpDef = {
  schema: '_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: Sizes, _n: number, onesided: boolean) => {
    if (self.dtype.category !== 'float') throw runtimeError(`Expected a real floating point tensor, but got ${CPP[self.dtype.name]}`);
    const dims = wrapped(self, dim);
    const last = dims[dims.length - 1];
    const sizes = self.sizes.map((s, d) => (onesided && d === last ? Math.floor(s / 2) + 1 : s));
    return laidOut(sizes, self, [...byStride(self, dims.slice(0, -1)), last], complexOf(self.dtype));
  },
  kernel: (out: Tensor, self: Tensor, dim: Sizes, normalization: number, onesided: boolean) => {
    const dims = wrapped(self, dim);
    let w = toComplex(self);
    for (const d of dims) w = along(w, self.sizes, d, true);
    w = scaled(w, factorOf(normalization, points(self.sizes, dims)));
    fromComplex(out, onesided ? halfOf(w, self.sizes, dims[dims.length - 1]) : w);
  },
  derivative: derivative('FftR2CBackward0', ['self'], {
    self: (c) => {
      const k = c.call;
      const [dim, normalization] = [c.arg<number[]>('dim'), c.arg<number>('normalization')];
      if (!c.arg<boolean>('onesided')) return k.u('real', k.one('_fft_c2c', c.g, dim, normalization, false));
      // Not `_fft_c2r`: the gradient of half a spectrum is not symmetric. The missing half is zero.
      const sizes = c.t('self').sizes;
      const last = wrapDim(dim[dim.length - 1], sizes.length);
      let full = c.g;
      if (sizes[last] > c.g.sizes[last]) {
        full = k.one('new_zeros', c.g, sizes);
        k('copy_', k.slice(full, last, 0, c.g.sizes[last]), c.g, false);
      }
      return k.u('real', k.one('_fft_c2c', full, dim, normalization, false));
    },
  }),
};

function halfOf(w: Float64Array, sizes: Sizes, last: number): Float64Array {
  const kept = Math.floor(sizes[last] / 2) + 1;
  const inner = sizes.slice(last + 1).reduce((a, b) => a * b, 1);
  const outer = w.length / 2 / Math.max(1, sizes[last] * inner);
  const out = new Float64Array(2 * outer * kept * inner);
  const run = 2 * kept * inner;
  for (let o = 0; o < outer; o++) out.set(w.subarray(2 * o * sizes[last] * inner, 2 * o * sizes[last] * inner + run), o * run);
  return out;
}

const c2r: OpDef = {
  schema: '_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: Sizes, _n: number, size: number) => {
    if (self.dtype.category !== 'complex') throw runtimeError('Expected self.is_complex() to be true, but got false.');
    const last = wrapDim(dim[dim.length - 1], self.dim);
    const sizes = self.sizes.map((s, d) => (d === last ? size : s));
    // The dimensions before the last are transformed first, into a tensor of its own strides.
    const lead = wrapped(self, dim.slice(0, -1));
    const input = lead.length > 0 ? laidOut(self.sizes, self, byStride(self, lead), self.dtype) : self;
    return laidOut(sizes, input, [last], realOf(self.dtype));
  },
  kernel: (out: Tensor, self: Tensor, dim: Sizes, normalization: number) => {
    const dims = wrapped(self, dim);
    let w = toComplex(self);
    // All dimensions but the last are plain; along the last the missing half follows by symmetry.
    for (const d of dims.slice(0, -1)) w = along(w, self.sizes, d, false);
    const last = dims[dims.length - 1];
    w = along(whole(w, out.sizes, [last]), out.sizes, last, false);
    const f = factorOf(normalization, points(out.sizes, dims));
    write(
      out,
      Float64Array.from({ length: out.numel }, (_, i) => w[2 * i] * f),
    );
  },
  derivative: derivative('FftC2RBackward0', [], {
    self: (c) => {
      const k = c.call;
      const dim = c.arg<number[]>('dim');
      const g = k.one('_fft_r2c', c.g, dim, c.arg('normalization'), true);
      // The mirrored points count twice.
      const last = wrapDim(dim[dim.length - 1], g.dim);
      const twice = c.arg<number>('last_dim_size') - g.sizes[last];
      if (twice > 0) k('mul_.Scalar', k.slice(g, last, 1, 1 + twice), 2);
      return g;
    },
  }),
};

export const FFT_KERNELS: readonly OpDef[] = [c2c, r2c, c2r];
