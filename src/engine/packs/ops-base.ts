/** Pack of operators: rounding division, powers, comparison, factories, views; indexing and deep copies of tensors. */
import { FAMILIES } from '../aten/families/base.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-base.generated.ts';
import * as deepcopy from '../torch/tensor/deepcopy.ts';
import * as indexing from '../torch/tensor/indexing.ts';

packs.provide('ops-base', { FAMILIES, SIGNATURES, indexing, deepcopy });
