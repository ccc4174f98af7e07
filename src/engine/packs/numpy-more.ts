/** Pack: what fewer programs use of numpy: its newer generator, einsum, what its types hold, names it has no more, tensors given to its functions. */
import { packs } from '../python/packs.ts';
import * as einsum from '../torch/numpy/einsum.ts';
import * as generator from '../torch/numpy/generator.ts';
import * as given from '../torch/numpy/given.ts';
import { LEGACY as legacy, once } from '../torch/numpy/legacy.ts';
import * as limits from '../torch/numpy/limits.ts';
import * as removed from '../torch/numpy/removed.ts';

packs.provide('numpy-more', { einsum, generator, legacy, choice: { once }, given, limits, removed });
