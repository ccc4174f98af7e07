/** Operator families: reductions, running sums, integrals of samples and norms of weights. */
import '../effort_rules.ts';
import { GRADIENT } from '../gradient.ts';
import { INTEGRATION } from '../integration.ts';
import type { OpDef } from '../op.ts';
import { CUMULATIVE } from '../reduce/cumulative.ts';
import { EXTREMES } from '../reduce/extremes.ts';
import { LOGICAL } from '../reduce/logical.ts';
import { LOGSUMEXP } from '../reduce/logsumexp.ts';
import { NORMS } from '../reduce/norms.ts';
import { PRODUCTS } from '../reduce/prod.ts';
import { SUMS } from '../reduce/sum.ts';
import { VARIANCES } from '../reduce/variance.ts';
import { WEIGHT_NORM } from '../weight_norm.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  SUMS,
  LOGICAL,
  EXTREMES,
  VARIANCES,
  PRODUCTS,
  CUMULATIVE,
  NORMS,
  LOGSUMEXP,
  GRADIENT,
  INTEGRATION,
  WEIGHT_NORM,
];
