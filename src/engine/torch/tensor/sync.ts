/**
 * Waits of the host for the device: reading a value back. Operators that read by themselves need no mention here
 * (`neuron/reads.ts`).
 */
import type { Tensor } from '../../tensor/tensor.ts';
import { runtime } from '../runtime.ts';

/** Reads, as one wait with its cause where the tensor lives on the accelerator. */
export function synced<T>(t: Tensor, cause: string, read: () => T): T {
  return t.device.type === 'neuron' ? runtime().reading(cause, t, read) : read();
}
