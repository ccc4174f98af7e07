/** Pack of operators: special functions, and the rest. */
import { FAMILIES } from '../aten/families/rest.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-rest.generated.ts';

packs.provide('ops-rest', { FAMILIES, SIGNATURES });
