/** Pack: derivatives in forward mode: `torch.func.jvp` and what is built on it, `torch.autograd.forward_ad`. */
import { packs } from '../python/packs.ts';
import { makeForward } from '../torch/forward_module.ts';
import { LIB } from '../torch/packed/forward.generated.ts';

packs.provide('forward', { ...LIB, makeForward });
