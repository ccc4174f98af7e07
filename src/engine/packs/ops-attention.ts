/** Pack of operators: attention. */
import { FAMILIES } from '../aten/families/attention.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-attention.generated.ts';

packs.provide('ops-attention', { FAMILIES, SIGNATURES });
