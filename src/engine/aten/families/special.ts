/** Operator families: special functions. */
import '../effort_rules.ts';
import { EXPONENTS } from '../exponents.ts';
import type { OpDef } from '../op.ts';
import { SPECIAL } from '../special.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [SPECIAL, EXPONENTS];
