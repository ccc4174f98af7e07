/** Pack: torch.nn: modules every model has, functional, init. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/nn.generated.ts';
import { shorten } from '../torch/registered.ts';

packs.provide('nn', { ...LIB, shorten });
