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
import type { F1, F2, Pair } from './elementwise.ts';
import type { Arg } from './op.ts';

/** Up to as many elements a call for each is cheaper than a view of them. */
const FEW = 16;

const isFlat = (t: Tensor): boolean => t.dtype === float32 && t.sizes.length > 0 && isDense(t.sizes, t.strides);

const viewOf = (t: Tensor, n: number): Float32Array => part(typed(t.storage, float32) as Float32Array, t.offset, n);
const placeOf = (t: Tensor): number => t.storage.start / 4 + t.offset;

/** `f` of each element in a new tensor; null where `a` is not flat. */
export function flat1(f: Pair<F1>, a: Arg): Tensor | null {
  if (!(a instanceof Tensor) || !isFlat(a)) return null;
  const out = emptyAs(a, float32);
  const n = a.numel;
  const [from, to] = [a.storage.shared, out.storage.shared];
  if (n > FEW || from === null || to === null) {
    const [x, y] = [viewOf(a, n), viewOf(out, n)];
    if (f.loop !== undefined) f.loop(x, y);
    else for (let i = 0; i < n; i++) y[i] = f.f32(x[i]);
  } else {
    const one = f.f32;
    for (let i = 0, p = placeOf(a), q = placeOf(out); i < n; i++) to[q + i] = one(from[p + i]);
  }
  return out;
}

/** The same of two, the second a tensor of the same shape or a number. */
export function flat2(f: Pair<F2>, a: Arg, b: Arg): Tensor | null {
  if (!(a instanceof Tensor) || !isFlat(a)) return null;
  let number = 0;
  if (b instanceof Tensor) {
    if (b !== a && !(isFlat(b) && sameSizes(a.sizes, b.sizes))) return null;
  } else if (b instanceof PyFloat) number = Math.fround(b.v);
  else if (typeof b === 'number') number = Math.fround(b);
  else return null;
  const out = emptyAs(a, float32);
  const n = a.numel;
  const second = b instanceof Tensor ? b : null;
  const [from, beside, to] = [a.storage.shared, second === null ? null : second.storage.shared, out.storage.shared];
  if (n > FEW || from === null || to === null || (second !== null && beside === null)) {
    const [x, y, z] = [viewOf(a, n), second === null ? number : viewOf(second, n), viewOf(out, n)];
    if (f.loop !== undefined) f.loop(x, y, z);
    else for (let i = 0; i < n; i++) z[i] = f.f32(x[i], typeof y === 'number' ? y : y[i]);
    return out;
  }
  const two = f.f32;
  const [p, q] = [placeOf(a), placeOf(out)];
  if (second === null || beside === null) for (let i = 0; i < n; i++) to[q + i] = two(from[p + i], number);
  else for (let i = 0, r = placeOf(second); i < n; i++) to[q + i] = two(from[p + i], beside[r + i]);
  return out;
}
