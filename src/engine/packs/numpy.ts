/** Pack: numpy's arrays. */
import { packs } from '../python/packs.ts';
import * as interop from '../torch/numpy/interop.ts';
import { tools } from '../torch/numpy/tools.ts';
import { MODULES } from '../torch/numpy/module.ts';

packs.provide('numpy', { interop, modules: MODULES, tools });
