/** Pack: small modules of torch, torch.functional, autograd. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/base.generated.ts';

packs.provide('base', LIB);
