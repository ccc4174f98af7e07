/** Operator families: recurrent layers. */
import '../effort_rules.ts';
import type { OpDef } from '../op.ts';
import { RECURRENT } from '../rnn.ts';
import { PACKED } from '../rnn_packed.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [RECURRENT, PACKED];
