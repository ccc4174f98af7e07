/** The derivative of singular values and vectors. */
import type { Tensor } from '../../tensor/tensor.ts';
import type { BackwardContext } from '../op.ts';
import { H } from './shared.ts';

/** svd_backward, for real matrices. */
export function svdBack(c: BackwardContext): Tensor | null {
  const k = c.call;
  const S = c.results[1];
  const n = S.sizes[S.dim - 1];
  const cut = (t: Tensor | null, dim: number): Tensor | null => (t && c.arg<boolean>('full_matrices') ? k.one('narrow', t, dim, 0, n) : t);
  const [gU, gS, gV] = [cut(c.grads[0] ?? null, -1), c.grads[1] ?? null, cut(c.grads[2] ?? null, -2)];
  if (!gU && !gS && !gV) return null;
  const [U, V] = [cut(c.results[0], -1) as Tensor, cut(c.results[2], -2) as Tensor];
  const mul = (a: Tensor, b: Tensor): Tensor => k.one('matmul', a, b);
  if (!gU && !gV) return mul(k.mul(U, k.unsqueeze(gS as Tensor, -2)), V);
  const skew = (x: Tensor): Tensor => k.sub(x, H(c, x));
  const s2 = k.mul(S, S);
  const E = k.sub(k.unsqueeze(s2, -2), k.unsqueeze(s2, -1));
  k('fill_.Scalar', k.one('diagonal', E, 0, -2, -1), 1);
  let g: Tensor | null = null;
  if (gU) g = k.mul(k.div(skew(mul(H(c, U), gU)), E), k.unsqueeze(S, -2));
  if (gV) {
    const part = k.mul(k.unsqueeze(S, -1), k.div(skew(mul(V, H(c, gV))), E));
    g = g ? k.add(g, part) : part;
  }
  if (gS) g = k.add(g as Tensor, k.one('diag_embed', gS, 0, -2, -1));
  let inner = g as Tensor;
  const [m, w] = [U.sizes[U.dim - 2], V.sizes[V.dim - 1]];
  if (m > n && gU) {
    const over = k.div(gU, k.unsqueeze(S, -2));
    inner = k.sub(k.add(mul(U, inner), over), mul(U, mul(H(c, U), over)));
    return mul(inner, V);
  }
  if (w > n && gV) {
    const over = k.div(gV, k.unsqueeze(S, -1));
    inner = k.sub(k.add(mul(inner, V), over), mul(mul(over, H(c, V)), V));
    return mul(U, inner);
  }
  return mul(mul(U, inner), V);
}
