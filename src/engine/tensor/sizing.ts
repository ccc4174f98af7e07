/** What sizes that cannot be say: a storage too large, a shape that a tensor does not fill. */
import { runtimeError } from './errors.ts';
import { numelOf, type Sizes } from './strides.ts';

/** Beyond 2^53 a number's own text is rounded. What reaches 2^63 is the bound of an int64, which whoever passes the error on writes out. */
const list = (sizes: Sizes): string => `[${sizes.map((n) => (Number.isSafeInteger(n) || Math.abs(n) >= 2 ** 63 ? n : BigInt(n))).join(', ')}]`;

/** A storage too large for an int64 of bytes (`computeStorageNbytes`, ATen/EmptyTensor.cpp). */
export function overflowed(sizes: Sizes, strides?: Sizes): never {
  throw runtimeError(`Storage size calculation overflowed with sizes=${list(sizes)}${strides ? ` and strides=${list(strides)}` : ''}`);
}

/** The first thing wrong with a shape given to `view` or `reshape` (`infer_size_impl`, ATen/InferSize.h). */
export function noShape(shape: Sizes, numel: number): never {
  let open = -1;
  shape.forEach((s, i) => {
    if (s === -1) {
      if (open >= 0) throw runtimeError('only one dimension can be inferred');
      open = i;
    } else if (s < 0) throw runtimeError(`invalid shape dimension ${s} at index ${i} of shape ${list(shape)}`);
  });
  if (open >= 0 && numel === 0 && numelOf(shape) === 0) {
    throw runtimeError(
      `cannot reshape tensor of 0 elements into shape ${list(shape)} because the unspecified dimension size -1 can be any value and is ambiguous`,
    );
  }
  throw runtimeError(`shape '${list(shape)}' is invalid for input of size ${numel}`);
}

/** `expand` to fewer dimensions (`at` < 0), or to a size that dimension `at` cannot take (`inferExpandGeometry`). */
export function noExpand(sizes: Sizes, target: Sizes, type: string, at: number): never {
  if (at < 0)
    throw runtimeError(
      `expand(${type}{${list(sizes)}}, size=${list(target)}): the number of sizes provided (${target.length}) must be greater or equal to the number of dimensions in the tensor (${sizes.length})`,
    );
  const d = at - (target.length - sizes.length);
  if (d < 0) throw runtimeError(`The expanded size of the tensor (${target[at]}) isn't allowed in a leading, non-existing dimension ${at}`);
  throw runtimeError(
    `The expanded size of the tensor (${target[at]}) must match the existing size (${sizes[d]}) at non-singleton dimension ${at}.  Target sizes: ${list(target)}.  Tensor sizes: ${list(sizes)}`,
  );
}
