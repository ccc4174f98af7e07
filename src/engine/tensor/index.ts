/**
 * The tensor layer's public names.
 *
 * dtype      element types                               tensor    Storage, Tensor, Device
 * errors     runtimeError, indexError …, Unsupported     rounding  encode and decode of every number format
 * strides    views, expand, broadcast, memory formats    layout    strides of elementwise results
 * loops      walking strided tensors row by row          create    empty, emptyLike, fromNumbers, allocation
 * access     toWorking, fromWorking, copyInto, fill …    promotion promoteTypes, resultType, canCast, defaults
 * print      tensorRepr, setPrintOptions                 format    Python's '.4f' and '.4e'
 * complex    toComplex, fromComplex: pairs
 * sums       sumFloat, sumWorking                        rows      moments, norm, softmax of a line
 * gemm       matrix products                             dots      dot products
 * math/      exp, log, sin, erf, pow …                   random/   Generator and the samplers
 * Everything numeric follows PyTorch's order of operations at the reference numerics (decision 6), to the last bit where
 * the tests say so.
 */
export { bfloat16, bool, complex64, DTYPES, float16, float32, float64, float8_e4m3fn, float8_e5m2, int16, int32, int64, int8, uint8 } from './dtype.ts';
export type { Category, DType, DTypeName } from './dtype.ts';
export { fromComplex, toComplex } from './complex.ts';
export { CPU, Storage, Tensor } from './tensor.ts';
export type { Device } from './tensor.ts';
export { indexError, pyError, runtimeError, typeError, Unsupported, valueError } from './errors.ts';
export * as rounding from './rounding.ts';
export {
  broadcastAll,
  broadcastSizes,
  channelsLastStrides,
  contiguousStrides,
  expandStrides,
  inferSize,
  internalOverlap,
  isChannelsLastContiguous,
  isChannelsLastStrides,
  isContiguous,
  isNonOverlappingAndDense,
  numelOf,
  storageExtent,
  viewStrides,
  wrapDim,
} from './strides.ts';
export type { Sizes } from './strides.ts';
export { collapse, forEachRow, forEachRows } from './loops.ts';
export { allocation, empty, emptyLike, emptyStrided, fromNumbers, inferDenseStrides, likeStrides, newStorage, scalarTensor, viewOf, zeros } from './create.ts';
export type { CreateOptions } from './create.ts';
export {
  copyInto,
  dataOf,
  elementReader,
  fill,
  fromBigInts,
  fromWorking,
  itemOf,
  newWorking,
  readElement,
  roundWorking,
  tensorIsContiguous,
  toBigInts,
  toFloat32,
  toFloat64,
  toNumbers,
  toWorking,
  toWorkingCopy,
  typed,
  writeElement,
  writeNumbers,
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
  DEFAULT_SEED,
  fillBernoulli,
  fillBernoulliTensor,
  fillCauchy,
  fillExponential,
  fillGeometric,
  fillLogNormal,
  fillNormal,
  fillRandom,
  fillUniform,
  Generator,
  permutation,
  sampleMultinomial,
} from './random/index.ts';
export { dotF32, dotSequential } from './dots.ts';
export { gemm, gemmBatchF32, gemmForm, gemmHalf, isSmallBmm, transposed } from './gemm.ts';
export type { GemmForm } from './gemm.ts';
export { sumFloat, sumWorking } from './sums.ts';
export { lineSoftmax, lineSoftmaxBackward, rowMoments, rowNorm2, rowReduceSum, rowSoftmax, variance } from './rows.ts';
export { resetTensorLayer } from './reset.ts';
