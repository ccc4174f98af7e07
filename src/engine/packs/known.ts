/** Pack: names that PyTorch has, to tell a refusal from a mistake. */
import { packs } from '../python/packs.ts';
import { KNOWN } from '../torch/known.generated.ts';

packs.provide('known', KNOWN);
