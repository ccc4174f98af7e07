/** quantile and nanquantile with their interpolations: the composite of Sorting.cpp, row by row. */
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedSizes } from '../dims.ts';
import { toType } from '../making.ts';
import type { Call, OpDef, Scalar } from '../op.ts';
import { numberOf } from '../work.ts';

const QUANTILE = "bool keepdim=False, *, str interpolation='linear'";

function quantile(call: Call, self: Tensor, q: Tensor, dim: number | null, keepdim: boolean, how: string, ignoreNan: boolean): Tensor {
  if (!['linear', 'lower', 'higher', 'midpoint', 'nearest'].includes(how)) {
    throw runtimeError(`quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got ${how}`);
  }
  if (self.numel === 0) throw runtimeError('quantile() input tensor must be non-empty');
  if (self.dtype.name !== 'float32' && self.dtype.name !== 'float64') throw runtimeError('quantile() input tensor must be either float or double dtype');
  if (q.dtype !== self.dtype) throw runtimeError('quantile() q tensor must be same dtype as the input tensor');
  let sorted: Tensor;
  const wrapped = dim === null ? 0 : wrapDim(dim, self.dim);
  if (dim === null) sorted = call.many('sort', call.one('flatten.using_ints', self, 0, -1), -1, false)[0];
  else if (wrapped === self.dim - 1) sorted = call.many('sort', self, -1, false)[0];
  else sorted = call.many('sort', call.transpose(call.unsqueeze(self, -1), wrapped, -1), -1, false)[0];
  let reduced: number[];
  if (dim !== null && self.dim > 0) reduced = reducedSizes(self.sizes, [wrapped], keepdim);
  else reduced = keepdim ? new Array<number>(self.dim).fill(1) : [];
  // What is reduced over comes last, after the shape of the result.
  sorted = call.view(sorted, [...reduced, sorted.dim === 0 ? 1 : sorted.sizes[sorted.dim - 1]]);
  const expanded = (t: Tensor, sizes: number[]): Tensor => (t.dim === sizes.length && t.sizes.every((s, i) => s === sizes[i]) ? t : call.expand(t, sizes));
  let ranks: Tensor;
  if (ignoreNan) {
    const count = call.sum(call.u('logical_not_', call.u('isnan', sorted)), [-1], true);
    ranks = call.mul(q, call.sub(count, 1));
    ranks = call.one('masked_fill_.Scalar', ranks, call.one('lt.Scalar', ranks, 0), 0);
  } else {
    const last = sorted.sizes[sorted.dim - 1] - 1;
    const scaled = call.mul(q, last);
    const nan = call.one('any.dim', call.u('isnan', sorted), -1, true);
    const sizes = [...reduced, q.numel];
    ranks = call.maskedFill(expanded(scaled, sizes), expanded(nan, sizes), last);
  }
  if (how === 'lower') ranks = call.u('floor_', ranks);
  else if (how === 'higher') ranks = call.u('ceil_', ranks);
  else if (how === 'nearest') ranks = call.u('round_', ranks);
  const below = toType(call, ranks, int64);
  let values = call.one('gather', sorted, -1, below, false);
  if (how === 'linear' || how === 'midpoint') {
    const weights = how === 'midpoint' ? call.one('full_like', ranks, call.float(0.5), null, null, null, null, null) : call.sub(ranks, below);
    const above = toType(call, call.u('ceil_', ranks), int64);
    const upper = call.one('gather', sorted, -1, above, false);
    values = call.one('lerp_.Tensor', values, upper, weights);
  }
  if (q.dim === 0) return call.one('squeeze_.dim', values, -1);
  return call.one('squeeze_.dim', call.one('transpose_', call.one('unsqueeze_', values, 0), 0, -1), -1);
}

const quantiles = (name: 'quantile' | 'nanquantile'): OpDef[] => [
  {
    schema: `${name}(Tensor self, Tensor q, int? dim=None, ${QUANTILE}) -> Tensor`,
    kind: 'composite',
    composite: (call, self: Tensor, q: Tensor, dim: number | null, keepdim: boolean, how: string) =>
      quantile(call, self, q, dim, keepdim, how, name === 'nanquantile'),
  },
  {
    schema: `${name}.scalar(Tensor self, float q, int? dim=None, ${QUANTILE}) -> Tensor`,
    kind: 'composite',
    composite: (call, self: Tensor, q: Scalar, dim: number | null, keepdim: boolean, how: string) => {
      if (numberOf(q) < 0 || numberOf(q) > 1) throw runtimeError(`quantile() q must be in the range [0, 1] but got ${numberOf(q)}`);
      return quantile(call, self, call.one('scalar_tensor', q, self.dtype, 'strided', self.device, null), dim, keepdim, how, name === 'nanquantile');
    },
  },
];

export const QUANTILES: readonly OpDef[] = [...quantiles('quantile'), ...quantiles('nanquantile')];
