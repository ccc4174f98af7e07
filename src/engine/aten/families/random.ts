/** Operator families: random numbers by inversion and by rejection, dropout that keeps mean and variance. */
import '../effort_rules.ts';
import { ALPHA_DROPOUT } from '../alpha_dropout.ts';
import type { OpDef } from '../op.ts';
import { RANDOM } from '../random.ts';
import { SAMPLERS } from '../samplers.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [RANDOM, ALPHA_DROPOUT, SAMPLERS];
