/** Operator families: attention, fractional pooling. */
import '../effort_rules.ts';
import { ATTENTION } from '../attention.ts';
import { FUSED_INFERENCE } from '../fused_inference.ts';
import { FRACTIONAL } from '../fractional_pool.ts';
import type { OpDef } from '../op.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [ATTENTION, FUSED_INFERENCE, FRACTIONAL];
