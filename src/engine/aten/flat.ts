/**
 * Elementwise operators whole, where operands are contiguous float32 tensors of one shape and numbers, as in examples they
 * mostly are: no common type and no layout to find, the result is as the operand is.
 *
 * On few elements a typed array costs more than the arithmetic: there they are taken from the array that holds them, by
 * their place. Whatever else an operand may be goes the general way (`elementwise.ts`), to the same numbers.
 */
import { PyFloat } from '../python/values.ts';
import { emptyAs } from '../tensor/create.ts';
import { float32 } from '../tensor/dtype.ts';
import { isDense, sameSizes } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { part, typed } from '../tensor/working.ts';
import type { F2, Pair } from './elementwise.ts';
import type { Arg } from './op.ts';

/** Up to as many elements a call for each is cheaper than a view of them. */
export const FEW = 16;

export const isFlat = (t: Arg): t is Tensor => t instanceof Tensor && t.dtype === float32 && t.sizes.length > 0 && isDense(t.sizes, t.strides);

/** Where the `n` elements of a tensor lie, and from which place on. */
export const arrayOf = ({ storage, offset }: Tensor, n: number): Float32Array =>
  n <= FEW && storage.shared !== null ? storage.shared : part(typed(storage, float32) as Float32Array, offset, n);
export const placeOf = ({ storage, offset }: Tensor, n: number): number => (n <= FEW && storage.shared !== null ? storage.start / 4 + offset : 0);

/** `f` of each element and its fellow, or of each and a number, in a new tensor; null where the operands are not flat. */
export function flat2({ f32, loop }: Pair<F2>, a: Arg, b: Arg): Tensor | null {
  if (!isFlat(a)) return null;
  const n = a.numel;
  const place = b instanceof Tensor ? placeOf(b, n) : 0;
  let y: number | Float32Array;
  if (typeof b === 'number') y = Math.fround(b);
  else if (b instanceof PyFloat) y = Math.fround(b.v);
  else if (isFlat(b) && sameSizes(a.sizes, b.sizes)) y = arrayOf(b, n);
  else return null;
  const out = emptyAs(a, float32);
  const [x, z] = [arrayOf(a, n), arrayOf(out, n)];
  if (n > FEW && loop !== undefined) loop(x, y, z);
  else {
    const [p, q] = [placeOf(a, n), placeOf(out, n)];
    for (let i = 0; i < n; i++) z[q + i] = f32(x[p + i], typeof y === 'number' ? y : y[place + i]);
  }
  return out;
}
