/** Pack: small modules of torch, torch.functional, autograd; what every run with tensors needs. */
import { packs } from '../python/packs.ts';
import { numbers } from '../report/numbers.ts';
import { LIB } from '../torch/packed/base.generated.ts';

packs.provide('base', { ...LIB, numbers });
