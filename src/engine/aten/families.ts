/**
 * The families that every program needs: arithmetic and copies. The others stand in `families/`, a file a pack; after a
 * change run `npm run pack:ops`. Adding a family is adding its name to one of these lists.
 */
import { BINARY } from './binary.ts';
import { COPIES } from './copy.ts';
import type { OpDef } from './op.ts';

export const CORE: readonly (readonly OpDef[])[] = [BINARY, COPIES];
