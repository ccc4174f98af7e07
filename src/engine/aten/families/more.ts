/** Operator families: indexing, joining, sorting. */
import '../effort_rules.ts';
import { ADVANCED_INDEXING } from '../indexing/advanced.ts';
import { EMBEDDING } from '../indexing/embedding.ts';
import { GATHER_SCATTER } from '../indexing/gather_scatter.ts';
import { INDEX_SLICES } from '../indexing/index_select.ts';
import { MASKED } from '../indexing/masked.ts';
import { TAKE_PUT } from '../indexing/take_put.ts';
import { VIEW_BACKWARDS } from '../indexing/view_backward.ts';
import { JOINS } from '../join/cat.ts';
import { CONSTANT_PADS } from '../join/constant_pad.ts';
import { DIAGONALS } from '../join/diagonals.ts';
import { FLIPS } from '../join/flip.ts';
import { GRIDS } from '../join/grids.ts';
import { ONE_HOT } from '../join/one_hot.ts';
import { REPEATS } from '../join/repeat.ts';
import { SLICE_SCATTERS } from '../join/slice_scatter.ts';
import type { OpDef } from '../op.ts';
import { SETS } from '../set.ts';
import { HISTOGRAM } from '../sort/histogram.ts';
import { ISIN } from '../sort/isin.ts';
import { QUANTILES } from '../sort/quantile.ts';
import { SEARCHES } from '../sort/search.ts';
import { SELECTIONS } from '../sort/selection.ts';
import { SORTS } from '../sort/sort.ts';
import { UNIQUES } from '../sort/unique.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  ADVANCED_INDEXING,
  GATHER_SCATTER,
  INDEX_SLICES,
  MASKED,
  EMBEDDING,
  VIEW_BACKWARDS,
  TAKE_PUT,
  JOINS,
  REPEATS,
  FLIPS,
  CONSTANT_PADS,
  ONE_HOT,
  GRIDS,
  DIAGONALS,
  SLICE_SCATTERS,
  SORTS,
  SELECTIONS,
  SEARCHES,
  HISTOGRAM,
  ISIN,
  QUANTILES,
  UNIQUES,
  SETS,
];
