/** Pack: what numpy makes of its own functions in Python, and its linear algebra. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/numpy-lib.generated.ts';

packs.provide('numpy-lib', LIB);
