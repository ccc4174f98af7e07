/** Operator families: special functions, fake quantisation. */
import '../effort_rules.ts';
import { EXPONENTS } from '../exponents.ts';
import { FAKE_QUANTIZE } from '../fake_quantize.ts';
import type { OpDef } from '../op.ts';
import { SPECIAL } from '../special.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [SPECIAL, EXPONENTS, FAKE_QUANTIZE];
