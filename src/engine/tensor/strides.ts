/**
 * Sizes and strides: the algebra behind views, broadcasting and layouts.
 *
 * Follows c10/ATen in behaviour: `TensorImpl::compute_contiguous`, `computeStride` of TensorUtils, `infer_size` and
 * `infer_size_impl` of ExpandUtils, `MemoryFormat.h`. Messages are PyTorch's. Results of elementwise operators get
 * their layout in `iterator.ts`.
 */
import { part } from '../python/packs.ts';
import { indexError, runtimeError } from './errors.ts';

export type Sizes = readonly number[];

export function numelOf(sizes: Sizes): number {
  let n = 1;
  for (const s of sizes) n *= s;
  return n;
}

export function contiguousStrides(sizes: Sizes): number[] {
  const strides = new Array<number>(sizes.length);
  let step = 1;
  for (let i = sizes.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= Math.max(sizes[i], 1);
  }
  return strides;
}

export function sameSizes(a: Sizes, b: Sizes): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The strides are those that `contiguousStrides` gives: a narrower question than `isContiguous`. */
export function isDense(sizes: Sizes, strides: Sizes): boolean {
  let step = 1;
  for (let i = sizes.length - 1; i >= 0; i--) {
    if (strides[i] !== step) return false;
    if (sizes[i] > 1) step *= sizes[i];
  }
  return true;
}

/** Dimensions of size 1 do not count; a tensor without elements is contiguous. */
export function isContiguous(sizes: Sizes, strides: Sizes): boolean {
  let step = 1;
  for (let i = sizes.length - 1; i >= 0; i--) {
    const size = sizes[i];
    if (size === 0) return true;
    if (size !== 1) {
      if (strides[i] !== step) return numelOf(sizes) === 0;
      step *= size;
    }
  }
  return true;
}

/** Every address of a dense block is used exactly once, in some order of the dimensions. */
export function isNonOverlappingAndDense(sizes: Sizes, strides: Sizes): boolean {
  if (sizes.length === 1) return sizes[0] < 2 || strides[0] === 1;
  if (isContiguous(sizes, strides)) return true;
  const order = sizes
    .map((_, i) => i)
    .sort((a, b) => {
      if (sizes[a] < 2) return sizes[b] < 2 ? 0 : 1;
      if (sizes[b] < 2) return -1;
      return strides[a] - strides[b];
    });
  let step = 1;
  for (const i of order) {
    if (sizes[i] < 2) return true;
    if (strides[i] !== step) return false;
    step *= sizes[i];
  }
  return true;
}

/** Bytes a storage needs for these sizes and strides, in elements. */
export function storageExtent(sizes: Sizes, strides: Sizes, offset = 0): number {
  let last = offset;
  for (let i = 0; i < sizes.length; i++) {
    if (sizes[i] === 0) return 0;
    last += (sizes[i] - 1) * strides[i];
  }
  return last + 1;
}

/** Two indices share an address: `has_internal_overlap`. `too-hard` where PyTorch does not decide either. */
export function internalOverlap(sizes: Sizes, strides: Sizes): 'no' | 'yes' | 'too-hard' {
  if (isNonOverlappingAndDense(sizes, strides)) return 'no';
  for (let i = 0; i < sizes.length; i++) if (strides[i] === 0 && sizes[i] > 1) return 'yes';
  return 'too-hard';
}

/** A dimension number as Python gives it, made non-negative. `wrapScalar`: a 0-d tensor counts as 1-d. */
export function wrapDim(dim: number, rank: number, wrapScalar = true): number {
  let n = rank;
  if (n === 0) {
    if (!wrapScalar) throw indexError(`Dimension specified as ${dim} but tensor has no dimensions`);
    n = 1;
  }
  if (dim < -n || dim >= n) {
    throw indexError(`Dimension out of range (expected to be in range of [${-n}, ${n - 1}], but got ${dim})`);
  }
  return dim < 0 ? dim + n : dim;
}

const sizing = part<typeof import('./sizing.ts')>('faults', 'sizing');

/** The shape of `view` and `reshape` with its one -1 filled in. */
export function inferSize(shape: Sizes, numel: number): number[] {
  let known = 1;
  let open = -1;
  for (let i = 0; i < shape.length; i++) {
    const s = shape[i];
    if (s < 0) {
      if (s !== -1 || open >= 0) sizing().noShape(shape, numel);
      open = i;
    } else known *= s;
  }
  const result = [...shape];
  if (open < 0 ? numel !== known : !(known > 0 && numel % known === 0)) sizing().noShape(shape, numel);
  if (open >= 0) result[open] = numel / known;
  return result;
}

/**
 * Strides under which `sizes`/`strides` can be seen as `shape` without copying, or null.
 * Walks both shapes from the right; a run of old dimensions that lie densely behind one another forms a block, and
 * the new dimensions must fill each block exactly.
 */
export function viewStrides(sizes: Sizes, strides: Sizes, shape: Sizes): number[] | null {
  if (sizes.length === 0) return new Array<number>(shape.length).fill(1);
  const numel = numelOf(sizes);
  if (numel === 0 && sizes.length === shape.length && sizes.every((s, i) => s === shape[i])) return [...strides];
  const result = new Array<number>(shape.length);
  let v = shape.length - 1;
  if (numel === 0) {
    for (; v >= 0; v--) result[v] = v === shape.length - 1 ? 1 : Math.max(shape[v + 1], 1) * result[v + 1];
    return result;
  }
  let base = strides[strides.length - 1];
  let block = 1;
  let filled = 1;
  for (let d = sizes.length - 1; d >= 0; d--) {
    block *= sizes[d];
    if (d === 0 || (sizes[d - 1] !== 1 && strides[d - 1] !== block * base)) {
      while (v >= 0 && (filled < block || shape[v] === 1)) {
        result[v] = filled * base;
        filled *= shape[v];
        v--;
      }
      if (filled !== block) return null;
      if (d > 0) {
        base = strides[d - 1];
        block = 1;
        filled = 1;
      }
    }
  }
  return v === -1 ? result : null;
}

/** The common shape of two operands, aligned at the right. */
export function broadcastSizes(a: Sizes, b: Sizes): number[] {
  const rank = Math.max(a.length, b.length);
  const out = new Array<number>(rank);
  for (let i = rank - 1; i >= 0; i--) {
    const da = i - (rank - a.length);
    const db = i - (rank - b.length);
    const sa = da >= 0 ? a[da] : 1;
    const sb = db >= 0 ? b[db] : 1;
    if (sa !== sb && sa !== 1 && sb !== 1) {
      throw runtimeError(`The size of tensor a (${sa}) must match the size of tensor b (${sb}) at non-singleton dimension ${i}`);
    }
    out[i] = sa === 1 ? sb : sa;
  }
  return out;
}

export function broadcastAll(shapes: readonly Sizes[]): number[] {
  let out: number[] = shapes.length ? [...shapes[0]] : [];
  for (let i = 1; i < shapes.length; i++) out = broadcastSizes(out, shapes[i]);
  return out;
}

/**
 * `expand`: sizes with -1 filled in, and strides with 0 where a dimension is repeated. `type` is the tensor's type name in
 * the message for too few sizes (`legacyTypeName`).
 */
export function expandStrides(sizes: Sizes, strides: Sizes, target: Sizes, type = 'torch.FloatTensor'): { sizes: number[]; strides: number[] } {
  const rank = target.length;
  if (rank < sizes.length) {
    sizing().noExpand(sizes, target, type, -1);
  }
  // PyTorch's short way for 0-d tensors: every stride is 0, and a -1 is found out only by the element count.
  if (sizes.length === 0) {
    if (target.some((s) => s < 0)) throw runtimeError('numel: integer multiplication overflow');
    return { sizes: [...target], strides: new Array<number>(rank).fill(0) };
  }
  const outSizes = new Array<number>(rank);
  const outStrides = new Array<number>(rank);
  for (let i = rank - 1; i >= 0; i--) {
    const d = i - (rank - sizes.length);
    let size = d >= 0 ? sizes[d] : 1;
    let stride = d >= 0 ? strides[d] : i + 1 < rank ? outSizes[i + 1] * outStrides[i + 1] : 1;
    let want = target[i];
    if (want === -1) {
      if (d < 0) sizing().noExpand(sizes, target, type, i);
      want = size;
    }
    if (size !== want) {
      if (size !== 1) sizing().noExpand(sizes, target, type, i);
      size = want;
      stride = 0;
    }
    outSizes[i] = size;
    outStrides[i] = stride;
  }
  return { sizes: outSizes, strides: outStrides };
}

export function channelsLastStrides(sizes: Sizes): number[] {
  const order = sizes.length === 4 ? [1, 3, 2, 0] : [1, 4, 3, 2, 0];
  const strides = new Array<number>(sizes.length);
  let step = 1;
  for (const d of order) {
    strides[d] = step;
    step *= Math.max(sizes[d], 1);
  }
  return strides;
}

/** `is_contiguous(memory_format=torch.channels_last)` (4-d) or `channels_last_3d` (5-d). */
export function isChannelsLastContiguous(sizes: Sizes, strides: Sizes, rank: 4 | 5): boolean {
  if (sizes.length !== rank) return false;
  const order = rank === 4 ? [1, 3, 2, 0] : [1, 4, 3, 2, 0];
  let step = 1;
  for (const d of order) {
    if (sizes[d] !== 1) {
      if (strides[d] !== step) return false;
      step *= sizes[d];
    }
  }
  return true;
}

/** Strides rise in channels-last order: what `suggest_memory_format` asks. */
export function isChannelsLastStrides(sizes: Sizes, strides: Sizes, rank: 4 | 5): boolean {
  if (sizes.length !== rank) return false;
  if (strides[1] === 0) return false;
  let min = 0;
  for (const d of rank === 4 ? [1, 3, 2, 0] : [1, 4, 3, 2, 0]) {
    if (sizes[d] === 0) return false;
    if (strides[d] < min) return false;
    // An N111 tensor that is merely contiguous must not count as channels last.
    if (d === 0 && min === strides[1]) return false;
    min = strides[d];
    if (sizes[d] > 1) min *= sizes[d];
  }
  return true;
}
