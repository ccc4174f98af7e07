/** Pack of operators: element by element beyond arithmetic, indexing, joining, random numbers, sorting, lists of tensors. */
import { FAMILIES } from '../aten/families/more.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-more.generated.ts';

packs.provide('ops-more', { FAMILIES, SIGNATURES });
