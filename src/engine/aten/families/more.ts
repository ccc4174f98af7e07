/** Operator families: element by element beyond arithmetic, indexing, joining, random numbers, sorting, lists of tensors. */
import { FOREACH } from '../foreach.ts';
import { INDEXING } from '../indexing.ts';
import { JOINS } from '../join.ts';
import type { OpDef } from '../op.ts';
import { RANDOM } from '../random.ts';
import { SORTS } from '../sort.ts';
import { TERNARY } from '../ternary.ts';
import { UNARY } from '../unary.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  UNARY, TERNARY, INDEXING, JOINS, RANDOM, FOREACH, SORTS,
];
