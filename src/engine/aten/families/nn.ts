/** Operator families: what models use: activations, softmax, normalisation, losses. */
import '../effort_rules.ts';
import { BATCH_NORM } from '../batch_norm.ts';
import { GROUP_NORM } from '../group_norm.ts';
import { LAYER_NORM } from '../layer_norm.ts';
import { CROSS_ENTROPY } from '../losses/cross_entropy.ts';
import { NLL } from '../losses/nll.ts';
import { POINTWISE_LOSSES } from '../losses/pointwise.ts';
import { GATES } from '../gates.ts';
import { ACTIVATIONS } from '../nn_activation.ts';
import type { OpDef } from '../op.ts';
import { SOFTMAX } from '../softmax.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [SOFTMAX, ACTIVATIONS, GATES, LAYER_NORM, GROUP_NORM, BATCH_NORM, POINTWISE_LOSSES, NLL, CROSS_ENTROPY];
