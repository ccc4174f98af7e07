/** Every family of the operator table. Adding a family is adding a line. */
import { ASSERTS } from './asserts.ts';
import { ATTENTION } from './attention.ts';
import { BINARY, POW } from './binary.ts';
import { COMPARISONS } from './compare.ts';
import { CONVOLUTIONS } from './conv.ts';
import { COPY_FORMS } from './copies.ts';
import { COPIES } from './copy.ts';
import { EINSUM } from './einsum.ts';
import { FACTORIES } from './factories.ts';
import { FOREACH } from './foreach.ts';
import { INDEXING } from './indexing.ts';
import { JOINS } from './join.ts';
import { LINALG } from './linalg.ts';
import { LOSSES } from './losses.ts';
import { MATMUL } from './matmul.ts';
import { MISC } from './misc.ts';
import { ACTIVATIONS } from './nn_activation.ts';
import { NN_MORE } from './nn_more.ts';
import { NORM_LAYERS } from './norm_layers.ts';
import type { OpDef } from './op.ts';
import { PADS } from './pad.ts';
import { POOLS } from './pool.ts';
import { RANDOM } from './random.ts';
import { RECURRENT } from './rnn.ts';
import { REDUCTIONS } from './reduce.ts';
import { SOFTMAX } from './softmax.ts';
import { SORTS } from './sort.ts';
import { SPECIAL } from './special.ts';
import { TERNARY } from './ternary.ts';
import { UNARY } from './unary.ts';
import { UPSAMPLES } from './upsample.ts';
import { VIEWS } from './views.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  BINARY, POW, UNARY, COMPARISONS, TERNARY, FACTORIES, COPIES, VIEWS, REDUCTIONS, MATMUL, SOFTMAX, ACTIVATIONS, NORM_LAYERS, LOSSES,
  INDEXING, JOINS, RANDOM, FOREACH, ATTENTION, CONVOLUTIONS, POOLS, SORTS, COPY_FORMS, SPECIAL, MISC, PADS, UPSAMPLES, RECURRENT, LINALG, NN_MORE, ASSERTS, EINSUM,
];
