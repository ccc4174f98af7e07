/** Pack: the limits of number types. */
import { packs } from '../python/packs.ts';
import { finfoType, iinfoType } from '../torch/limits.ts';

packs.provide('limits', { types: { finfo: finfoType, iinfo: iinfoType } });
