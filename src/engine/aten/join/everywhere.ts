/** Plain tensors that an operator made alike on every rank, so that distributed ones may meet them. */
import type { Tensor } from '../../tensor/tensor.ts';

export const everywhere = new WeakSet<Tensor>();
