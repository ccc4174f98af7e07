/** Pack of operators: recurrent layers, fused steps of optimizers. */
import { FAMILIES } from '../aten/families/recurrent.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-recurrent.generated.ts';

packs.provide('ops-recurrent', { FAMILIES, SIGNATURES });
