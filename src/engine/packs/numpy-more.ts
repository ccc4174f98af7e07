/** Pack: what fewer programs use of numpy: its newer generator, einsum. */
import { packs } from '../python/packs.ts';
import * as einsum from '../torch/numpy/einsum.ts';
import * as generator from '../torch/numpy/generator.ts';

packs.provide('numpy-more', { einsum, generator });
