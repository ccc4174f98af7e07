/**
 * Moving a rank's block from one layout to another, step by step of the plan.
 *
 * Which collective a step is, as PyTorch's (`placement_types.py`): gather for a cut that goes, all_reduce or
 * reduce_scatter for a partial result, nothing where every rank has what it needs. Uneven blocks are padded to the size
 * of the first and cut back afterwards. Gloo has no all_to_all: on cpu a cut that changes dimension is a gather.
 */
import { copyInto, toWorkingCopy, fromWorking } from '../tensor/access.ts';
import { empty, viewOf, zeros } from '../tensor/create.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { allGather, allReduce, allToAll, type Block, reduceScatter, tensorOf } from './collectives.ts';
import type { Comm } from './comm.ts';
import {
  chunk,
  type Cut,
  isMask,
  isNorm,
  normOrder,
  type Placement,
  placementShort,
  type ReduceOp,
  rowCount,
  type Rows,
  rowsOf,
  samePlacements,
} from './placement.ts';
import { applyMask } from './mask.ts';
import type { Spec } from './spec.ts';
import { planTransform, type TransformStep } from './transform.ts';

/** A copy of rows `start … start + length` along `dim`. */
export function narrow(t: Tensor, dim: number, start: number, length: number): Tensor {
  const sizes = t.sizes.map((n, d) => (d === dim ? length : n));
  const out = empty(sizes, t.dtype, { device: t.device, fake: t.isFake });
  if (!t.isFake && out.numel > 0) copyInto(out, viewOf(t, sizes, t.strides, t.offset + start * (t.strides[dim] as number)));
  return out;
}

/** A copy with `rows` rows along `dim`; what is missing is zero. */
function pad(t: Tensor, dim: number, rows: number): Tensor {
  if (t.sizes[dim] === rows) return t;
  const out = zeros(
    t.sizes.map((n, d) => (d === dim ? rows : n)),
    t.dtype,
    { device: t.device, fake: t.isFake },
  );
  if (!t.isFake && t.numel > 0) copyInto(viewOf(out, t.sizes, out.strides), t);
  return out;
}

/** Joins copies along `dim`. */
export function join(parts: readonly Tensor[], dim: number): Tensor {
  const [first] = parts as [Tensor];
  const rows = parts.reduce((n, t) => n + (t.sizes[dim] as number), 0);
  const out = empty(
    first.sizes.map((n, d) => (d === dim ? rows : n)),
    first.dtype,
    { device: first.device, fake: first.isFake },
  );
  let at = 0;
  for (const t of parts) {
    if (!t.isFake && t.numel > 0) copyInto(viewOf(out, t.sizes, out.strides, out.offset + at * (out.strides[dim] as number)), t);
    at += t.sizes[dim] as number;
  }
  return out;
}

const combine = (op: ReduceOp): ReduceOp => (isMask(op) ? 'sum' : op);

/** Parts along `dim`, all padded to the first one's rows: what a reduce_scatter or scatter takes. */
export function paddedParts(t: Tensor, dim: number, count: number): Tensor[] {
  const size = t.sizes[dim] as number;
  const full = chunk(size, count, 0).size;
  return Array.from({ length: count }, (_, i) => {
    const piece = chunk(size, count, i);
    return pad(narrow(t, dim, Math.min(piece.offset, size), piece.size), dim, full);
  });
}

/** The rows of a stretch list, joined. */
const pick = (t: Tensor, dim: number, list: readonly Rows[]): Tensor =>
  list.length === 1
    ? narrow(t, dim, (list[0] as Rows).offset, (list[0] as Rows).size)
    : join(
        list.map((r) => narrow(t, dim, r.offset, r.size)),
        dim,
      );

function gatherShard(comm: Comm, group: readonly number[], t: Tensor, p: Cut, size: number): Tensor {
  const { dim } = p;
  const count = group.length;
  const padded = pad(t, dim, rowCount(p, size, count, 0));
  const blocks = allGather(comm, group, padded).map((b: Block) => tensorOf(b, t.device));
  const pieces = blocks.flatMap((b, i) => {
    let at = 0;
    return rowsOf(p, size, count, i).map((r) => ({ offset: r.offset, part: narrow(b, dim, (at += r.size) - r.size, r.size) }));
  });
  if (p.factor) pieces.sort((a, b) => a.offset - b.offset);
  return join(
    pieces.map((x) => x.part),
    dim,
  );
}

/** Ranks that have flattened a mesh: PyTorch then makes one collective of two alike, over the flattened dimensions. */
const flattened = new WeakSet<Comm>();
export const noteFlattened = (comm: Comm): void => void flattened.add(comm);

const merges = (a: TransformStep, b: TransformStep): boolean =>
  a.from.kind !== 'replicate' &&
  samePlacements([a.to], [b.to]) &&
  a.from.kind === b.from.kind &&
  (a.from.kind === 'partial' || samePlacements([a.from], [b.from]));

/** Redistributes a rank's block; returns the block itself when nothing is to be done. */
export function redistributeLocal(comm: Comm, local: Tensor, spec: Spec, target: readonly Placement[]): Tensor {
  let now = local;
  const plan = planTransform(spec, target, comm.rank);
  if (flattened.has(comm) && plan.some((step, i) => i > 0 && merges(plan[i - 1] as TransformStep, step))) {
    throw new Unsupported('collectives merged over a flattened mesh');
  }
  for (const step of plan) now = applyStep(comm, now, spec, step);
  return now;
}

function applyStep(comm: Comm, t: Tensor, spec: Spec, step: TransformStep): Tensor {
  const { mesh } = spec;
  const { from, to, meshDim, logicalShape } = step;
  const group = mesh.group(meshDim, comm.rank);
  const count = group.length;
  const index = group.indexOf(comm.rank);
  if (count === 1) return t;
  if (from.kind === 'partial' && isMask(from.op) && to.kind !== 'partial') applyMask(comm, t, from.op);
  if (from.kind === 'partial' && to.kind === 'replicate') return tensorOf(allReduce(comm, group, t, combine(from.op)), t.device);
  if (from.kind === 'partial' && to.kind === 'shard') {
    if (to.factor) throw new Unsupported('a partial result reduced into a strided shard');
    const part = tensorOf(reduceScatter(comm, group, paddedParts(t, to.dim, count), combine(from.op)), t.device);
    return narrow(part, to.dim, 0, chunk(t.sizes[to.dim] as number, count, index).size);
  }
  if (from.kind === 'shard' && to.kind === 'replicate') return gatherShard(comm, group, t, from, logicalShape[from.dim] as number);
  if (from.kind === 'shard' && to.kind === 'shard') {
    const whole = logicalShape[to.dim] as number;
    if (mesh.deviceType === 'cpu' || from.factor || to.factor) {
      return pick(gatherShard(comm, group, t, from, logicalShape[from.dim] as number), to.dim, rowsOf(to, whole, count, index));
    }
    return exchange(comm, group, t, from.dim, to.dim, logicalShape);
  }
  if (from.kind === 'replicate' && to.kind === 'shard') {
    return pick(t, to.dim, rowsOf(to, t.sizes[to.dim] as number, count, index));
  }
  if (from.kind === 'replicate' && to.kind === 'partial') return share(t, to.op, count);
  throw runtimeError(`redistribute from ${placementShort(from)} to ${placementShort(to)} not supported yet`);
}

/** Changes the cut from one dimension to another: every rank sends each peer its part. */
function exchange(comm: Comm, group: readonly number[], t: Tensor, fromDim: number, toDim: number, shape: readonly number[]): Tensor {
  const count = group.length;
  const index = group.indexOf(comm.rank);
  const rows = chunk(shape[fromDim] as number, count, 0).size;
  const parts = paddedParts(pad(t, fromDim, rows), toDim, count);
  const got = allToAll(comm, group, parts, 'all_to_all_single').map((b) => tensorOf(b, t.device));
  const joined = join(
    got.map((b, i) => narrow(b, fromDim, 0, chunk(shape[fromDim] as number, count, i).size)),
    fromDim,
  );
  return narrow(joined, toDim, 0, chunk(shape[toDim] as number, count, index).size);
}

/** Partial values of a replicated tensor: a sum is divided, a norm by the root, the others repeat (`_partition_value`). */
function share(t: Tensor, op: ReduceOp, count: number): Tensor {
  if ((op !== 'sum' && !isNorm(op)) || t.isFake) return t;
  const divisor = isNorm(op) ? count ** (1 / (normOrder(op) || 1)) : count;
  const out = empty(t.sizes, t.dtype, { device: t.device });
  fromWorking(
    out,
    toWorkingCopy(t).map((x) => x / divisor),
  );
  return out;
}
