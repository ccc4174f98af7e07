/** Pack: what fewer programs use of numpy: its newer generator, arrays as bytes, einsum, what its types hold, names it has no more, words of what does not fit, tensors given to its functions. */
import { packs } from '../python/packs.ts';
import * as einsum from '../torch/numpy/einsum.ts';
import * as generator from '../torch/numpy/generator.ts';
import * as given from '../torch/numpy/given.ts';
import { LEGACY as legacy, once } from '../torch/numpy/legacy.ts';
import * as octets from '../torch/numpy/octets.ts';
import * as limits from '../torch/numpy/limits.ts';
import * as rarer from '../torch/numpy/rarer.ts';
import * as removed from '../torch/numpy/removed.ts';

packs.provide('numpy-more', { einsum, generator, legacy, choice: { once }, given, limits, octets, rarer, removed });
