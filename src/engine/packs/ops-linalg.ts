/** Pack of operators: linear algebra. */
import { FAMILIES } from '../aten/families/linalg.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-linalg.generated.ts';

packs.provide('ops-linalg', { FAMILIES, SIGNATURES });
