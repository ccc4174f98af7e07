/** Operator families: binary cross entropy, recurrent layers, the loss of unaligned sequences, and steps of optimizers in one operator. */
import '../effort_rules.ts';
import { BINARY_CROSS_ENTROPY } from '../losses/binary_cross_entropy.ts';
import { FUSED_OPTIMIZERS } from '../fused_optimizers.ts';
import { CTC } from '../losses/ctc.ts';
import type { OpDef } from '../op.ts';
import { RECURRENT } from '../rnn.ts';
import { PACKED } from '../rnn_packed.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [BINARY_CROSS_ENTROPY, RECURRENT, PACKED, CTC, FUSED_OPTIMIZERS];
