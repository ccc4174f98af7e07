/** Pack of operators: convolution, pooling, padding, resizing and rarer layers. */
import { FAMILIES } from '../aten/families/layers.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-layers.generated.ts';

packs.provide('ops-layers', { FAMILIES, SIGNATURES });
