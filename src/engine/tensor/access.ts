/**
 * Everything that reads or writes the elements of a tensor, under one name: working arrays for kernels (`working.ts`),
 * single elements and Python numbers (`elements.ts`), copies with conversion (`copying.ts`).
 */
export { copyInto } from './copying.ts';
export { castToInt, elementReader, fill, itemOf, readElement, toNumbers, writeElement, writeNumbers } from './elements.ts';
export {
  dataOf,
  fromBigInts,
  fromWorking,
  newWorking,
  part,
  roundWorking,
  tensorIsContiguous,
  toBigInts,
  toFloat32,
  toFloat64,
  toWorking,
  toWorkingCopy,
  typed,
} from './working.ts';
export type { Data, Working } from './working.ts';
