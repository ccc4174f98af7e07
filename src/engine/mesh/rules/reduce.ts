/**
 * How a reduction follows its input's placements.
 *
 * A cut along a reduced dimension leaves a partial result of the same kind; other cuts move to their new dimension.
 * Where the reduction does not commute with what is there (a mean over uneven blocks, a maximum of partial sums) the
 * input is gathered first (`common_reduction_strategy` of `_math_ops.py`).
 */
import { Partial, type Placement, type ReduceOp, Replicate, Shard } from '../placement.ts';
import { isEvenOn, type Spec } from '../spec.ts';
import type { Choice } from '../strategy.ts';

export const LINEAR_REDUCTIONS: Readonly<Record<string, ReduceOp>> = {
  'all.default': 'product',
  'all.dim': 'product',
  'sum.default': 'sum',
  'sum.dim_IntList': 'sum',
  'nansum.default': 'sum',
  'any.default': 'sum',
  'any.dim': 'sum',
  'any.dims': 'sum',
  'prod.default': 'product',
  'prod.dim_int': 'product',
  'mean.default': 'avg',
  'mean.dim': 'avg',
  'max.default': 'max',
  'min.default': 'min',
  'amax.default': 'max',
  'amin.default': 'min',
};

/**
 * @param dims reduced dimensions, non-negative
 * @param op how partial results combine; null when they cannot (argmax, var): the dimension is gathered first
 */
export function reduction(input: Spec, dims: readonly number[], keepdim: boolean, op: ReduceOp | null): Choice {
  const linear = op !== null && (op !== 'avg' || dims.every((d) => isEvenOn(input, d))) && input.placements.every((p) => p.kind !== 'partial' || p.op === op);
  const inputs = linear
    ? input.placements
    : input.placements.map((p) => (p.kind === 'partial' || (p.kind === 'shard' && dims.includes(p.dim)) ? Replicate : p));
  const outputs = inputs.map((p): Placement => {
    if (p.kind !== 'shard') return p;
    if (dims.includes(p.dim)) return Partial(op as ReduceOp);
    return Shard(keepdim ? p.dim : p.dim - dims.filter((d) => d < p.dim).length, p.factor);
  });
  return { inputs: [inputs], outputs: [outputs] };
}
