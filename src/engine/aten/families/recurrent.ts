/** Operator families: recurrent layers, and the loss of unaligned sequences. */
import '../effort_rules.ts';
import { CTC } from '../losses/ctc.ts';
import type { OpDef } from '../op.ts';
import { RECURRENT } from '../rnn.ts';
import { PACKED } from '../rnn_packed.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [RECURRENT, PACKED, CTC];
