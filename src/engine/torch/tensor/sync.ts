/** Waits of the host for the device: reading a value back. */
import type { Tensor } from '../../tensor/tensor.ts';
import { runtime } from '../runtime.ts';

/** Marks the wait with its cause where the tensor lives on the accelerator, then reads. */
export function synced<T>(t: Tensor, cause: string, read: () => T): T {
  if (t.device.type !== 'cpu' && t.device.type !== 'meta') runtime().onSync?.(cause, t);
  return read();
}
