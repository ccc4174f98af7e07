/**
 * The families that nearly every program needs. The others stand in `families/`, a file a pack; after a change run
 * `npm run pack:ops`. Adding a family is adding its name to one of these lists.
 */
import { BINARY, POW } from './binary.ts';
import { COMPARISONS } from './compare.ts';
import { COPIES } from './copy.ts';
import { FACTORIES } from './factories.ts';
import { MATMUL } from './matmul.ts';
import type { OpDef } from './op.ts';
import { REDUCTIONS } from './reduce.ts';
import { VIEWS } from './views.ts';

export const CORE: readonly (readonly OpDef[])[] = [
  BINARY, POW, COMPARISONS, FACTORIES, COPIES, VIEWS, REDUCTIONS, MATMUL,
];
