/** Pack of operators: products of matrices and vectors. */
import { FAMILIES } from '../aten/families/matmul.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-matmul.generated.ts';

packs.provide('ops-matmul', { FAMILIES, SIGNATURES });
