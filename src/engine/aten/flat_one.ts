/** `flat.ts` of one operand. */
import { emptyAs } from '../tensor/create.ts';
import { float32 } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { F1, Pair } from './elementwise.ts';
import { arrayOf, FEW, isFlat, placeOf } from './flat.ts';
import type { Arg } from './op.ts';

/** `f` of each element in a new tensor; null where `a` is not flat. */
export function flat1({ f32, loop }: Pair<F1>, a: Arg): Tensor | null {
  if (!isFlat(a)) return null;
  const n = a.numel;
  const out = emptyAs(a, float32);
  const [x, y] = [arrayOf(a, n), arrayOf(out, n)];
  if (n > FEW && loop !== undefined) loop(x, y);
  else for (let i = 0, p = placeOf(a, n), q = placeOf(out, n); i < n; i++) y[q + i] = f32(x[p + i]);
  return out;
}
