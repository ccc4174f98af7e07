/**
 * Gradients of silu and mish where they are differentiated again: PyTorch takes formulas of plain operators then
 * (`infinitely_differentiable_*_backward` of FunctionsManual.cpp), whose arguments its compiler evaluates from the right.
 */
import type { Tensor } from '../../tensor/tensor.ts';
import type { BackwardContext } from '../op.ts';

/** `1.0 - x`. */
const fromOne = (k: BackwardContext['call'], x: Tensor): Tensor => {
  const ones = k.one('empty_like', x, null, null, null, null, null);
  return k.one('sub_.Tensor', k.one('fill_.Scalar', ones, k.float(1)), x, 1);
};

export function silu(c: BackwardContext): Tensor {
  const [k, x] = [c.call, c.t('self')];
  const s = k.u('sigmoid', x);
  const slope = k.one('add.Scalar', k.mul(x, fromOne(k, s)), k.float(1), 1);
  return k.mul(k.mul(c.g, s), slope);
}

export function mish(c: BackwardContext): Tensor {
  const [k, x] = [c.call, c.t('self')];
  const s = k.u('sigmoid', x);
  const t = k.u('tanh', k.u('log1p', k.u('exp', x)));
  const rest = fromOne(k, k.mul(t, t));
  return k.mul(c.g, k.add(t, k.mul(k.mul(x, s), rest)));
}
