/** Operator families: convolution, pooling, padding, resizing, recurrent layers and rarer layers. */
import { CONVOLUTIONS } from '../conv.ts';
import { GRID_SAMPLERS } from '../grid_sampler.ts';
import { NN_MORE } from '../nn_more.ts';
import type { OpDef } from '../op.ts';
import { PADS } from '../pad.ts';
import { POOLS } from '../pool.ts';
import { RECURRENT } from '../rnn.ts';
import { PACKED } from '../rnn_packed.ts';
import { UPSAMPLES } from '../upsample.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [CONVOLUTIONS, POOLS, PADS, UPSAMPLES, RECURRENT, PACKED, NN_MORE, GRID_SAMPLERS];
