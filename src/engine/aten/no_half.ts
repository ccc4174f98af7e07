/** Kernels that have no code for half types, though PyTorch's shape rules let them through. */
import { notImplementedFor } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { isReduced } from './work.ts';

export function noHalf(t: Tensor, kernel: string): void {
  if (isReduced(t.dtype)) throw notImplementedFor(kernel, CPP[t.dtype.name]);
}
