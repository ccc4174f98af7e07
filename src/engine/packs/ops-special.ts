/** Pack of operators: special functions. */
import { FAMILIES } from '../aten/families/special.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-special.generated.ts';

packs.provide('ops-special', { FAMILIES, SIGNATURES });
