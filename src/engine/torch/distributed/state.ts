/**
 * The running rank's communicator, and its Python class of distributed tensors.
 *
 * The session calls `useComm` before it lets a rank run: every rank imports its own copy of the library.
 */
import type { Comm } from '../../mesh/comm.ts';
import { Unsupported } from '../../python/errors.ts';
import type { PyType } from '../../python/types.ts';
import { registerDistributedClass } from '../objects.ts';

let current: Comm | null = null;
const classes = new WeakMap<Comm, PyType>();

export function useComm(next: Comm | null): void {
  current = next;
  registerDistributedClass((next && classes.get(next)) ?? null);
}

export function comm(): Comm {
  if (!current) throw new Unsupported('torch.distributed without ranks');
  return current;
}

/** `torch.distributed.tensor` was imported on this rank. */
export function setDistributedClass(cls: PyType): void {
  classes.set(comm(), cls);
  registerDistributedClass(cls);
}
