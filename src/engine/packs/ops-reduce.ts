/** Pack of operators: reductions and running sums. */
import { FAMILIES } from '../aten/families/reduce.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-reduce.generated.ts';

packs.provide('ops-reduce', { FAMILIES, SIGNATURES });
