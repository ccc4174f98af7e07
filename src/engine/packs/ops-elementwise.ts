/** Pack of operators: element by element beyond arithmetic, lists of tensors. */
import { FAMILIES } from '../aten/families/elementwise.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-elementwise.generated.ts';

packs.provide('ops-elementwise', { FAMILIES, SIGNATURES });
