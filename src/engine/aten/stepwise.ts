/**
 * Arithmetic that half types round after every step.
 *
 * Where PyTorch's loop over single elements is written in the tensor's own type (`scalar_t`), float16 and bfloat16 are
 * rounded after each operation, not once at the end. Its vector loops compute such a chain in float32: which elements they
 * take depends on the width of the machine's vectors, and reference numerics have none.
 */
import type { DType } from '../tensor/dtype.ts';
import { type Make, pair, type Pair } from './elementwise.ts';
import { isReduced, roundingOf } from './work.ts';

/** A function made for a rounding, as `dtype` computes it step by step. */
export function stepwise<F>(make: Make<F>, dtype: DType): Pair<F> {
  if (!isReduced(dtype)) return pair(make);
  const f = make(roundingOf(dtype));
  return { f32: f, f64: f };
}
