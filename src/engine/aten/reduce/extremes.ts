/**
 * The largest and the smallest: max, min, amax, amin, argmax, argmin, aminmax.
 *
 * Derivatives after FunctionsManual.cpp: equals share the gradient evenly, unless an index says which one was taken. The
 * running order of elementwise maximum stands in pairs.ts.
 */
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { argMax, argMin, rowMax, rowMin } from '../../tensor/extremes.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes, type Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { outOf } from '../variants.ts';
import { type Dim, reduceRows } from './rows.ts';

function nonEmpty(self: Tensor, dims: Sizes, name: string, dim: Dim): void {
  if (self.numel > 0) return;
  if (dim === null || dims.length === self.dim) {
    const text = `${name}(): Expected reduction dim to be specified for input.numel() == 0.`;
    throw name.startsWith('arg') ? indexError(text) : runtimeError(`${text} Specify the reduction dim with the 'dim' argument.`);
  }
  for (const d of dims) {
    if (self.sizes[d] === 0) throw indexError(`${name}(): Expected reduction dim ${d} to have non-zero size.`);
  }
}

/** The gradient shared evenly by all that equal the result. */
export const evenly = (c: BackwardContext): Tensor => {
  const [x, y] = [c.t('self'), c.result];
  const k = c.call;
  const both = k.one('logical_and', k.u('isnan', x), k.u('isnan', y));
  const mask = k.one('logical_or_', k.one('eq.Tensor', x, y), both);
  return k.mul(mask, k.div(c.g, k.one('sum', mask)));
};

const extremes = (name: 'max' | 'min'): OpDef[] => {
  const max = name === 'max';
  const big = max ? 'Max' : 'Min';
  const [best, value] = max ? [argMax, rowMax] : [argMin, rowMin];
  const all: OpDef = {
    schema: `${name}(Tensor self) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor) => {
      nonEmpty(self, [], name, null);
      return empty([], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor) => reduceRows(out, self, reducedDims(null, self.dim), self.dtype, value),
    derivative: derivative(`${big}Backward1`, ['self', 'result'], { self: evenly }),
  };
  const dimmed: OpDef = {
    schema: `${name}.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)`,
    kind: 'kernel',
    meta: (self: Tensor, dim: number, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      if (self.dim > 0 && self.sizes[dims[0]] === 0) throw indexError(`${name}(): Expected reduction dim ${dims[0]} to have non-zero size.`);
      const size = reducedSizes(self.sizes, dims, keepdim);
      return [empty(size, self.dtype, { device: self.device }), empty(size, int64, { device: self.device })];
    },
    kernel: ([values, indices]: Tensor[], self: Tensor, dim: number) => {
      const dims = reducedDims(dim, self.dim);
      reduceRows(indices, self, dims, self.dtype, best);
      reduceRows(values, self, dims, self.dtype, value);
    },
    derivative: derivative(`${big}Backward0`, ['result1'], { self: selectingBack }, [1]),
  };
  const amax: OpDef = {
    schema: `a${name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dim: Dim, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      nonEmpty(self, dims, `a${name}`, (dim as Sizes).length === 0 ? null : dim);
      return empty(reducedSizes(self.sizes, dims, keepdim), self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: Dim) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, value),
    derivative: derivative(`A${name}Backward0`, ['self', 'result'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
        const shape = reducedSizes(x.sizes, dims, true);
        const keep = c.arg<boolean>('keepdim');
        const y = keep ? c.result : k.view(c.result, shape);
        const mask = k.one('eq.Tensor', x, y);
        const g = keep ? c.g : k.view(c.g, shape);
        return k.mul(mask, k.div(g, k.sum(mask, c.arg<number[]>('dim'), true)));
      },
    }),
  };
  const arg: OpDef = {
    schema: `arg${name}(Tensor self, int? dim=None, bool keepdim=False) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dim: number | null, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      nonEmpty(self, dims, `arg${name}`, dim);
      if (self.dtype.category === 'bool') throw runtimeError(`arg${name}(): does not support bool input`);
      return empty(reducedSizes(self.sizes, dims, keepdim), int64, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: number | null) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, best),
  };
  return [
    all,
    dimmed,
    amax,
    outOf(amax),
    arg,
    {
      schema: `${name}.other(Tensor self, Tensor other) -> Tensor`,
      kind: 'composite',
      composite: (call, a: Tensor, b: Tensor) => call.one(max ? 'maximum' : 'minimum', a, b),
    },
  ];
};

export function selectingBack(c: BackwardContext): Tensor {
  const sizes = c.like('self').sizes;
  const k = c.call;
  const dim = c.arg<number>('dim');
  if (sizes.length === 0) return k.one('scatter.src', k.one('new_zeros', c.g, sizes), dim, c.results[1], c.g);
  const hasKeep = c.results[1].dim === sizes.length;
  const index = hasKeep ? c.results[1] : k.unsqueeze(c.results[1], dim);
  const g = hasKeep ? c.g : k.unsqueeze(c.g, dim);
  return k.one('scatter.src', k.one('new_zeros', g, sizes), dim, index, g);
}

export const EXTREMES: readonly OpDef[] = [
  ...extremes('max'),
  ...extremes('min'),
  {
    schema: 'aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)',
    kind: 'kernel',
    meta: (self: Tensor, dim: number | null, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      if (dim !== null && self.sizes[dims[0]] === 0) throw indexError(`aminmax: Expected reduction dim ${dims[0]} to have non-zero size.`);
      if (self.numel === 0 && dim === null) throw runtimeError('aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.');
      const size = reducedSizes(self.sizes, dims, keepdim);
      return [empty(size, self.dtype, { device: self.device }), empty(size, self.dtype, { device: self.device })];
    },
    kernel: ([lo, hi]: Tensor[], self: Tensor, dim: number | null) => {
      const dims = reducedDims(dim, self.dim);
      reduceRows(lo, self, dims, self.dtype, rowMin);
      reduceRows(hi, self, dims, self.dtype, rowMax);
    },
    derivative: derivative('AminmaxBackward0', ['self', 'result0', 'result1'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        const dims = reducedDims(c.arg<number | null>('dim'), x.dim);
        const shape = reducedSizes(x.sizes, dims, true);
        const part = (g: Tensor | null, y: Tensor): Tensor | null => {
          if (!g) return null;
          const keep = c.arg<boolean>('keepdim');
          const [u, v] = keep ? [g, y] : [k.view(g, shape), k.view(y, shape)];
          const mask = k.one('eq.Tensor', x, v);
          return k.mul(mask, k.div(u, k.sum(mask, c.arg<number | null>('dim') === null ? [] : dims, true)));
        };
        const low = part(c.grads[0], c.results[0]);
        const high = part(c.grads[1], c.results[1]);
        return low && high ? k.add(low, high) : (low ?? high);
      },
    }),
  },
];
