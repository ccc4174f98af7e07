/**
 * Complex tensors as working arrays: pairs of real and imaginary part in logical order, in double.
 *
 * A complex tensor may be a conjugated view of its storage (`conj`): it reads and writes the conjugate of what lies
 * there, as PyTorch's conjugate bit does. complex64 alone; storing rounds each part to float32.
 */
import { forEachRow } from './loops.ts';
import type { Tensor } from './tensor.ts';
import { dataOf, toFloat32, toFloat64 } from './working.ts';

/** Pairs of any tensor; a real one has imaginary part zero. Always a fresh array. */
export function toComplex(t: Tensor): Float64Array {
  const out = new Float64Array(2 * t.numel);
  if (t.dtype.category !== 'complex') {
    // Large integers are rounded once, to float32.
    (t.dtype.category === 'int' ? toFloat32(t) : toFloat64(t)).forEach((v, i) => (out[2 * i] = v));
    return out;
  }
  const data = dataOf(t) as Float32Array;
  const sign = t.conj ? -1 : 1;
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) {
      out[2 * (at + i)] = data[2 * p];
      out[2 * (at + i) + 1] = sign * data[2 * p + 1];
    }
  });
  return out;
}

/** Writes pairs in logical order into a complex tensor. */
export function fromComplex(t: Tensor, values: ArrayLike<number>): void {
  t.storage.willChange();
  const data = dataOf(t) as Float32Array;
  const sign = t.conj ? -1 : 1;
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) {
      data[2 * p] = values[2 * (at + i)];
      data[2 * p + 1] = sign * values[2 * (at + i) + 1];
    }
  });
}
