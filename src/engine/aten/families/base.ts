/** Operator families that most programs use beyond plain arithmetic: rounding division, powers, comparison, factories, views. */
import '../effort_rules.ts';
import { COMPARISONS } from '../compare.ts';
import { DIVISIONS } from '../division.ts';
import { FACTORIES } from '../factories.ts';
import type { OpDef } from '../op.ts';
import { PAIRS } from '../pairs.ts';
import { POW } from '../pow.ts';
import { VIEWS } from '../views/index.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [DIVISIONS, PAIRS, POW, COMPARISONS, FACTORIES, ...VIEWS];
