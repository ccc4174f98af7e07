/** Pack: derivatives of backward operators, and derivatives of functions that are made with them (`torch.autograd.functional`). */
import { SECOND } from '../aten/second/index.ts';
import * as smooth from '../aten/second/smooth.ts';
import * as zeroTensors from '../aten/second/zero_tensors.ts';
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/second.generated.ts';

packs.provide('second', { ...LIB, ...SECOND });
packs.provide('second-smooth', { smooth, zeroTensors });
