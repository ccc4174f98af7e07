/** `view(dtype)`: the same bytes read as another type; the last dimension grows or shrinks with the size of an element. */
import { runtimeError } from '../../tensor/errors.ts';
import type { DType } from '../../tensor/dtype.ts';
import { CPP } from '../../tensor/promotion.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { OpDef } from '../op.ts';
import { view } from './shared.ts';

function reinterpret(self: Tensor, dtype: DType): Tensor {
  const [from, to] = [self.dtype.itemsize, dtype.itemsize];
  if (from === to) return new Tensor(self.storage, dtype, self.sizes, self.strides, self.offset);
  const what = `to view ${CPP[self.dtype.name]} as ${CPP[dtype.name]} (different element sizes)`;
  if (self.dim === 0) throw runtimeError(`self.dim() cannot be 0 ${what}`);
  const last = self.dim - 1;
  if (self.strides[last] !== 1) throw runtimeError(`self.stride(-1) must be 1 ${what}, but got ${self.strides[last]}`);
  const sizes = [...self.sizes];
  if (from > to) {
    const by = from / to;
    sizes[last] *= by;
    const strides = self.strides.map((s, i) => (i === last ? 1 : s * by));
    return new Tensor(self.storage, dtype, sizes, strides, self.offset * by);
  }
  const by = to / from;
  if (sizes[last] % by !== 0) throw runtimeError(`self.size(-1) must be divisible by ${by} ${what}, but got ${sizes[last]}`);
  if (self.offset % by !== 0) throw runtimeError(`self.storage_offset() must be divisible by ${by} ${what}, but got ${self.offset}`);
  const odd = self.strides.findIndex((s, i) => i !== last && s % by !== 0);
  if (odd >= 0) throw runtimeError(`self.stride(${odd}) must be divisible by ${by} ${what}, but got ${self.strides[odd]}`);
  sizes[last] /= by;
  const strides = self.strides.map((s, i) => (i === last ? 1 : s / by));
  return new Tensor(self.storage, dtype, sizes, strides, self.offset / by);
}

export const REINTERPRETED: readonly OpDef[] = [view('view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)', reinterpret)];
