/** as_strided: any geometry over the storage. Its gradient adds up where places are read twice, as as_strided_backward in FunctionsManual.cpp. */
import { viewOf } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list, type Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { view } from './shared.ts';

/** Whether two places of the view may be one (`_maybe_overlapping_memory`). */
function overlaps(sizes: Sizes, strides: Sizes): boolean {
  let reach = 0;
  for (const d of sizes.map((_, i) => i).sort((a, b) => strides[a] - strides[b])) {
    if (sizes[d] === 1) continue;
    if (strides[d] <= reach) return true;
    reach += strides[d] * (sizes[d] - 1);
  }
  return false;
}

/** as_strided_backward: the gradient goes where the view read; what was read twice is summed, what lies twice shared. */
const geometry = (c: BackwardContext): Tensor => {
  const k = c.call;
  const like = c.like('self');
  const [size, stride] = [c.arg<number[]>('size'), c.arg<number[]>('stride')];
  const offset = c.arg<number | null>('storage_offset') ?? 0;
  let g = c.g;
  if (g.numel === 0 || like.sizes.includes(0)) return k.one('new_zeros', g, like.sizes);
  const [sizes, strides]: number[][] = [[], []];
  for (let i = size.length - 1; i >= 0; i--) {
    // Dimensions of one are dropped, repeated ones summed.
    if (size[i] === 1) g = k.squeeze(g, i);
    else if (stride[i] === 0) g = k.sum(g, [i]);
    else {
      sizes.unshift(size[i]);
      strides.unshift(stride[i]);
    }
  }
  const extent = (n: Sizes, t: Sizes): number => n.reduce((e, s, i) => e + (s - 1) * t[i], 1);
  const total = Math.max(extent(like.sizes, like.strides), offset + extent(sizes, strides));
  const base = k.one('new_zeros', g, [total]);
  const indices = (n: Sizes, t: Sizes, from: number): Tensor =>
    k.reshape(k.one('as_strided', k.one('arange.start', 0, total, int64, null, g.device, null), n, t, from), [-1]);
  if (overlaps(sizes, strides)) k('index_add_', base, 0, indices(sizes, strides, offset), k.reshape(g, [-1]), 1);
  else k('copy_', k.one('as_strided', base, sizes, strides, offset), g, false);
  if (overlaps(like.sizes, like.strides)) {
    const count = k.zerosLike(base);
    const at = indices(like.sizes, like.strides, 0);
    k('index_add_', count, 0, at, k.expand(k.one('new_ones', g, [1]), at.sizes), 1);
    k('div_.Tensor', base, count);
  }
  return k.one('as_strided', base, like.sizes, like.strides, 0);
};

export const AS_STRIDED: readonly OpDef[] = [
  view(
    'as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)',
    (self: Tensor, size: Sizes, stride: Sizes, offset: number | null) => {
      if (size.length !== stride.length) throw runtimeError('mismatch in length of strides and shape');
      if (stride.some((s) => s < 0)) throw runtimeError(`as_strided: Negative strides are not supported at the moment, got strides: ${list(stride)}`);
      const from = offset ?? self.offset;
      if (from < 0) throw runtimeError(`Tensor: invalid storage offset ${from}`);
      if (size.some((s) => s < 0)) throw runtimeError(`Storage size calculation overflowed with sizes=${list(size)} and strides=${list(stride)}`);
      const item = self.dtype.itemsize;
      const need = size.includes(0) ? 0 : (from + size.reduce((e, s, i) => e + (s - 1) * stride[i], 1)) * item;
      if (need > self.storage.nbytes)
        throw runtimeError(
          `setStorage: sizes ${list(size)}, strides ${list(stride)}, storage offset ${from}, and itemsize ${item} requiring a storage size of ${need} are out of bounds for storage of size ${self.storage.nbytes}`,
        );
      return viewOf(self, [...size], [...stride], from);
    },
    derivative('AsStridedBackward0', [], { self: geometry }),
  ),
];
