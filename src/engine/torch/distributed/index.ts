/** `torch._C._dist`: what the Python half of torch.distributed calls. */
import { PyModule } from '../../python/functions.ts';
import { COALESCED } from './coalesced.ts';
import { COLLECTIVES } from './collectives.ts';
import { TENSORS } from './tensors.ts';

export function makeDist(): PyModule {
  const m = new PyModule('torch._C._dist');
  for (const f of [...COLLECTIVES, ...COALESCED, ...TENSORS]) m.attrs.set(f.name, f);
  return m;
}

export { comm, useComm } from './state.ts';
