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
  const tall = U.sizes[U.dim - 2] >= V.sizes[V.dim - 1];
  if (!gU && !gV) return tall ? mul(U, k.mul(k.unsqueeze(gS as Tensor, -1), V)) : mul(k.mul(U, k.unsqueeze(gS as Tensor, -2)), V);
  const skew = (x: Tensor): Tensor => k.sub(x, H(c, x));
  const UhgU = gU && skew(mul(H(c, U), gU));
  const VhgV = gV && skew(mul(V, H(c, gV)));
  const s2 = k.mul(S, S);
  const E = k.sub(k.unsqueeze(s2, -2), k.unsqueeze(s2, -1));
  k('fill_.Scalar', k.one('diagonal', E, 0, -2, -1), 1);
  // The right operand of a product comes first, as the rows show.
  let inner: Tensor;
  if (UhgU && VhgV) {
    const right = k.mul(k.unsqueeze(S, -1), VhgV);
    inner = k.div(k.add(k.mul(UhgU, k.unsqueeze(S, -2)), right), E);
  } else if (UhgU) {
    const right = k.unsqueeze(S, -2);
    inner = k.mul(k.div(UhgU, E), right);
  } else {
    const right = k.div(VhgV as Tensor, E);
    inner = k.mul(k.unsqueeze(S, -1), right);
  }
  if (gS) inner = k.add(inner, k.one('diag_embed', gS, 0, -2, -1));
  const [m, w] = [U.sizes[U.dim - 2], V.sizes[V.dim - 1]];
  if (m > n && gU) {
    inner = mul(U, inner);
    const over = k.div(gU, k.unsqueeze(S, -2));
    const along = mul(U, mul(H(c, U), over));
    return mul(k.sub(k.add(inner, over), along), V);
  }
  if (w > n && gV) {
    inner = mul(inner, V);
    const over = k.div(gV, k.unsqueeze(S, -1));
    const along = mul(mul(over, H(c, V)), V);
    return mul(U, k.sub(k.add(inner, over), along));
  }
  return tall ? mul(U, mul(inner, V)) : mul(mul(U, inner), V);
}
