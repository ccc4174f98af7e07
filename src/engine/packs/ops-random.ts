/** Pack of operators: random numbers, and the methods of their generator. */
import { FAMILIES } from '../aten/families/random.ts';
import { packs } from '../python/packs.ts';
import { METHODS as generator } from '../torch/generator_methods.ts';
import { SIGNATURES } from '../torch/signatures/ops-random.generated.ts';

packs.provide('ops-random', { FAMILIES, SIGNATURES, generator });
