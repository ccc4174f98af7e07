/**
 * Dimensions chosen by number: output shapes of reductions, operands laid out as rows to reduce, sizes as messages print
 * them. Wrapping one dimension is the tensor layer's.
 */
import { runtimeError } from '../tensor/errors.ts';
import { wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';

export type Sizes = readonly number[];

/** `[2, 3]`: sizes as PyTorch's messages print them. */
export const list = (s: Sizes): string => `[${s.join(', ')}]`;

/** `null` and the empty list mean all dimensions. Checked for repeats. */
export function reducedDims(dim: Sizes | number | null, rank: number, emptyIsAll = true): number[] {
  if (dim === null || (typeof dim !== 'number' && dim.length === 0 && emptyIsAll)) return Array.from({ length: rank }, (_, i) => i);
  const dims = (typeof dim === 'number' ? [dim] : dim).map((d) => wrapDim(d, rank));
  if (new Set(dims).size !== dims.length) {
    const twice = dims.find((d, i) => dims.indexOf(d) !== i);
    throw runtimeError(`dim ${twice} appears multiple times in the list of dims`);
  }
  return rank === 0 ? [] : dims;
}

export function reducedSizes(sizes: Sizes, dims: Sizes, keepdim: boolean): number[] {
  if (keepdim) return sizes.map((s, i) => (dims.includes(i) ? 1 : s));
  return sizes.filter((_, i) => !dims.includes(i));
}

/** The same elements with the reduced dimensions last: each output element owns one run of `length`. */
export function rowsOf(t: Tensor, dims: Sizes, rows: Sizes = [...dims].sort((a, b) => a - b)): { view: Tensor; length: number } {
  const keep = t.sizes.map((_, i) => i).filter((i) => !dims.includes(i));
  const order = [...keep, ...rows];
  const view = new Tensor(
    t.storage,
    t.dtype,
    order.map((i) => t.sizes[i]),
    order.map((i) => t.strides[i]),
    t.offset,
  );
  return { view, length: dims.reduce((n, d) => n * t.sizes[d], 1) };
}

/** For operators along one dimension: outer × length × inner of a contiguous tensor. */
export function along(sizes: Sizes, dim: number): { outer: number; length: number; inner: number } {
  let outer = 1;
  let inner = 1;
  sizes.forEach((s, i) => {
    if (i < dim) outer *= s;
    else if (i > dim) inner *= s;
  });
  return { outer, length: sizes.length === 0 ? 1 : sizes[dim], inner };
}
