/** Operator families: special functions, fake quantisation, windows of spectral analysis, filters of images. */
import '../effort_rules.ts';
import { DIRICHLET_GRAD } from '../dirichlet_grad.ts';
import { FAKE_QUANTIZE } from '../fake_quantize.ts';
import type { OpDef } from '../op.ts';
import { SPECIAL } from '../special.ts';
import { FILTERED } from '../upsample_filters.ts';
import { WINDOWS } from '../windows.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [SPECIAL, FAKE_QUANTIZE, DIRICHLET_GRAD, WINDOWS, FILTERED];
