/** Operator families: special functions and the rest. */
import { ASSERTS } from '../asserts.ts';
import { COPY_FORMS } from '../copies.ts';
import { EINSUM } from '../einsum.ts';
import { MISC } from '../misc.ts';
import type { OpDef } from '../op.ts';
import { SPECIAL } from '../special.ts';
import { SYMBOLIC } from '../symbolic.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [
  COPY_FORMS, SPECIAL, MISC, ASSERTS, EINSUM, SYMBOLIC,
];
