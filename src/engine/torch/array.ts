/**
 * `numpy.ndarray` and numpy's scalars as torch meets them: a tensor of the host whose operators leave no row and know no
 * gradient; a boxed number with an element type.
 *
 * Only the objects, since torch must know one when it is given one; what they can do lies in the pack `numpy` (numpy/*.ts).
 */
import { part } from '../python/packs.ts';
import { newType, type PyType } from '../python/types.ts';
import { PyBoxed, PyInstance, type Value } from '../python/values.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';

export const ndarrayType = newType('ndarray', undefined, 'numpy');
ndarrayType.subclassable = false;

export class PyArray extends PyInstance {
  t: Tensor;
  /** Made by a slice with a negative step: a copy here, a view with negative strides in numpy. */
  readonly reversed: boolean;
  constructor(t: Tensor, reversed = false) {
    super(ndarrayType);
    this.t = t;
    this.reversed = reversed;
  }
}

/** Element types of numpy's scalar classes, filled by the pack. */
export const scalarClasses = new Map<PyType, DType>();
export const scalarDType = (v: Value): DType | undefined => (v instanceof PyBoxed ? scalarClasses.get(v.cls) : undefined);

export const arrayTools = part<typeof import('./numpy/interop.ts')>('numpy', 'interop');
