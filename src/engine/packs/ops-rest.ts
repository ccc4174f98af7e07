/** Pack of operators: what is asked for rarely. */
import { FAMILIES } from '../aten/families/rest.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-rest.generated.ts';

packs.provide('ops-rest', { FAMILIES, SIGNATURES });
