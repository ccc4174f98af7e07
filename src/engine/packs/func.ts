/** Pack: torch.func: functions made from functions, and the key of vmap. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/func.generated.ts';
import { levels, makeFunctorch } from '../torch/transforms.ts';

packs.provide('func', { ...LIB, levels, makeFunctorch });
