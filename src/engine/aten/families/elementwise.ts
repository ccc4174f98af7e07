/** Operator families: element by element beyond arithmetic, lists of tensors. */
import '../effort_rules.ts';
import { EXPONENTS } from '../exponents.ts';
import { FOREACH } from '../foreach.ts';
import type { OpDef } from '../op.ts';
import { TERNARY } from '../ternary.ts';
import { UNARY } from '../unary.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [EXPONENTS, UNARY, TERNARY, FOREACH];
