/**
 * Layouts of matrix products over one mesh dimension, from an einsum equation.
 *
 * Order matters for ties: batch dimensions, contracted dimensions (partial result), free dimensions of the left, of the
 * right, then one partial input at a time, since a product is linear in each (`gen_single_dim_einsum_strategies` of
 * `torch/distributed/tensor/_ops/_matrix_ops.py`; "all replicated" comes first by `withReplicate`).
 */
import { Partial, type Placement, Replicate, Shard } from '../placement.ts';
import type { Layout } from '../strategy.ts';

/** @param equation two inputs, one output: `mk,kn->mn`; the letters are visited in alphabetical order */
export function einsumLayouts(equation: string): Layout[] {
  const [left, output] = equation.split('->') as [string, string];
  const [a, b] = left.split(',') as [string, string];
  const letters = [...new Set(a + b)].sort();
  const batch: Layout[] = [];
  const contracted: Layout[] = [];
  const freeA: Layout[] = [];
  const freeB: Layout[] = [];
  for (const d of letters) {
    const [inA, inB, out] = [a.indexOf(d), b.indexOf(d), output.indexOf(d)];
    if (out < 0) contracted.push([Partial('sum'), Shard(inA), Shard(inB)]);
    else if (inA >= 0 && inB >= 0) batch.push([Shard(out), Shard(inA), Shard(inB)]);
    else if (inA >= 0) freeA.push([Shard(out), Shard(inA), Replicate]);
    else freeB.push([Shard(out), Replicate, Shard(inB)]);
  }
  const linear = (['sum', 'avg'] as const).flatMap((op): Layout[] => [
    [Partial(op), Partial(op), Replicate],
    [Partial(op), Replicate, Partial(op)],
  ]);
  const elementwise = contracted.length + freeA.length + freeB.length === 0;
  const all = elementwise ? (['sum', 'avg'] as const).map((op): Layout => [Partial(op), Partial(op), Partial(op)]) : [];
  return [...batch, ...contracted, ...freeA, ...freeB, ...linear, ...all];
}

export const EQUATIONS: Readonly<Record<string, string>> = {
  'mm.default': 'mk,kn->mn',
  'bmm.default': 'bmk,bkn->bmn',
  'addmm.default': 'mk,kn->mn',
  'baddbmm.default': 'bmk,bkn->bmn',
};

/** [output, bias, mat1, mat2]: the bias follows the output where it is not broadcast (`_addmm_like_strategy`). */
export function withBias(layouts: readonly Layout[], outShape: readonly number[], biasShape: readonly number[]): Layout[] {
  const pad = outShape.length - biasShape.length;
  const bias = (p: Placement): Placement => {
    if (p.kind !== 'shard') return p;
    const own = p.dim - pad;
    return own >= 0 && biasShape[own] === outShape[p.dim] ? Shard(own) : Replicate;
  };
  return layouts.map(([out, ...mats]) => [out as Placement, bias(out as Placement), ...mats]);
}
