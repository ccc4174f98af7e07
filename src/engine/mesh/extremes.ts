/**
 * argmax and argmin along a cut dimension: each rank finds its own, then values and indices are gathered and the winner
 * is taken from them (`argminmax_handler` of torch/distributed/tensor/_nonlinear_redux.py), instead of gathering the input.
 */
import type { Arg, Call } from '../aten/op.ts';
import { dataOf } from '../tensor/access.ts';
import { pyError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { allGather, tensorOf } from './collectives.ts';
import type { Comm } from './comm.ts';
import type { Dist } from './dtensor.ts';
import { Replicate } from './placement.ts';
import { join, redistributeLocal } from './redistribute.ts';
import { localBlock, type Spec } from './spec.ts';

const product = (list: readonly number[]): number => list.reduce((a, b) => a * b, 1);

/** The result's block, or null where no cut dimension is reduced: each rank then has all it needs. */
export function argExtreme(comm: Comm, call: Call, overload: string, { local, spec }: Dist, args: readonly Arg[]): Tensor | null {
  const shape = spec.meta.shape;
  const given = (args[1] ?? null) as number | null;
  const dim = given === null ? null : given < 0 ? given + shape.length : given;
  const cuts = spec.placements.flatMap((p, m) => (p.kind === 'shard' && (dim === null || p.dim === dim) ? [m] : []));
  if (cuts.length === 0) return null;
  if (spec.placements.some((p) => p.kind === 'shard' && p.factor > 0)) throw pyError('NotImplementedError', `aten.${overload} does not support _StridedShard!`);
  const whole: Spec = { ...spec, placements: spec.placements.map((p) => (p.kind === 'partial' ? Replicate : p)) };
  const block = redistributeLocal(comm, local, spec, whole.placements);
  const kind = overload.startsWith('argmax') ? 'max' : 'min';
  let values: Tensor;
  let indices: Tensor;
  if (dim === null) {
    values = call.one('view', call.one(`${kind}.default`, block), [1]);
    indices = call.one('view', call.one(`arg${kind}`, block), [1]);
  } else [values, indices] = call.many(`${kind}.dim`, block, dim, true) as [Tensor, Tensor];
  indices = globalIndices(call, indices, whole, dim, comm.rank);
  const along = dim ?? 0;
  for (const m of cuts) {
    const group = spec.mesh.group(m, comm.rank);
    const gather = (t: Tensor): Tensor =>
      join(
        allGather(comm, group, t).map((b) => tensorOf(b, t.device)),
        along,
      );
    values = gather(values);
    indices = gather(indices);
  }
  const winner = call.one(`arg${kind}`, values, along, true);
  const out = call.one('gather', indices, along, winner);
  const keep = args[2] === true;
  const sizes = dim === null ? (keep ? shape.map(() => 1) : []) : keep ? out.sizes : out.sizes.filter((_, d) => d !== dim);
  return call.one('view', out, sizes);
}

/** Indices within this rank's block as indices of the whole tensor. */
function globalIndices(call: Call, indices: Tensor, spec: Spec, dim: number | null, rank: number): Tensor {
  const { shape, offset } = localBlock(spec, rank);
  if (dim !== null) return call.one('add.Scalar', indices, offset[dim] as number, 1);
  if (indices.isFake) return indices;
  let rest = Number((dataOf(indices) as BigInt64Array)[0]);
  let at = 0;
  for (const d of shape.keys()) {
    const inner = product(shape.slice(d + 1));
    at += (Math.floor(rest / inner) + (offset[d] as number)) * product(spec.meta.shape.slice(d + 1));
    rest %= inner;
  }
  return call.one('full', [1], at, indices.dtype, null, indices.device, null);
}
