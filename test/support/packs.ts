/** Tests of single layers have every pack, as Node's entry has, count nothing and have numbers: a session of another file may not. */
import { context } from '../../src/engine/aten/context.ts';
import '../../src/engine/packs/all.ts';
import { resetTensorLayer } from '../../src/engine/tensor/reset.ts';

Object.assign(context, { meter: null, charge: null, parameter: null, known: null });
resetTensorLayer();
