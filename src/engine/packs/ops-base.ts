/** Pack of operators: rounding division, powers, comparison, factories, views, reductions, matrix products. */
import { FAMILIES } from '../aten/families/base.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-base.generated.ts';

packs.provide('ops-base', { FAMILIES, SIGNATURES });
