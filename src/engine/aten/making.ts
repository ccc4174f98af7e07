/** What making a tensor shares: an empty one of a size, one like another in a memory format, a scalar's plain number. */
import { empty, emptyLike, emptyStrided } from '../tensor/create.ts';
import { type DType, type DTypeName, float32, float64 } from '../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import { defaults } from '../tensor/promotion.ts';
import { channelsLastStrides, contiguousStrides, isChannelsLastStrides } from '../tensor/strides.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { Sizes } from './dims.ts';
import type { Scalar } from './op.ts';
import { isReduced, numberOf } from './work.ts';

function checkSizes(size: Sizes): void {
  if (size.some((s) => s < 0)) throw runtimeError(`Trying to create tensor with negative dimension ${size.find((s) => s < 0)}: [${size.join(', ')}]`);
}

export function make(size: Sizes, dtype: DType | null, device: Device | null): Tensor {
  checkSizes(size);
  return empty(size, dtype ?? defaults.dtype, device ? { device } : {});
}

export function likeFormat(self: Tensor, format: string | null, dtype: DType | null, device: Device | null): Tensor {
  const d = dtype ?? self.dtype;
  const options = device ? { device } : { device: self.device };
  if (format === 'contiguous_format') return emptyStrided(self.sizes, contiguousStrides(self.sizes), d, options);
  if (format === 'channels_last' || format === 'channels_last_3d') return emptyStrided(self.sizes, channelsLastStrides(self.sizes), d, options);
  return emptyLike(self, d, options);
}

/** `suggest_memory_format() == ChannelsLast`: strides of an image batch rise in channels-last order. */
export const suggestsChannelsLast = (t: Tensor): boolean => isChannelsLastStrides(t.sizes, t.strides, 4);

/** An empty tensor in the layout that image operators give their result: that of `like`, where it is channels last. */
export function emptySuggested(like: Tensor, sizes: Sizes, dtype: DType = like.dtype): Tensor {
  const o = { device: like.device };
  return sizes.length === 4 && suggestsChannelsLast(like) ? emptyStrided(sizes, channelsLastStrides(sizes), dtype, o) : empty(sizes, dtype, o);
}

/** Largest numbers of the types narrower than a double, and the names that the error gives them. */
const HOLDS: Partial<Record<DTypeName, readonly [name: string, least: number, most: number]>> = {
  uint8: ['uint8_t', -255, 255],
  int8: ['int8_t', -128, 127],
  int16: ['int16_t', -32768, 32767],
  int32: ['int', -2147483648, 2147483647],
  int64: ['int64_t', -(2 ** 63), 2 ** 63],
  float8_e4m3fn: ['c10::Float8_e4m3fn', -448, 448],
  float8_e5m2: ['c10::Float8_e5m2', -57344, 57344],
  float16: ['c10::Half', -65504, 65504],
  bfloat16: ['c10::BFloat16', -3.3895313892515355e38, 3.3895313892515355e38],
  float32: ['float', -3.4028234663852886e38, 3.4028234663852886e38],
};

/**
 * A number as a kernel takes it in (`Scalar::to`): what its type cannot hold is an error. Infinities and NaN are held by the
 * types that have them; of the unsigned type negative ints wrap, negative floats do not (c10/util/TypeCast.h).
 */
export function number(s: Scalar, d: DType): number | bigint | boolean {
  const v = typeof s === 'object' ? numberOf(s) : s;
  const held = HOLDS[d.name];
  if (held === undefined || typeof v === 'boolean') return v;
  const [name, least, most] = held;
  const wraps = typeof s !== 'object';
  const fits =
    d.category === 'float' && !Number.isFinite(Number(v))
      ? v !== v || d.name !== 'float8_e4m3fn'
      : v >= (d.name === 'uint8' && !wraps ? 0 : least) && v <= most && !(wraps && d.name === 'int64' && v >= 2n ** 63n);
  if (!fits) throw runtimeError(`value cannot be converted to type ${name} without overflow`);
  return v;
}

/** What a fill takes in: one element of a half type is cast without the check (`scalar_fill`). */
export const oneOf = (s: Scalar, out: Tensor): number | bigint | boolean => number(s, out.numel === 1 && isReduced(out.dtype) ? float64 : out.dtype);

/** The same for kernels that count in doubles. */
export function checked(s: Scalar, d: DType): number {
  const v = number(s, d);
  if (typeof v === 'bigint' && d.name === 'int64') throw new Unsupported('an int64 value beyond 2**53 in this operator');
  if (d.category !== 'int') return Number(v);
  const n = Math.trunc(Number(v));
  return d.name === 'uint8' ? n & 255 : n;
}

/** The same where half types compute in float32. */
export const checkedWide = (s: Scalar, d: DType): number => checked(s, isReduced(d) ? float32 : d);
