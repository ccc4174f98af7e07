/** What making a tensor shares: an empty one of a size, one like another in a memory format, a scalar's plain number. */
import { empty, emptyLike, emptyStrided } from '../tensor/create.ts';
import { part } from '../python/packs.ts';
import { type DType, float32, float64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { defaults } from '../tensor/promotion.ts';
import { channelsLastStrides, contiguousStrides, isChannelsLastStrides } from '../tensor/strides.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { Sizes } from './dims.ts';
import type { Call, Scalar } from './op.ts';
import { isReduced, numberOf } from './work.ts';

const words = part<typeof import('../tensor/words.ts')>('faults', 'words');
const holding = part<typeof import('./holding.ts')>('faults', 'holding');

function checkSizes(size: Sizes): void {
  if (size.some((s) => s < 0)) throw runtimeError(`Trying to create tensor with negative dimension ${size.find((s) => s < 0)}: [${size.join(', ')}]`);
}

export function make(size: Sizes, dtype: DType | null, device: Device | null): Tensor {
  checkSizes(size);
  return empty(size, dtype ?? defaults.dtype, device ? { device } : {});
}

export function channelsLast(sizes: Sizes, format: string, dtype: DType, options: { device?: Device }): Tensor {
  const rank = format === 'channels_last' ? 4 : 5;
  if (sizes.length !== rank) throw words().rankOf(rank, format);
  return emptyStrided(sizes, channelsLastStrides(sizes), dtype, options);
}

export function likeFormat(self: Tensor, format: string | null, dtype: DType | null, device: Device | null): Tensor {
  const d = dtype ?? self.dtype;
  const options = device ? { device } : { device: self.device };
  if (format === 'contiguous_format') return emptyStrided(self.sizes, contiguousStrides(self.sizes), d, options);
  if (format?.startsWith('channels')) return channelsLast(self.sizes, format, d, options);
  return emptyLike(self, d, options);
}

/** `Tensor::toType` of C++ names layout and device beside the type. */
export const toType = (call: Call, self: Tensor, dtype: DType): Tensor =>
  self.dtype === dtype ? self : call.one('to.dtype_layout', self, dtype, 'strided', self.device, null, false, false, null);

/** `suggest_memory_format() == ChannelsLast`: strides of an image batch rise in channels-last order. */
export const suggestsChannelsLast = (t: Tensor): boolean => isChannelsLastStrides(t.sizes, t.strides, 4);

/** An empty tensor in the layout that image operators give their result: that of `like`, where it is channels last. */
export function emptySuggested(like: Tensor, sizes: Sizes, dtype: DType = like.dtype): Tensor {
  const o = { device: like.device };
  return sizes.length === 4 && suggestsChannelsLast(like) ? emptyStrided(sizes, channelsLastStrides(sizes), dtype, o) : empty(sizes, dtype, o);
}

/** A number as a kernel takes it in (`Scalar::to`): what its type cannot hold is an error. */
export function number(s: Scalar, d: DType): number | bigint | boolean {
  const v = typeof s === 'object' ? numberOf(s) : s;
  if (typeof v === 'number' && (d.itemsize < 4 ? v >= 0 && v < 128 : Math.abs(v) < 2 ** 30)) return v;
  return typeof v === 'boolean' || (d === float32 && !Number.isFinite(v)) ? v : holding().held(v, d, typeof s !== 'object');
}

/** What a fill takes in: one element of a half type is cast without the check (`scalar_fill`). */
export const oneOf = (s: Scalar, out: Tensor): number | bigint | boolean => number(s, out.numel === 1 && isReduced(out.dtype) ? float64 : out.dtype);

/** The same for kernels that count in doubles. */
export function checked(s: Scalar, d: DType): number {
  const v = number(s, d);
  return typeof v === 'number' && v >= 0 && v < 128 && d.category !== 'int' ? v : holding().counted(v, d);
}

/** The same where half types compute in float32. */
export const checkedWide = (s: Scalar, d: DType): number => checked(s, isReduced(d) ? float32 : d);
