/** Pack of operators: indexing, joining, sorting. */
import { FAMILIES } from '../aten/families/more.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-more.generated.ts';

packs.provide('ops-more', { FAMILIES, SIGNATURES });
