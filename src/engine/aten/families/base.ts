/** Operator families that most programs use beyond plain arithmetic: rounding division, powers, comparison, factories, views, reductions, products. */
import { COMPARISONS } from '../compare.ts';
import { DIVISIONS } from '../division.ts';
import { FACTORIES } from '../factories.ts';
import { MATMUL } from '../matmul.ts';
import type { OpDef } from '../op.ts';
import { PAIRS } from '../pairs.ts';
import { POW } from '../pow.ts';
import { REDUCTIONS } from '../reduce.ts';
import { VIEWS } from '../views.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  DIVISIONS, PAIRS, POW, COMPARISONS, FACTORIES, VIEWS, REDUCTIONS, MATMUL,
];
