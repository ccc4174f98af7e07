/** Another tensor over the same elements, without history. */
import { Tensor } from '../../tensor/tensor.ts';

export function alias(t: Tensor): Tensor {
  const made = new Tensor(t.storage, t.dtype, t.sizes, t.strides, t.offset);
  made.conj = t.conj;
  made.batch = t.batch;
  return made;
}
