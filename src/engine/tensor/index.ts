/**
 * The tensor layer's public names.
 *
 * dtype.ts     element types                      tensor.ts    Storage, Tensor, Device
 * errors.ts    TorchError, Unsupported            rounding.ts  encode and decode of every number format
 * strides.ts   view, expand, broadcast, layouts   loops.ts     walking strided tensors row by row
 * create.ts    empty, emptyLike, fromNumbers …    access.ts    toWorking, fromWorking, copyInto, fill, itemOf …
 */
export {
  bfloat16, bool, complex64, DTYPES, float16, float32, float64, float8_e4m3fn, float8_e5m2, int16, int32, int64, int8, uint8,
} from './dtype.ts';
export type { Category, DType, DTypeName } from './dtype.ts';
export { CPU, Storage, Tensor } from './tensor.ts';
export type { Device } from './tensor.ts';
export { indexError, runtimeError, TorchError, Unsupported } from './errors.ts';
export type { ErrorKind } from './errors.ts';
export * as rounding from './rounding.ts';
export {
  broadcastAll, broadcastSizes, channelsLastStrides, contiguousStrides, expandStrides, inferSize, internalOverlap,
  isChannelsLastContiguous, isChannelsLastStrides, isContiguous, isNonOverlappingAndDense, numelOf, storageExtent,
  viewStrides, wrapDim,
} from './strides.ts';
export type { Sizes } from './strides.ts';
export { collapse, forEachRow, forEachRows } from './loops.ts';
export {
  allocation, empty, emptyLike, emptyStrided, fromNumbers, inferDenseStrides, likeStrides, newStorage, scalarTensor,
  viewOf, zeros,
} from './create.ts';
export type { CreateOptions } from './create.ts';
export {
  copyInto, dataOf, fill, fromBigInts, fromWorking, itemOf, newWorking, readElement, roundWorking, tensorIsContiguous,
  toBigInts, toFloat32, toFloat64, toNumbers, toWorking, toWorkingCopy, typed, writeElement, writeNumbers,
} from './access.ts';
export type { Data, Working } from './access.ts';
