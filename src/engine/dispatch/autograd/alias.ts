/** Another tensor over the same elements, without history. */
import { Tensor } from '../../tensor/tensor.ts';

/** What else goes along: tangents, where forward mode is used (dispatch/forward). */
export const aliased: { carry: ((from: Tensor, to: Tensor) => void) | null } = { carry: null };

export function alias(t: Tensor): Tensor {
  const made = new Tensor(t.storage, t.dtype, t.sizes, t.strides, t.offset);
  made.conj = t.conj;
  made.batch = t.batch;
  aliased.carry?.(t, made);
  return made;
}

/** How an autograd.Function runs where an argument has a tangent, once forward mode is used; null where none has. */
export const forwardMode: { apply: ((vm: unknown, cls: unknown, args: unknown, applied: unknown, plain: unknown) => unknown) | null } = { apply: null };
