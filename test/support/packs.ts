/** Tests of single layers have every pack, as Node's entry has, and count nothing: a session of another file may have. */
import { context } from '../../src/engine/aten/context.ts';
import '../../src/engine/packs/all.ts';

Object.assign(context, { meter: null, charge: null, parameter: null });
