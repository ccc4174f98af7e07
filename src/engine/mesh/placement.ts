/**
 * Placements: how a tensor lies along one dimension of a device mesh.
 *
 * PyTorch's `torch.distributed.tensor.placement_types`: Shard(dim), Replicate(), Partial(op). Chunks follow
 * `torch.chunk`: every full chunk has ceil(size / n) rows, later ones may be smaller or empty. A strided shard
 * (`_StridedShard`) is a cut that stands inside another: the dimension falls into `factor` blocks first, and a rank has its
 * chunk of each. Views that flatten an inner cut make one, and so does fully_shard above tensor parallelism.
 * Leaves out: partial values of other kinds.
 */

/** A row-sharded look-up's result, zero where another rank has the row: `mask`, then the number of its buffer, the dimension and the values' shape (`mask0:0:16, 8`). */
export type MaskOp = `mask${string}`;
/** A mask combines like a sum. A norm keeps how its order was written. */
export type ReduceOp = 'sum' | 'avg' | 'max' | 'min' | 'product' | MaskOp | `norm${string}` | 'band' | 'bor' | 'bxor';

export interface Cut {
  readonly kind: 'shard';
  readonly dim: number;
  /** Blocks the dimension falls into before it is cut; 0: a plain shard. */
  readonly factor: number;
}

export const isMask = (op: ReduceOp): op is MaskOp => op.startsWith('mask');
export const isNorm = (op: ReduceOp): boolean => op.startsWith('norm');
/** Of `norm2` and of `norm2.0`. */
export const normOrder = (op: ReduceOp): number => Number(op.slice(4));

export type Placement = Cut | { readonly kind: 'replicate' } | { readonly kind: 'partial'; readonly op: ReduceOp };

/** @param factor blocks of a strided shard; 0 is a plain one */
export const Shard = (dim: number, factor = 0): Cut => ({ kind: 'shard', dim, factor });
export const Replicate: Placement = { kind: 'replicate' };
export const Partial = (op: ReduceOp = 'sum'): Placement => ({ kind: 'partial', op });

export function samePlacement(a: Placement, b: Placement): boolean {
  if (a.kind === 'shard') return b.kind === 'shard' && a.dim === b.dim && a.factor === b.factor;
  if (a.kind === 'partial') return b.kind === 'partial' && a.op === b.op;
  return b.kind === 'replicate';
}

export function samePlacements(a: readonly Placement[], b: readonly Placement[]): boolean {
  return a.length === b.length && a.every((p, i) => samePlacement(p, b[i] as Placement));
}

/** PyTorch's `repr`: `Shard(dim=0)`, `Replicate()`, `Partial(sum)`. */
export function placementRepr(p: Placement): string {
  if (p.kind === 'shard') return p.factor ? `_StridedShard(dim=${p.dim}, sf=${p.factor})` : `Shard(dim=${p.dim})`;
  if (p.kind === 'partial')
    return isMask(p.op)
      ? `_MaskPartial(reduce_op=sum, offset_shape=torch.Size([${p.op.split(':')[2]}]), offset_dim=${p.op.split(':')[1]})`
      : isNorm(p.op)
        ? `_NormPartial(${p.op.slice(4)})`
        : `Partial(${p.op})`;
  return 'Replicate()';
}

/** PyTorch's `str`, used in sharding errors: `S(0)`, `R`, `P(sum)`. */
export function placementShort(p: Placement): string {
  if (p.kind === 'shard') return p.factor ? `_S(${p.dim}, ${p.factor})` : `S(${p.dim})`;
  if (p.kind === 'partial')
    return isMask(p.op) ? `MaskP(sum, torch.Size([${p.op.split(':')[2]}]), ${p.op.split(':')[1]})` : isNorm(p.op) ? `_NormP(${p.op.slice(4)})` : `P(${p.op})`;
  return 'R';
}

/** Rows of chunk `index` of `count` over `size` rows, and the first row's number. */
export function chunk(size: number, count: number, index: number): Rows {
  const full = Math.ceil(size / count);
  const offset = Math.min(size, full * index);
  return { size: Math.min(size, full * (index + 1)) - offset, offset };
}

/** Consecutive rows of a dimension. */
export interface Rows {
  readonly size: number;
  readonly offset: number;
}

/** The rows that position `index` of `count` holds, in order: one stretch of a plain shard, one a block of a strided one. */
export function rowsOf(p: Cut, size: number, count: number, index: number): Rows[] {
  if (p.factor === 0) return [chunk(size, count, index)];
  return Array.from({ length: p.factor }, (_, i) => {
    const block = chunk(size, p.factor, i);
    const own = chunk(block.size, count, index);
    return { size: own.size, offset: block.offset + own.offset };
  });
}

export const rowCount = (p: Cut, size: number, count: number, index: number): number => rowsOf(p, size, count, index).reduce((n, r) => n + r.size, 0);
