/** Operator family: attention. */
import '../effort_rules.ts';
import { ATTENTION } from '../attention.ts';
import type { OpDef } from '../op.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [ATTENTION];
