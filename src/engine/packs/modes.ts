/** Pack: operators as a program names them (`torch.ops`), and modes that see them below autograd. */
import { packs } from '../python/packs.ts';
import { makeLibrary } from '../torch/custom_ops.ts';
import { makeModes } from '../torch/dispatch_mode.ts';
import { makeOps } from '../torch/ops_module.ts';
import { LIB } from '../torch/packed/modes.generated.ts';

packs.provide('modes', { ...LIB, makeLibrary, makeModes, makeOps });
