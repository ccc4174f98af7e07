/** Pack of operators: tensors in coordinates. */
import { FAMILIES } from '../aten/families/sparse.ts';
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/sparse.generated.ts';
import { makeSparse } from '../torch/sparse_module.ts';
import { SIGNATURES } from '../torch/signatures/ops-sparse.generated.ts';

packs.provide('ops-sparse', { FAMILIES, SIGNATURES });
packs.provide('sparse', { ...LIB, makeSparse });
