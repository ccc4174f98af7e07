/** Operator families that most programs use beyond plain arithmetic: rounding division, powers, comparison, factories, views, reductions, products. */
import '../effort_rules.ts';
import { COMPARISONS } from '../compare.ts';
import { DIVISIONS } from '../division.ts';
import { FACTORIES } from '../factories.ts';
import { MATMUL } from '../matmul/matmul.ts';
import { MATRIX_PRODUCTS } from '../matmul/matrices.ts';
import { TENSORDOT } from '../matmul/tensordot.ts';
import { VECTOR_PRODUCTS } from '../matmul/vectors.ts';
import type { OpDef } from '../op.ts';
import { PAIRS } from '../pairs.ts';
import { POW } from '../pow.ts';
import { CUMULATIVE } from '../reduce/cumulative.ts';
import { EXTREMES } from '../reduce/extremes.ts';
import { LOGICAL } from '../reduce/logical.ts';
import { LOGSUMEXP } from '../reduce/logsumexp.ts';
import { NORMS } from '../reduce/norms.ts';
import { PRODUCTS } from '../reduce/prod.ts';
import { SUMS } from '../reduce/sum.ts';
import { VARIANCES } from '../reduce/variance.ts';
import { VIEWS } from '../views/index.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  DIVISIONS,
  PAIRS,
  POW,
  COMPARISONS,
  FACTORIES,
  ...VIEWS,
  SUMS,
  LOGICAL,
  EXTREMES,
  VARIANCES,
  PRODUCTS,
  CUMULATIVE,
  NORMS,
  LOGSUMEXP,
  MATRIX_PRODUCTS,
  VECTOR_PRODUCTS,
  MATMUL,
  TENSORDOT,
];
