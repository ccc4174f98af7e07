/**
 * The tensor layer's public names.
 *
 * dtype.ts     element types                      tensor.ts    Storage, Tensor, Device
 * errors.ts    runtimeError …, Unsupported          rounding.ts  encode and decode of every number format
 * strides.ts   view, expand, broadcast, layouts   loops.ts     walking strided tensors row by row
 * promotion.ts promoteTypes, resultType, canCast layout.ts   elementwiseLayout: strides of results
 * print.ts     tensorRepr, setPrintOptions       format.ts    formatFixed, formatExponent (Python's digits)
 * create.ts    empty, emptyLike, fromNumbers …    access.ts    toWorking, fromWorking, copyInto, fill, itemOf …
 * math/        exp, log, sin, erf, pow …: the same bytes everywhere    random/  Generator, fillNormal, fillUniform …
 * sums.ts      sumFloat, sumWorking                rows.ts      rowMoments, rowNorm2, lineSoftmax … in PyTorch's order
 * gemm.ts      gemm, gemmHalf, gemmBatchF32    dots.ts      dot products in the reference's summation orders
 */
export {
  bfloat16, bool, complex64, DTYPES, float16, float32, float64, float8_e4m3fn, float8_e5m2, int16, int32, int64, int8, uint8,
} from './dtype.ts';
export type { Category, DType, DTypeName } from './dtype.ts';
export { CPU, Storage, Tensor } from './tensor.ts';
export type { Device } from './tensor.ts';
export { indexError, pyError, runtimeError, typeError, Unsupported, valueError } from './errors.ts';
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
  copyInto, dataOf, elementReader, fill, fromBigInts, fromWorking, itemOf, newWorking, readElement, roundWorking, tensorIsContiguous,
  toBigInts, toFloat32, toFloat64, toNumbers, toWorking, toWorkingCopy, typed, writeElement, writeNumbers,
} from './access.ts';
export type { Data, Working } from './access.ts';
export { canCast, CPP, defaults, floatFor, legacyTypeName, promoteTypes, pythonDType, resultType } from './promotion.ts';
export type { Operand, PythonNumber } from './promotion.ts';
export { broadcastStrides, elementwiseLayout, sortedStrides } from './layout.ts';
export type { Shaped } from './layout.ts';
export { deviceText, parameterRepr, printOptions, setPrintOptions, shapeText, tensorRepr } from './print.ts';
export type { PrintOptions, ReprOptions } from './print.ts';
export { formatExponent, formatFixed } from './format.ts';
export * as math from './math/index.ts';
export {
  DEFAULT_SEED, fillBernoulli, fillBernoulliTensor, fillCauchy, fillExponential, fillGeometric, fillLogNormal, fillNormal,
  fillRandom, fillUniform, Generator, permutation, sampleMultinomial,
} from './random/index.ts';
export { dotF32, dotSequential } from './dots.ts';
export { gemm, gemmBatchF32, gemmForm, gemmHalf, isSmallBmm, transposed } from './gemm.ts';
export type { GemmForm } from './gemm.ts';
export { sumFloat, sumWorking } from './sums.ts';
export { lineSoftmax, lineSoftmaxBackward, rowMoments, rowNorm2, rowReduceSum, rowSoftmax, variance } from './rows.ts';
