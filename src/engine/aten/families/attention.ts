/** Operator family: attention. */
import '../effort_rules.ts';
import { ATTENTION } from '../attention.ts';
import { FUSED_INFERENCE } from '../fused_inference.ts';
import type { OpDef } from '../op.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [ATTENTION, FUSED_INFERENCE];
