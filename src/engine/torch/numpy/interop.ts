/** Between arrays and tensors: `Tensor.numpy`, `torch.from_numpy`, arrays and scalars given as data. */
import { raise, Unsupported } from '../../python/errors.ts';
import type { Value } from '../../python/values.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { tpName } from '../arguments.ts';
import { PyArray } from '../array.ts';
import { resolved, seenWhole } from '../inference.ts';
import type { PyTensor } from '../objects.ts';
import { one } from '../runtime.ts';
import { cast, newArray, result, run, tensorNumbers } from './arrays.ts';
import { dtypeArg, UINT16 } from './types.ts';

/** The same memory, another tensor. */
const same = (t: Tensor): Tensor => new Tensor(t.storage, t.dtype, t.sizes, t.strides, t.offset);

export const toArray = (v: PyTensor): Value => {
  const t = tensorNumbers(v);
  // A tensor of its own: numpy writes past the tensor's version counter.
  return new PyArray(same(seenWhole(t) ? resolved(one('to.dtype_layout', t, null, null, t.device, null, false, false, null)) : t));
};

export const toArrayOf = (v: PyTensor, dtype: Value): Value => {
  const d = dtypeArg(dtype);
  const t = tensorNumbers(v);
  return new PyArray(d ? cast(t, d) : same(t));
};

export function fromArray(v: Value): Tensor {
  if (!(v instanceof PyArray)) raise('TypeError', `expected np.ndarray (got ${tpName(v)})`);
  if (v.t.dtype === UINT16) throw new Unsupported('a tensor of uint16');
  if (v.reversed) {
    raise(
      'ValueError',
      'At least one stride in the given numpy array is negative, and tensors with negative strides are not currently supported. (You can probably work around this by making a copy of your array  with array.copy().) ',
    );
  }
  return same(v.t);
}

/** The rows of an array as Python sees them when it goes through it. */
export function rows(a: PyArray): Value[] {
  if (a.t.dim === 0) raise('TypeError', 'iteration over a 0-d array');
  return Array.from({ length: a.t.sizes[0] }, (_, i) => result(run('select.int', a.t, 0, i)));
}

/** A fresh copy with contiguous strides. */
export const copied = (a: PyArray): Tensor => same(run('clone', a.t, 'contiguous_format'));

export const plain = (v: Value): Tensor => {
  const t = newArray(v, null);
  if (t.dim > 0) throw new Unsupported('an array where one number is wanted');
  return t;
};
