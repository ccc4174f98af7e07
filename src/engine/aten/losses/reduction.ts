/** What losses share: none, mean or sum of the terms (Loss.h of ATen). */
import type { Tensor } from '../../tensor/tensor.ts';
import type { Call } from '../op.ts';

export const NONE = 0;
export const MEAN = 1;
export const SUM = 2;

/** `apply_loss_reduction` */
export function reduceLoss(call: Call, t: Tensor, reduction: number): Tensor {
  return reduction === MEAN ? call.one('mean', t) : reduction === SUM ? call.one('sum', t) : t;
}
