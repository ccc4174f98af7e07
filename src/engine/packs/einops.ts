/** Pack: einops. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/einops.generated.ts';

packs.provide('einops', LIB);
