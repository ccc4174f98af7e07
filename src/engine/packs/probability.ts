/** Pack: torch.distributions. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/probability.generated.ts';

packs.provide('probability', LIB);
