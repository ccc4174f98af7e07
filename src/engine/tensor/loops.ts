/**
 * Walking strided tensors: dimensions that lie behind one another are merged, then the innermost row is handed out.
 *
 * The order of visits is the logical (row-major) order of the indices. The caller's row function holds the tight loop.
 * Idea: TensorIterator's coalescing, without its reordering of dimensions.
 */
import type { Sizes } from './strides.ts';

export interface Collapsed {
  sizes: number[];
  strides: number[][];
}

/** Merges neighbouring dimensions that every operand walks as one; drops dimensions of size 1. */
export function collapse(sizes: Sizes, operands: readonly Sizes[]): Collapsed {
  const outSizes: number[] = [];
  const outStrides: number[][] = operands.map(() => []);
  for (let d = 0; d < sizes.length; d++) {
    if (sizes[d] === 1) continue;
    const last = outSizes.length - 1;
    const mergeable = last >= 0 && operands.every((s, k) => outStrides[k][last] === s[d] * sizes[d]);
    if (mergeable) {
      outSizes[last] *= sizes[d];
      for (let k = 0; k < operands.length; k++) outStrides[k][last] = operands[k][d];
    } else {
      outSizes.push(sizes[d]);
      for (let k = 0; k < operands.length; k++) outStrides[k].push(operands[k][d]);
    }
  }
  if (outSizes.length === 0) {
    outSizes.push(1);
    for (const s of outStrides) s.push(1);
  }
  return { sizes: outSizes, strides: outStrides };
}

/** Calls `row(start, step, count, at)` for each innermost row; `at` is the logical position of its first element. */
export function forEachRow(sizes: Sizes, strides: Sizes, offset: number, row: (start: number, step: number, count: number, at: number) => void): void {
  const c = collapse(sizes, [strides]);
  const rank = c.sizes.length;
  if (c.sizes.includes(0)) return;
  const inner = c.sizes[rank - 1];
  const step = c.strides[0][rank - 1];
  if (rank === 1) {
    row(offset, step, inner, 0);
    return;
  }
  const s = c.strides[0];
  if (rank === 2) {
    for (let i = 0, at = 0, p = offset; i < c.sizes[0]; i++, at += inner, p += s[0]) row(p, step, inner, at);
    return;
  }
  const index = new Array<number>(rank - 1).fill(0);
  let at = 0;
  let p = offset;
  for (;;) {
    row(p, step, inner, at);
    at += inner;
    let d = rank - 2;
    for (; d >= 0; d--) {
      p += s[d];
      if (++index[d] < c.sizes[d]) break;
      p -= s[d] * c.sizes[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

/** The same for several operands of one shape: `row(starts, steps, count)`; both arrays are reused between calls. */
export function forEachRows(
  sizes: Sizes,
  strides: readonly Sizes[],
  offsets: readonly number[],
  row: (starts: readonly number[], steps: readonly number[], count: number) => void,
): void {
  const c = collapse(sizes, strides);
  const rank = c.sizes.length;
  if (c.sizes.includes(0)) return;
  const inner = c.sizes[rank - 1];
  const steps = c.strides.map((s) => s[rank - 1]);
  const p = [...offsets];
  const index = new Array<number>(rank - 1).fill(0);
  for (;;) {
    row(p, steps, inner);
    let d = rank - 2;
    for (; d >= 0; d--) {
      for (let k = 0; k < p.length; k++) p[k] += c.strides[k][d];
      if (++index[d] < c.sizes[d]) break;
      for (let k = 0; k < p.length; k++) p[k] -= c.strides[k][d] * c.sizes[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}
