/** Operator families: tensors in coordinates. */
import type { OpDef } from '../op.ts';
import { SPARSE } from '../sparse/rules.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [SPARSE];
