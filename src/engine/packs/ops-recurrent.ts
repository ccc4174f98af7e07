/** Pack of operators: recurrent layers. */
import { FAMILIES } from '../aten/families/recurrent.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-recurrent.generated.ts';

packs.provide('ops-recurrent', { FAMILIES, SIGNATURES });
