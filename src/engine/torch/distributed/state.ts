/** The running rank's communicator. The session sets it before it runs a rank. */
import type { Comm } from '../../mesh/comm.ts';
import { Unsupported } from '../../python/errors.ts';

let current: Comm | null = null;

export function useComm(comm: Comm | null): void {
  current = comm;
}

export function comm(): Comm {
  if (!current) throw new Unsupported('torch.distributed without ranks');
  return current;
}
