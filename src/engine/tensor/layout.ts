/**
 * The layout of elementwise results: which strides the output of `add`, `exp`, `where` … gets.
 *
 * Follows TensorIterator in behaviour: operands of one shape that are all contiguous, all channels last, or all dense
 * with equal strides give that layout; otherwise the dimensions are sorted by the operands' strides (the first operand
 * that decides wins) and the output is dense in that order.
 */
import {
  broadcastAll,
  channelsLastStrides,
  contiguousStrides,
  isChannelsLastContiguous,
  isContiguous,
  isNonOverlappingAndDense,
  type Sizes,
} from './strides.ts';

export interface Shaped {
  readonly sizes: Sizes;
  readonly strides: Sizes;
}

const same = (a: Sizes, b: Sizes): boolean => a.length === b.length && a.every((s, i) => s === b[i]);

/** Sizes and strides of an elementwise result of these operands. */
export function elementwiseLayout(operands: readonly Shaped[]): { sizes: number[]; strides: number[] } {
  const sizes = broadcastAll(operands.map((t) => t.sizes));
  if (operands.every((t) => same(t.sizes, sizes))) {
    if (operands.every((t) => isContiguous(t.sizes, t.strides))) return { sizes, strides: contiguousStrides(sizes) };
    if (sizes.length === 4 && operands.every((t) => isChannelsLastContiguous(t.sizes, t.strides, 4))) {
      return { sizes, strides: channelsLastStrides(sizes) };
    }
    const first = operands[0];
    if (operands.every((t) => isNonOverlappingAndDense(t.sizes, t.strides) && same(t.strides, first.strides))) {
      return { sizes, strides: [...first.strides] };
    }
  }
  return {
    sizes,
    strides: sortedStrides(
      sizes,
      operands.map((t) => broadcastStrides(t, sizes)),
    ),
  };
}

/** Strides of an operand seen in the common shape: 0 where it is repeated or has no such dimension. */
export function broadcastStrides(t: Shaped, sizes: Sizes): number[] {
  const lead = sizes.length - t.sizes.length;
  return sizes.map((size, i) => {
    const d = i - lead;
    return d < 0 || (t.sizes[d] === 1 && size !== 1) ? 0 : t.strides[d];
  });
}

/**
 * Orders dimensions in place by a comparison that may say 0 for pairs it cannot tell apart: insertion that looks past such
 * pairs (`reorder_dimensions` of TensorIterator.cpp). A sort by a total order would give other layouts.
 */
export function insertionOrder(perm: number[], compare: (a: number, b: number) => number): void {
  for (let i = 1; i < perm.length; i++) {
    let at = i;
    for (let j = i - 1; j >= 0; j--) {
      const order = compare(perm[j], perm[at]);
      if (order > 0) {
        [perm[j], perm[at]] = [perm[at], perm[j]];
        at = j;
      } else if (order < 0) {
        break;
      }
    }
  }
}

/** Which of two dimensions is the inner one: the first operand that decides wins; 0 where none does. */
export function byStrides(sizes: Sizes, operands: readonly Sizes[]): (a: number, b: number) => number {
  return (a, b) => {
    for (const s of operands) {
      if (s[a] === 0 || s[b] === 0) continue;
      if (s[a] < s[b]) return -1;
      if (s[a] > s[b]) return 1;
      if (sizes[a] > sizes[b]) return 1;
    }
    return 0;
  };
}

/** Dense strides with the dimensions in the order the operands' strides suggest. */
export function sortedStrides(sizes: Sizes, operands: readonly Sizes[]): number[] {
  const rank = sizes.length;
  const perm = Array.from({ length: rank }, (_, i) => rank - 1 - i);
  insertionOrder(perm, byStrides(sizes, operands));
  if (perm.every((d, i) => d === rank - 1 - i)) return contiguousStrides(sizes);
  const out = new Array<number>(rank);
  let step = 1;
  for (const d of perm) {
    out[d] = step;
    step *= sizes[d];
  }
  return out;
}
