/** The derivative of a product with respect to each factor, where some may be zero (prod_safe_zeros_backward of FunctionsManual.cpp). */
import type { Tensor } from '../../tensor/tensor.ts';
import type { Call } from '../op.ts';

/** Products of all the others, from both ends: right also where an element is zero. */
export function prodSafe(k: Call, g: Tensor, x: Tensor, dim: number): Tensor {
  if (x.sizes[dim] === 1) return g;
  const sizes = x.sizes.map((s, i) => (i === dim ? 1 : s));
  const ones = k.one('ones', sizes, g.dtype, 'strided', g.device, null);
  const n = x.sizes[dim];
  const before = k.one('cumprod', k.one('cat', [ones, k.slice(x, dim, 0, n - 1)], dim), dim);
  const back = k.one('flip', k.slice(x, dim, 1, n), [dim]);
  const after = k.one('flip', k.one('cumprod', k.one('cat', [ones, back], dim), dim), [dim]);
  return k.mul(g, k.mul(before, after));
}
