/**
 * Placements: how a tensor lies along one dimension of a device mesh.
 *
 * PyTorch's `torch.distributed.tensor.placement_types`: Shard(dim), Replicate(), Partial(op). Chunks follow
 * `torch.chunk`: every full chunk has ceil(size / n) rows, later ones may be smaller or empty.
 * Leaves out: strided shards (a view that would need one is refused) and partial norms of other orders than 2.
 */

/** `mask`: a row-sharded embedding's result, zero where another rank has the row; it combines like a sum. */
export type ReduceOp = 'sum' | 'avg' | 'max' | 'min' | 'product' | 'mask' | 'norm2' | 'band' | 'bor' | 'bxor';

export type Placement = { readonly kind: 'shard'; readonly dim: number } | { readonly kind: 'replicate' } | { readonly kind: 'partial'; readonly op: ReduceOp };

export const Shard = (dim: number): Placement => ({ kind: 'shard', dim });
export const Replicate: Placement = { kind: 'replicate' };
export const Partial = (op: ReduceOp = 'sum'): Placement => ({ kind: 'partial', op });

export function samePlacement(a: Placement, b: Placement): boolean {
  if (a.kind === 'shard') return b.kind === 'shard' && a.dim === b.dim;
  if (a.kind === 'partial') return b.kind === 'partial' && a.op === b.op;
  return b.kind === 'replicate';
}

export function samePlacements(a: readonly Placement[], b: readonly Placement[]): boolean {
  return a.length === b.length && a.every((p, i) => samePlacement(p, b[i] as Placement));
}

/** PyTorch's `repr`: `Shard(dim=0)`, `Replicate()`, `Partial(sum)`. */
export function placementRepr(p: Placement): string {
  if (p.kind === 'shard') return `Shard(dim=${p.dim})`;
  if (p.kind === 'partial') return p.op === 'mask' ? '_MaskPartial()' : p.op === 'norm2' ? '_NormPartial(2.0)' : `Partial(${p.op})`;
  return 'Replicate()';
}

/** PyTorch's `str`, used in sharding errors: `S(0)`, `R`, `P(sum)`. */
export function placementShort(p: Placement): string {
  if (p.kind === 'shard') return `S(${p.dim})`;
  if (p.kind === 'partial') return p.op === 'mask' ? 'MaskP' : p.op === 'norm2' ? '_NormP(2.0)' : `P(${p.op})`;
  return 'R';
}

/** Rows of chunk `index` of `count` over `size` rows, and the first row's number. */
export function chunk(size: number, count: number, index: number): { size: number; offset: number } {
  const full = Math.ceil(size / count);
  const offset = Math.min(size, full * index);
  return { size: Math.min(size, full * (index + 1)) - offset, offset };
}
