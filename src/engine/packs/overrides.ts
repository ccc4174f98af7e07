/** Pack: the protocol of `__torch_function__`. */
import { packs } from '../python/packs.ts';
import { classMade, disabling, makeOverrides } from '../torch/torch_function.ts';
import { LIB } from '../torch/packed/overrides.generated.ts';

packs.provide('overrides', { ...LIB, classMade, disabling, makeOverrides });
