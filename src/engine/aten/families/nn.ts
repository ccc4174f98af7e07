/** Operator families: what models use: activations, softmax, normalisation, losses, attention. */
import { ATTENTION } from '../attention.ts';
import { LOSSES } from '../losses.ts';
import { ACTIVATIONS } from '../nn_activation.ts';
import { NORM_LAYERS } from '../norm_layers.ts';
import type { OpDef } from '../op.ts';
import { SOFTMAX } from '../softmax.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  SOFTMAX, ACTIVATIONS, NORM_LAYERS, LOSSES, ATTENTION,
];
