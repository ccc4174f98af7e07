/**
 * Arrays as bytes: `tobytes`, and the array over bytes that the Python half asks for (lib/numpy/_octets.py: files of arrays,
 * `frombuffer`, `memmap`).
 *
 * A map of a file is an array that knows its file; the file reads its bytes of the array, so a write shows in it at once.
 * Leaves out: text, orders but C's, the text of a map (`memmap([…])`), which is refused.
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { type Body, fn } from '../../python/native.ts';
import { spendItems } from '../../python/spend.ts';
import { bytesType } from '../../python/types.ts';
import { PyBytes, type Value } from '../../python/values.ts';
import type { PyTuple } from '../../python/containers.ts';
import { empty } from '../../tensor/create.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import { PyArray } from '../array.ts';
import { arrayOf, copyOf, locked, mapped } from './arrays.ts';
import { dtypeArg } from './types.ts';

/** The elements in C's order. */
export const bytesOf: Body = (_vm, a, order) => {
  if (order !== null && order !== 'C') throw new Unsupported(`numpy.ndarray.tobytes(order=${String(order)})`);
  const { storage } = copyOf(arrayOf(a, 'numpy.ndarray.tobytes'));
  spendItems(storage.nbytes);
  const bytes = storage.bytes();
  if (bytes === null) throw new Unsupported('the bytes of an array that has only a shape');
  return new PyBytes(bytesType, bytes.slice());
};

/** An array of that type and shape over a copy of the bytes; `read`: not to be written, `map`: a map of a file. */
export const overBytes: Body = (_vm, data: PyBytes, dtype, shape: PyTuple, read, map): Value => {
  const d = dtypeArg(dtype) ?? DTYPES.float64;
  spendItems(data.data.length);
  const t = empty(shape.items.map(Number), d);
  const bytes = t.storage.bytes();
  if (bytes === null || bytes.length !== data.data.length) return raise('ValueError', 'buffer size must be a multiple of element size');
  bytes.set(data.data);
  if (read === true) locked.add(t.storage);
  const made = new PyArray(t);
  if (map === true) {
    mapped.add(t.storage);
    made.attrs.set(
      'flush',
      fn('flush()', () => null),
    );
  }
  return made;
};
