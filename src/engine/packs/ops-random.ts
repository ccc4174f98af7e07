/** Pack of operators: random numbers. */
import { FAMILIES } from '../aten/families/random.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-random.generated.ts';

packs.provide('ops-random', { FAMILIES, SIGNATURES });
