/** The families of views, for the tables made from them: in-place views and copies take the rule of the view of the same name. */
import type { OpDef } from '../op.ts';
import { AS_STRIDED } from './as_strided.ts';
import { AXES } from './axes.ts';
import { PART_VIEWS } from './parts.ts';
import { REINTERPRETED } from './reinterpret.ts';
import { RESHAPES } from './reshape.ts';
import { SHAPE_VIEWS } from './shape.ts';
import { SPLITS } from './split.ts';

export const VIEWS: readonly (readonly OpDef[])[] = [SHAPE_VIEWS, PART_VIEWS, SPLITS, AS_STRIDED, RESHAPES, AXES, REINTERPRETED];

/** The entry of a view by overload: `transpose.int`. */
export function viewNamed(overload: string): OpDef {
  const found = VIEWS.flat().find((d) => d.schema.startsWith(`${overload}(`));
  if (!found) throw new Error(`no view ${overload}`);
  return found;
}
