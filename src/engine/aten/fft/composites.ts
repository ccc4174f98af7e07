/**
 * torch.fft: what the public functions make of the three transforms. Idea: ATen/native/SpectralOps.cpp.
 */
import { empty } from '../../tensor/create.ts';
import { type DType, float32 } from '../../tensor/dtype.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { CPP, defaults, floatFor } from '../../tensor/promotion.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Device, Tensor } from '../../tensor/tensor.ts';
import { complexOf } from '../complex/numbers.ts';
import type { Sizes } from '../dims.ts';
import { type Arg, type Call, composite, type OpDef, type Scalar } from '../op.ts';
import { numberOf, write } from '../work.ts';

const isComplex = (t: Tensor): boolean => t.dtype.category === 'complex';

/** 0: none, 1: by the root, 2: by n. */
function normalization(norm: string | null, forward: boolean): number {
  if (norm === null || norm === 'backward') return forward ? 0 : 2;
  if (norm === 'forward') return forward ? 2 : 0;
  if (norm === 'ortho') return 1;
  throw runtimeError(`Invalid normalization mode: "${norm}"`);
}

function promoted(call: Call, t: Tensor, complex: boolean): Tensor {
  const real = floatFor(t.dtype);
  if (real.category === 'float' && real.itemsize < 4) throw runtimeError(`Unsupported dtype ${CPP[real.name]}`);
  const want = complex ? complexOf(real) : real;
  return want === t.dtype ? t : call.one('to.dtype', t, want);
}

/** Cuts or pads with zeros at the end. */
function resized(call: Call, t: Tensor, dims: Sizes, sizes: Sizes): Tensor {
  let x = t;
  const pad = new Array<number>(2 * t.dim).fill(0);
  let must = false;
  dims.forEach((d, i) => {
    if (sizes[i] === -1) return;
    const have = t.sizes[d];
    if (have < sizes[i]) {
      must = true;
      pad[2 * (t.dim - 1 - d) + 1] = sizes[i] - have;
    } else if (have > sizes[i]) x = call.slice(x, d, 0, sizes[i]);
  });
  return must ? call.one('constant_pad_nd', x, pad, 0) : x;
}

const enough = (n: number): void => {
  if (n < 1) throw runtimeError(`Invalid number of data points (${n}) specified`);
};

function wrap(t: Tensor, dim: number): number {
  if (t.dim === 0) throw indexError(`Dimension specified as ${dim} but tensor has no dimensions`);
  return wrapDim(dim, t.dim);
}

function c2c(call: Call, self: Tensor, n: number | null, dim: number, norm: string | null, forward: boolean): Tensor {
  let x = promoted(call, self, true);
  const d = wrap(x, dim);
  enough(n ?? x.sizes[d]);
  if (n !== null) x = resized(call, x, [d], [n]);
  return call.one('_fft_c2c', x, [d], normalization(norm, forward), forward);
}

function r2c(call: Call, name: string, self: Tensor, n: number | null, dim: number, norm: string | null, forward: boolean, onesided: boolean): Tensor {
  if (isComplex(self)) throw runtimeError(`${name} expects a real input tensor, but got ${CPP[self.dtype.name]}`);
  let x = promoted(call, self, false);
  const d = wrap(x, dim);
  enough(n ?? x.sizes[d]);
  if (n !== null) x = resized(call, x, [d], [n]);
  const r = call.one('_fft_r2c', x, [d], normalization(norm, forward), onesided);
  return forward ? r : call.one('conj', r);
}

function c2r(call: Call, self: Tensor, n: number | null, dim: number, norm: string | null, forward: boolean): Tensor {
  let x = promoted(call, self, true);
  const d = wrap(x, dim);
  const size = n ?? 2 * (x.sizes[d] - 1);
  enough(size);
  if (n !== null) x = resized(call, x, [d], [Math.floor(size / 2) + 1]);
  if (forward) x = call.one('conj', x);
  return call.one('_fft_c2r', x, [d], normalization(norm, forward), size);
}

/** Dimensions and sizes of an n-dimensional transform. */
function plan(t: Tensor, s: Sizes | null, dim: Sizes | null): { dims: number[]; sizes: number[] } {
  let dims: number[];
  if (dim !== null) {
    dims = dim.map((d) => wrap(t, d));
    if (new Set(dims).size !== dims.length) throw runtimeError('FFT dims must be unique');
  } else if (s !== null) {
    if (s.length > t.dim) throw runtimeError(`Got shape with ${s.length} values but input tensor only has ${t.dim} dimensions.`);
    dims = s.map((_, i) => t.dim - s.length + i);
  } else dims = t.sizes.map((_, i) => i);
  if (dim !== null && s !== null && dim.length !== s.length) throw runtimeError('When given, dim and shape arguments must have the same length');
  const sizes = dims.map((d, i) => (s === null || s[i] === -1 ? t.sizes[d] : s[i]));
  for (const n of sizes) enough(n);
  return { dims, sizes };
}

const some = (dims: Sizes, name: string): void => {
  if (dims.length === 0) throw runtimeError(`${name} must transform at least one axis`);
};

function c2cn(call: Call, t: Tensor, s: Sizes | null, dim: Sizes | null, norm: string | null, forward: boolean): Tensor {
  const x = promoted(call, t, true);
  const { dims, sizes } = plan(x, s, dim);
  return call.one('_fft_c2c', resized(call, x, dims, sizes), dims, normalization(norm, forward), forward);
}

function r2cn(call: Call, name: string, t: Tensor, s: Sizes | null, dim: Sizes | null, norm: string | null, forward: boolean): Tensor {
  if (isComplex(t)) throw runtimeError(`${name} expects a real-valued input tensor, but got ${CPP[t.dtype.name]}`);
  const x = promoted(call, t, false);
  const { dims, sizes } = plan(x, s, dim);
  some(dims, name);
  const y = resized(call, x, dims, sizes);
  if (forward) return call.one('_fft_r2c', y, dims, normalization(norm, true), true);
  const last = call.one('conj_physical', call.one('_fft_r2c', y, [dims[dims.length - 1]], normalization(norm, false), true));
  return dims.length === 1 ? last : call.one('_fft_c2c', last, dims.slice(0, -1), normalization(norm, false), false);
}

function c2rn(call: Call, name: string, t: Tensor, s: Sizes | null, dim: Sizes | null, norm: string | null, forward: boolean): Tensor {
  const x = promoted(call, t, true);
  const { dims, sizes } = plan(x, s, dim);
  some(dims, name);
  const last = s === null || s[s.length - 1] === -1 ? 2 * (x.sizes[dims[dims.length - 1]] - 1) : sizes[sizes.length - 1];
  enough(last);
  const half = [...sizes.slice(0, -1), Math.floor(last / 2) + 1];
  const y = resized(call, x, dims, half);
  if (!forward) return call.one('_fft_c2r', y, dims, normalization(norm, false), last);
  const lead = dims.slice(0, -1);
  const z = lead.length > 0 ? call.one('_fft_c2c', y, lead, normalization(norm, true), true) : y;
  return call.one('_fft_c2r', call.one('conj', z), [dims[dims.length - 1]], normalization(norm, true), last);
}

const LINE = 'Tensor self, SymInt? n=None, int dim=-1, str? norm=None';
const PLANE = 'Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None';
const SPACE = 'Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None';

type Line = (call: Call, self: Tensor, n: number | null, dim: number, norm: string | null) => Tensor;
type Space = (call: Call, self: Tensor, s: Sizes | null, dim: Sizes | null, norm: string | null) => Tensor;
const line = (name: string, f: Line): OpDef => composite(`fft_${name}(${LINE}) -> Tensor`, f);
const space = (name: string, f: Space): OpDef[] => [composite(`fft_${name}2(${PLANE}) -> Tensor`, f), composite(`fft_${name}n(${SPACE}) -> Tensor`, f)];

/** Sample frequencies: k / (n d), the negative ones last. */
function frequencies(name: string, count: (n: number) => number, at: (i: number, n: number) => number): OpDef {
  return {
    schema: `${name}(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor`,
    kind: 'kernel',
    meta: (n: number, _d: Scalar, dtype: DType | null, _l: Arg, device: Device | null) => {
      if (dtype !== null && dtype.category !== 'float') throw runtimeError(`${name} requires a floating point or complex dtype`);
      return empty([count(n)], dtype ?? defaults.dtype, device ? { device } : {});
    },
    kernel: (out: Tensor, n: number, d: Scalar) => {
      const f = out.dtype === float32 ? Math.fround(1 / (n * numberOf(d))) : 1 / (n * numberOf(d));
      write(
        out,
        Float64Array.from({ length: out.numel }, (_, i) => at(i, n) * f),
      );
    },
  };
}

export const FFT: readonly OpDef[] = [
  line('fft', (call, t, n, dim, norm) => (isComplex(t) ? c2c(call, t, n, dim, norm, true) : r2c(call, 'fft', t, n, dim, norm, true, false))),
  line('ifft', (call, t, n, dim, norm) => (isComplex(t) ? c2c(call, t, n, dim, norm, false) : r2c(call, 'ifft', t, n, dim, norm, false, false))),
  line('rfft', (call, t, n, dim, norm) => r2c(call, 'rfft', t, n, dim, norm, true, true)),
  line('irfft', (call, t, n, dim, norm) => c2r(call, t, n, dim, norm, false)),
  line('hfft', (call, t, n, dim, norm) => c2r(call, t, n, dim, norm, true)),
  line('ihfft', (call, t, n, dim, norm) => r2c(call, 'ihfft', t, n, dim, norm, false, true)),
  ...space('fft', (call, t, s, dim, norm) => c2cn(call, t, s, dim, norm, true)),
  ...space('ifft', (call, t, s, dim, norm) => c2cn(call, t, s, dim, norm, false)),
  ...space('rfft', (call, t, s, dim, norm) => r2cn(call, 'rfftn', t, s, dim, norm, true)),
  ...space('irfft', (call, t, s, dim, norm) => c2rn(call, 'irfftn', t, s, dim, norm, false)),
  ...space('hfft', (call, t, s, dim, norm) => c2rn(call, 'hfftn', t, s, dim, norm, true)),
  ...space('ihfft', (call, t, s, dim, norm) => r2cn(call, 'ihfftn', t, s, dim, norm, false)),
  frequencies(
    'fft_fftfreq',
    (n) => n,
    (i, n) => (i < Math.ceil(n / 2) ? i : i - n),
  ),
  frequencies(
    'fft_rfftfreq',
    (n) => Math.floor(n / 2) + 1,
    (i) => i,
  ),
];
