/** requires_grad and what it may be set on. */
import { part } from '../python/packs.ts';
import { raise } from '../python/errors.ts';
import { touch } from '../dispatch/autograd/meta.ts';
import { isInference } from '../dispatch/inference.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { runtime } from './runtime.ts';

const words = part<typeof import('../tensor/words.ts')>('faults', 'words');

/** What making a tensor with `pin_memory=True` says where no accelerator could reach the memory. */
export const noPinned = (): never => raise('RuntimeError', words().NOT_PINNED);

/** The refusal where a new tensor is asked to require gradients. */
export const MADE = 'Only Tensors of floating point and complex dtype can require gradients';

const floating = (t: Tensor): boolean => t.dtype.category === 'float' || t.dtype.category === 'complex';

export function setRequiresGrad(t: Tensor, on: boolean, refusal = 'only Tensors of floating point and complex dtype can require gradients'): void {
  const { dispatcher } = runtime();
  if (on && !floating(t)) raise('RuntimeError', refusal);
  if (dispatcher.gradFn(t) !== null) {
    if (on) return;
    raise('RuntimeError', words().NOT_A_LEAF);
  }
  if (dispatcher.requiresGrad(t) === on) return;
  if (on && isInference(t) && !dispatcher.inferenceMode) raise('RuntimeError', words().OF_INFERENCE);
  touch(t).requiresGrad = on;
}
