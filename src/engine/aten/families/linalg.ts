/** Operator families: linear algebra. */
import '../effort_rules.ts';
import { LINALG_COMPOSITES } from '../linalg/composites.ts';
import { FACTORS } from '../linalg/factor.ts';
import { LU } from '../linalg/lu.ts';
import { OLDER } from '../linalg/older.ts';
import { PINV } from '../linalg/pinv.ts';
import { SOLVERS } from '../linalg/solve.ts';
import { SPECTRA } from '../linalg/spectral.ts';
import type { OpDef } from '../op.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [FACTORS, LU, PINV, SOLVERS, SPECTRA, OLDER, LINALG_COMPOSITES];
