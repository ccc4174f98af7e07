/** Operator families: convolution, pooling, padding, resizing and rarer layers. */
import '../effort_rules.ts';
import { FUNCTIONAL_BATCH_NORM } from '../batch_norm_functional.ts';
import { CONVOLUTION } from '../conv.ts';
import { CONVOLUTION_FORMS } from '../conv_forms.ts';
import { EMBEDDING_BAG } from '../embedding_bag.ts';
import { GRID_SAMPLERS } from '../grid_sampler.ts';
import { LOSS_COMPOSITES } from '../losses/composites.ts';
import { RARER_LOSSES } from '../losses/rarer.ts';
import { MARGIN_LOSSES } from '../margin_losses.ts';
import type { OpDef } from '../op.ts';
import { PADS } from '../pad.ts';
import { POOLS } from '../pool.ts';
import { UNFOLD } from '../unfold.ts';
import { UPSAMPLES } from '../upsample.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  CONVOLUTION,
  CONVOLUTION_FORMS,
  UNFOLD,
  POOLS,
  PADS,
  UPSAMPLES,
  FUNCTIONAL_BATCH_NORM,
  MARGIN_LOSSES,
  LOSS_COMPOSITES,
  RARER_LOSSES,
  EMBEDDING_BAG,
  GRID_SAMPLERS,
];
