/** Operator families: what is asked for rarely. */
import '../effort_rules.ts';
import { ALIASES } from '../aliases.ts';
import { AMP } from '../amp.ts';
import { ASSERTS } from '../asserts.ts';
import { BILINEAR } from '../bilinear.ts';
import { CLOSENESS } from '../closeness.ts';
import { COPY_FORMS } from '../copies.ts';
import { CORRELATION } from '../correlation.ts';
import { DISTANCES } from '../distances.ts';
import { EINSUM } from '../einsum.ts';
import { FFT_SHIFTS } from '../fft/shift.ts';
import { NONZERO_STATIC } from '../indexing/nonzero_static.ts';
import { SCATTER_REDUCTIONS } from '../indexing/scatter_reduce.ts';
import { INPLACE_VIEWS } from '../inplace_views.ts';
import type { OpDef } from '../op.ts';
import { SHUFFLES } from '../pixel_shuffle.ts';
import { LOGCUMSUMEXP } from '../reduce/logcumsumexp.ts';
import { RENORM } from '../renorm.ts';
import { SYMBOLIC } from '../symbolic.ts';
import { VECTORS } from '../vectors.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  AMP,
  COPY_FORMS,
  ALIASES,
  VECTORS,
  LOGCUMSUMEXP,
  DISTANCES,
  CLOSENESS,
  RENORM,
  SCATTER_REDUCTIONS,
  SHUFFLES,
  BILINEAR,
  CORRELATION,
  FFT_SHIFTS,
  INPLACE_VIEWS,
  NONZERO_STATIC,
  ASSERTS,
  EINSUM,
  SYMBOLIC,
];
