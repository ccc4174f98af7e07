/** Questions about types: operators with rows of their own in PyTorch, though no tensor takes part. */
import type { DType } from '../tensor/dtype.ts';
import { canCast, promoteTypes } from '../tensor/promotion.ts';
import type { OpDef } from './op.ts';

export const TYPE_QUESTIONS: readonly OpDef[] = [
  {
    schema: 'promote_types(ScalarType type1, ScalarType type2) -> ScalarType',
    kind: 'kernel',
    meta: () => null,
    kernel: (_out: null, a: DType, b: DType) => promoteTypes(a, b) as never,
  },
  {
    schema: 'can_cast(ScalarType from_, ScalarType to) -> bool',
    kind: 'kernel',
    meta: () => null,
    kernel: (_out: null, a: DType, b: DType) => canCast(a, b),
  },
];
