/**
 * Sums and means: sum, mean, nansum, nanmean, count_nonzero.
 *
 * Floats sum in PyTorch's order (tensor/sums.ts), integers exactly as int64. After ReduceOps.cpp.
 */
import { fromBigInts, fromWorking, roundWorking, toBigInts, type Working } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { type DType, float32, int64, isInexact } from '../../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { sumFloat, sumWorking } from '../../tensor/sums.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes, rowsOf, type Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { outOf } from '../variants.ts';
import { isReduced, read } from '../work.ts';
import { type Dim, intToLong, reduceRows, unsqueezeDims } from './rows.ts';

function sumBack(c: BackwardContext): Tensor {
  const sizes = c.like('self').sizes;
  const dims = reducedDims(c.arg<Dim>('dim'), sizes.length);
  return c.call.expand(unsqueezeDims(c.call, c.g, dims, c.arg<boolean>('keepdim'), sizes.length), sizes);
}

function sumKernel(out: Tensor, self: Tensor, dim: Dim): void {
  const dims = reducedDims(dim, self.dim);
  const d = out.dtype;
  if (d === int64) {
    try {
      reduceRows(out, self, dims, d, exactSum);
      return;
    } catch (e) {
      if (!(e instanceof Unsupported)) throw e;
      const { view, length } = rowsOf(self, dims);
      const w = toBigInts(view);
      fromBigInts(
        out,
        BigInt64Array.from({ length: out.numel }, (_, i) => w.subarray(i * length, (i + 1) * length).reduce((a, b) => BigInt.asIntN(64, a + b), 0n)),
      );
      return;
    }
  }
  if (d.category === 'float') fromWorking(out, sumOver(self, dims, d));
  else reduceRows(out, self, dims, d, exactSum);
}

/** Sums in PyTorch's order; a cast comes before the sum. */
function sumOver(self: Tensor, dims: Sizes, d: DType): Working {
  const reduced = self.sizes.map((_, i) => dims.includes(i));
  return self.dtype === d && !d.name.startsWith('float8') ? sumFloat(self, reduced) : sumWorking(read(self, d), self.sizes, reduced);
}

const exactSum = (w: Working, at: number, n: number): number => {
  let s = 0;
  for (let i = at; i < at + n; i++) s += w[i];
  return s;
};

const sumDim: OpDef = {
  schema: 'sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) =>
    empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), dtype ?? intToLong(self.dtype), { device: self.device }),
  kernel: sumKernel,
  derivative: derivative('SumBackward1', [], { self: sumBack }),
};

function meanKernel(out: Tensor, self: Tensor, dim: Dim): void {
  const dims = reducedDims(dim, self.dim);
  // A half type is summed and divided as float, and rounded once at the end (mean's CPU branch in ReduceOps.cpp).
  const half = isReduced(out.dtype);
  const sums = sumOver(self, dims, half ? float32 : out.dtype);
  const n = dims.reduce((k, d) => k * self.sizes[d], 1);
  if (half) roundWorking(sums, float32);
  fromWorking(
    out,
    sums.map((v) => (half ? Math.fround(v / n) : v / n)),
  );
}

function meanType(self: Tensor, dtype: DType | null): DType {
  const d = dtype ?? self.dtype;
  if (!isInexact(d)) {
    throw runtimeError(
      `mean(): could not infer output dtype. ${dtype ? 'Optional dtype' : 'Input dtype'} must be either a floating point or complex dtype. Got: ${CPP[d.name]}`,
    );
  }
  return d;
}

const meanDim: OpDef = {
  schema: 'mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) =>
    empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), meanType(self, dtype), { device: self.device }),
  kernel: meanKernel,
  derivative: derivative('MeanBackward1', [], {
    self: (c) => {
      const sizes = c.like('self').sizes;
      const n = reducedDims(c.arg<Dim>('dim'), sizes.length).reduce((k, d) => k * sizes[d], 1);
      return c.call.div(sumBack(c), n);
    },
  }),
};

const countRow = (w: Working, at: number, n: number): number => {
  let k = 0;
  for (let i = at; i < at + n; i++) if (w[i] !== 0) k++;
  return k;
};

export const SUMS: readonly OpDef[] = [
  {
    schema: 'sum(Tensor self, *, ScalarType? dtype=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null) => empty([], dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor) => sumKernel(out, self, null),
    derivative: derivative('SumBackward0', [], { self: (c) => c.call.expand(c.g, c.like('self').sizes) }),
  },
  sumDim,
  outOf(sumDim, 'IntList_out'),
  {
    schema: 'mean(Tensor self, *, ScalarType? dtype=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null) => empty([], meanType(self, dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor) => meanKernel(out, self, null),
    derivative: derivative('MeanBackward0', [], {
      self: (c) => {
        const sizes = c.like('self').sizes;
        return c.call.div(
          c.call.expand(c.g, sizes),
          sizes.reduce((n, s) => n * s, 1),
        );
      },
    }),
  },
  meanDim,
  {
    schema: 'count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: Dim) => empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), false), int64, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: Dim) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, countRow),
  },
  {
    schema: 'count_nonzero(Tensor self, int? dim=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: number | null) => empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), false), int64, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: number | null) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, countRow),
  },
  {
    schema: 'nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: Dim) =>
      reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, (w, at, n) => {
        let s = 0;
        for (let i = at; i < at + n; i++) if (w[i] === w[i]) s += w[i];
        return s;
      }),
    derivative: derivative('NansumBackward0', ['self'], {
      self: (c) => {
        const k = c.call;
        const x = c.t('self');
        const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
        const keep = k.u('logical_not', k.u('isnan', x));
        return k.mul(k.expand(unsqueezeDims(k, c.g, dims, c.arg<boolean>('keepdim'), x.dim), x.sizes), keep);
      },
    }),
  },
  {
    schema: 'nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) => {
      if (self.dtype.category === 'int' || self.dtype.category === 'bool')
        throw runtimeError(`nanmean(): expected input to have floating point or complex dtype but got ${CPP[self.dtype.name]}`);
      const fixed = call.u('detach', self);
      const n = call.one('sum.dim_IntList', call.u('logical_not_', call.one('ne.Tensor', fixed, fixed)), dim, keepdim, null);
      return call.div(call.one('nansum', self, dim, keepdim, dtype), n);
    },
  },
];
