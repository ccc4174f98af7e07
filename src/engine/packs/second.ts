/** Pack: derivatives of backward operators. */
import { SECOND } from '../aten/second/index.ts';
import * as smooth from '../aten/second/smooth.ts';
import * as zeroTensors from '../aten/second/zero_tensors.ts';
import { packs } from '../python/packs.ts';

packs.provide('second', SECOND);
packs.provide('second-smooth', { smooth, zeroTensors });
