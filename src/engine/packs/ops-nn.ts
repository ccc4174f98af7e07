/** Pack of operators: what models use: activations, softmax, normalisation, losses. */
import { FAMILIES } from '../aten/families/nn.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-nn.generated.ts';

packs.provide('ops-nn', { FAMILIES, SIGNATURES });
