/**
 * Vector norms: linalg_vector_norm, norm along dimensions, linalg_norm, which chooses between vector and matrix norm.
 *
 * The derivative has a case for each kind of order, as norm_backward in FunctionsManual.cpp. Matrix norms stand with linear
 * algebra.
 */
import type { Working } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import type { DType } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import * as m from '../../tensor/math/index.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes, type Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { accumulatingIn, numberOf } from '../work.ts';
import { type Dim, reduceRows, unsqueezeDims } from './rows.ts';

/** One number of a row joins the sum: NormOps and its kin in SharedReduceOps.h. */
function joined(p: number, r: (v: number) => number): (sum: number, a: number) => number {
  if (p === Infinity) return (s, a) => (a !== a || a > s ? a : s);
  if (p === -Infinity) return (s, a) => (a !== a || a < s ? a : s);
  if (p === 0) return (s, a) => (a !== 0 ? s + 1 : s);
  if (p === 1) return (s, a) => r(s + a);
  if (p === 2) return (s, a) => r(s + r(a * a));
  return (s, a) => r(s + r(m.pow(a, p)));
}

/** Numbers in one of PyTorch's portable vectors: 32 bytes. */
export const lanesOf = (d: DType): number => (d.name === 'float64' ? 4 : 8);

/**
 * Norms along `dims`, in the order and precision of PyTorch's sums, which are the accumulating type's.
 *
 * The numbers of a row come as they lie in memory. Rows without gaps and the Euclidean norm take a lane for each number of a
 * vector, then the rest; all else goes one by one (norm_kernel_tensor_iterator_impl in ReduceOpsKernel.cpp).
 */
function normKernel(out: Tensor, self: Tensor, dims: Sizes, p: number): void {
  const r = accumulatingIn(out.dtype);
  const inMemory = dims.filter((d) => self.sizes[d] !== 1).sort((a, b) => self.strides[b] - self.strides[a]);
  const gapless = inMemory.every((d, i) => self.strides[d] === inMemory.slice(i + 1).reduce((n, e) => n * self.sizes[e], 1));
  const lanes = p === 2 && gapless && inMemory.length > 0 ? lanesOf(out.dtype) : 1;
  const add = joined(p, r);
  const acc = new Float64Array(lanes);
  const row = (w: Working, at: number, n: number): number => {
    if (n === 1 && p !== 0) return Math.abs(w[at]);
    acc.fill(p === -Infinity ? Infinity : 0);
    const whole = n - (n % lanes);
    for (let i = 0; i < whole; i += lanes) for (let k = 0; k < lanes; k++) acc[k] = add(acc[k], Math.abs(w[at + i + k]));
    let s = acc[0];
    for (let k = 1; k < lanes; k++) s = r(s + acc[k]);
    for (let i = whole; i < n; i++) s = add(s, Math.abs(w[at + i]));
    if (Math.abs(p) === Infinity || p === 0 || p === 1) return s;
    return p === 2 ? Math.sqrt(s) : m.pow(s, r(1 / p));
  };
  reduceRows(out, self, dims, out.dtype, row, [...inMemory, ...dims.filter((d) => self.sizes[d] === 1)]);
}

function normBack(c: BackwardContext, name = 'ord', all = false): Tensor | null {
  const k = c.call;
  const x = c.t('self');
  const given = c.arg<Scalar | null>(name);
  const p = given === null ? 2 : numberOf(given);
  const dims = reducedDims(all ? null : c.arg<Dim>('dim'), x.dim);
  let [g, y] = [c.g, c.result];
  if (!all && !c.arg<boolean>('keepdim') && x.dim !== 0 && c.arg<Dim>('dim') !== null) {
    y = unsqueezeDims(k, y, dims, false, x.dim);
    g = unsqueezeDims(k, g, dims, false, x.dim);
  }
  if (p === 0) return null;
  if (p === 1) {
    const sign = k.u('sgn', x);
    return k.mul(sign, g);
  }
  if (p === 2) {
    const unit = k.div(x, y);
    return k.mul(g, k.one('masked_fill_.Scalar', unit, k.one('eq.Scalar', y, 0), 0));
  }
  if (Math.abs(p) === Infinity) {
    const a = k.u('abs', x);
    const same = k.one('eq.Tensor', a, y);
    const mask = k.one('logical_or', same, k.u('isnan', a));
    const n = k.sum(mask, all || c.arg<Dim>('dim') === null ? [] : dims, true);
    const share = k.mul(k.div(g, n), mask);
    return k.mul(k.u('sgn', x), share);
  }
  if (p < 1) {
    const scaled = k.mul(k.u('sgn', x), k.one('masked_fill_.Scalar', k.pow(k.u('abs', x), k.float(p - 1)), k.one('eq.Scalar', x, 0), 0));
    return k.mul(k.mul(scaled, g), k.pow(y, k.float(1 - p)));
  }
  if (p < 2) {
    const power = k.one('pow_.Scalar', k.u('abs', x), k.float(p - 1));
    const scaled = k.mul(k.u('sgn', x), power);
    const v = k.one('masked_fill_.Scalar', k.div(g, k.pow(y, k.float(p - 1))), k.one('eq.Scalar', y, 0), 0);
    return k.mul(scaled, v);
  }
  const scaled = k.mul(x, k.one('pow_.Scalar', k.u('abs', x), k.float(p - 2)));
  const v = k.one('masked_fill_.Scalar', k.div(g, k.pow(y, k.float(p - 1))), k.one('eq.Scalar', y, 0), 0);
  return k.mul(scaled, v);
}

const vectorNorm: OpDef = {
  schema: 'linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, ord: Scalar, dim: Dim, keepdim: boolean, dtype: DType | null) => {
    const d = dtype ?? self.dtype;
    if (d.category !== 'float') throw runtimeError(`linalg.vector_norm: Expected a floating point or complex tensor as input. Got ${CPP[d.name]}`);
    void ord;
    return empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), d, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, ord: Scalar, dim: Dim) => normKernel(out, self, reducedDims(dim, self.dim), numberOf(ord)),
  derivative: derivative('LinalgVectorNormBackward0', ['self', 'result'], { self: (c) => normBack(c) }),
};

/** What `linalg.norm` asks of the dimensions: it takes vectors and matrices alone. */
export function checkNorm(self: Tensor, ord: boolean, dims: readonly number[] | null): void {
  if (dims && dims.length !== 1 && dims.length !== 2)
    throw runtimeError(`linalg.norm: If dim is specified, it must be of length 1 or 2. Got [${dims.join(', ')}]`);
  if (!dims && ord && self.dim !== 1 && self.dim !== 2)
    throw runtimeError(`linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got ${self.dim}D.`);
}

export const NORMS: readonly OpDef[] = [
  vectorNorm,
  {
    schema: 'linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, ord: Scalar | null, dim: Dim, keepdim: boolean, dtype: DType | null) => {
      const dims = typeof dim === 'number' ? [dim] : dim;
      checkNorm(self, ord !== null, dims);
      if (ord !== null && (dims ? dims.length === 2 : self.dim === 2)) {
        return call.one('linalg_matrix_norm', self, ord, dims ?? [-2, -1], keepdim, dtype);
      }
      return call.one('linalg_vector_norm', self, ord ?? call.float(2), dims, keepdim, dtype);
    },
  },
  {
    schema: 'norm.Scalar(Tensor self, Scalar p=2) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => empty([], self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, p: Scalar) => normKernel(out, self, reducedDims(null, self.dim), numberOf(p)),
    derivative: derivative('NormBackward0', ['self', 'result'], { self: (c) => normBack(c, 'p', true) }),
  },
  {
    schema: 'norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, _p: Scalar | null, dim: Dim, keepdim: boolean) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, p: Scalar | null, dim: Dim) => normKernel(out, self, reducedDims(dim, self.dim), p === null ? 2 : numberOf(p)),
    derivative: derivative('NormBackward1', ['self', 'result'], { self: (c) => normBack(c, 'p') }),
  },
];
