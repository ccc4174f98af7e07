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
