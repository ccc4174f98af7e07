/**
 * What reductions share: a row of numbers to one number, integers counted as int64, gradients put back in shape.
 *
 * Complex numbers have kernels of their own (complex/).
 */
import type { Working } from '../../tensor/access.ts';
import { type DType, int64, isInexact } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { rowsOf, type Sizes } from '../dims.ts';
import type { Call } from '../op.ts';
import { dest, read } from '../work.ts';

export type Dim = Sizes | number | null;
export const intToLong = (d: DType): DType => (isInexact(d) ? d : int64);

/** `order`: the reduced dimensions as a row runs through them, where the sum depends on it. */
export function reduceRows(
  out: Tensor,
  self: Tensor,
  dims: Sizes,
  dtype: DType,
  f: (w: Working, at: number, n: number) => number,
  order: Sizes = [...dims].sort((a, b) => a - b),
): void {
  const { view, length } = rowsOf(self, dims, order);
  const w = read(view, dtype);
  const o = dest(out);
  for (let i = 0; i < o.w.length; i++) o.w[i] = f(w, i * length, length);
  o.flush();
}

/** Puts a gradient back in the shape before the reduction. */
export function unsqueezeDims(call: Call, g: Tensor, dims: Sizes, keepdim: boolean, rank: number): Tensor {
  if (keepdim || rank === 0) return g;
  let r = g;
  for (const d of [...dims].sort((a, b) => a - b)) r = call.unsqueeze(r, d);
  return r;
}
