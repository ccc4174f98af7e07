/**
 * The specification of a distributed tensor: mesh, one placement a mesh dimension, global shape and dtype.
 *
 * PyTorch's `DTensorSpec` with its `TensorMeta`. Local shapes and offsets follow the mesh dimensions left to right.
 */
import { type Placement, placementRepr, rowCount, rowsOf } from './placement.ts';
import type { DeviceMesh } from './device_mesh.ts';

export interface TensorMeta {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly dtype: string;
  readonly itemsize: number;
}

export interface Spec {
  readonly mesh: DeviceMesh;
  readonly placements: readonly Placement[];
  readonly meta: TensorMeta;
}

/** How many pieces the tensor is cut into over the whole mesh. */
export function numShards(spec: Spec): number {
  return spec.placements.reduce((n, p, i) => (p.kind === 'shard' ? n * spec.mesh.size(i) : n), 1);
}

export function isReplicated(spec: Spec): boolean {
  return spec.placements.every((p) => p.kind === 'replicate');
}

/** Shape and offset of the block that `rank` holds. */
export function localBlock(spec: Spec, rank: number): { shape: number[]; offset: number[] } {
  const shape = [...spec.meta.shape];
  const offset = shape.map(() => 0);
  const at = spec.mesh.coordinate(rank);
  if (!at) return { shape: [0], offset };
  for (const [i, p] of spec.placements.entries()) {
    if (p.kind !== 'shard') continue;
    const [size, count, index] = [shape[p.dim] as number, spec.mesh.size(i), at[i] as number];
    (offset[p.dim] as number) += rowsOf(p, size, count, index)[0]?.offset ?? 0;
    shape[p.dim] = rowCount(p, size, count, index);
  }
  return { shape, offset };
}

/** Each tensor dimension has at least one row a shard (`is_tensor_shardable`). */
export function isShardable(shape: readonly number[], mesh: DeviceMesh, placements: readonly Placement[]): boolean {
  const shards = shape.map(() => 1);
  for (const [i, p] of placements.entries()) {
    if (p.kind !== 'shard') continue;
    if (p.dim >= shape.length) return false;
    shards[p.dim] = (shards[p.dim] as number) * mesh.size(i);
    if ((shape[p.dim] as number) < (shards[p.dim] as number)) return false;
  }
  return true;
}

/** Rows along `dim` divide evenly over the shards of that dimension. */
export function isEvenOn(spec: Spec, dim: number): boolean {
  const n = spec.placements.reduce((k, p, i) => (p.kind === 'shard' && p.dim === dim ? k * spec.mesh.size(i) : k), 1);
  return (spec.meta.shape[dim] as number) % n === 0;
}

/** `(Shard(dim=0), Replicate())` */
export function placementsRepr(placements: readonly Placement[]): string {
  const list = placements.map(placementRepr);
  return list.length === 1 ? `(${list[0]},)` : `(${list.join(', ')})`;
}
