/** Views of a part: select, slice, diagonal, unfold, and narrow, a slice by length. After TensorShape.cpp. */
import { viewOf } from '../../tensor/create.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { composite, derivative, type OpDef } from '../op.ts';
import { sizesOf, view } from './shared.ts';

export function selectMeta(self: Tensor, dim: number, index: number): Tensor {
  if (self.dim === 0) throw indexError('select() cannot be applied to a 0-dim tensor.');
  const d = wrapDim(dim, self.dim);
  const size = self.sizes[d];
  if (index < -size || index >= size) {
    throw indexError(`select(): index ${index} out of range for tensor of size ${list(self.sizes)} at dimension ${d}`);
  }
  const i = index < 0 ? index + size : index;
  return viewOf(
    self,
    self.sizes.filter((_, k) => k !== d),
    self.strides.filter((_, k) => k !== d),
    self.offset + i * self.strides[d],
  );
}

/** Bounds may be big ints: an open end is 2^63 - 1 in a program's slice. */
export function sliceRange(size: number, start: number | bigint | null, end: number | bigint | null, step: number): { start: number; length: number } {
  if (step <= 0) throw runtimeError('slice step must be positive');
  let s = Number(start ?? 0);
  let e = Number(end ?? size);
  if (s < 0) s += size;
  if (e < 0) e += size;
  s = Math.min(Math.max(s, 0), size);
  e = Math.min(Math.max(e, s), size);
  return { start: s, length: Math.ceil((e - s) / step) };
}

export function sliceMeta(self: Tensor, dim: number, start: number | bigint | null, end: number | bigint | null, step: number): Tensor {
  if (self.dim === 0) throw runtimeError('slice() cannot be applied to a 0-dim tensor.');
  const d = wrapDim(dim, self.dim);
  const r = sliceRange(self.sizes[d], start, end, step);
  const sizes = [...self.sizes];
  const strides = [...self.strides];
  sizes[d] = r.length;
  strides[d] *= step;
  return viewOf(self, sizes, strides, self.offset + r.start * self.strides[d]);
}

export function diagonalMeta(self: Tensor, offset: number, dim1: number, dim2: number): Tensor {
  const [a, b] = [wrapDim(dim1, self.dim), wrapDim(dim2, self.dim)];
  if (a === b) throw runtimeError(`diagonal dimensions cannot be identical ${dim1}, ${dim2}`);
  const length = Math.max(0, offset >= 0 ? Math.min(self.sizes[a], self.sizes[b] - offset) : Math.min(self.sizes[a] + offset, self.sizes[b]));
  const start = length === 0 ? 0 : offset >= 0 ? offset * self.strides[b] : -offset * self.strides[a];
  const rest = self.sizes.map((_, i) => i).filter((i) => i !== a && i !== b);
  return viewOf(
    self,
    [...rest.map((i) => self.sizes[i]), length],
    [...rest.map((i) => self.strides[i]), self.strides[a] + self.strides[b]],
    self.offset + start,
  );
}

function unfoldMeta(self: Tensor, dimension: number, size: number, step: number): Tensor {
  const d = wrapDim(dimension, self.dim);
  const max = self.dim === 0 ? 1 : self.sizes[d];
  if (size < 0) throw runtimeError(`size is ${size} but must be >= 0`);
  if (size > max) throw runtimeError(`maximum size for tensor at dimension ${d} is ${max} but size is ${size}`);
  if (step <= 0) throw runtimeError(`step is ${step} but must be > 0`);
  if (self.dim === 0) return viewOf(self, [size], [1]);
  const sizes = [...self.sizes, size];
  const strides = [...self.strides, self.strides[d]];
  sizes[d] = Math.floor((max - size) / step) + 1;
  strides[d] *= step;
  return viewOf(self, sizes, strides);
}

export const PART_VIEWS: readonly OpDef[] = [
  view(
    'select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)',
    selectMeta,
    derivative('SelectBackward0', [], {
      self: (c) => c.call.one('select_backward', c.g, sizesOf(c), c.arg('dim'), c.arg('index')),
    }),
  ),
  view(
    'slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)',
    sliceMeta,
    derivative('SliceBackward0', [], {
      self: (c) => {
        const size = sizesOf(c)[wrapDim(c.arg<number>('dim'), sizesOf(c).length)];
        return c.call.one('slice_backward', c.g, sizesOf(c), c.arg('dim'), c.arg('start') ?? 0, c.arg('end') ?? size, c.arg('step'));
      },
    }),
  ),
  view(
    'diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)',
    diagonalMeta,
    derivative('DiagonalBackward0', [], {
      self: (c) => c.call.one('diagonal_backward', c.g, sizesOf(c), c.arg('offset'), c.arg('dim1'), c.arg('dim2')),
    }),
  ),
  view(
    'unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)',
    unfoldMeta,
    derivative('UnfoldBackward0', [], {
      self: (c) => c.call.one('unfold_backward', c.g, sizesOf(c), c.arg('dimension'), c.arg('size'), c.arg('step')),
    }),
  ),
  composite('narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)', (call, self: Tensor, dim: number, start: number, length: number) => {
    if (self.dim === 0) throw runtimeError('narrow() cannot be applied to a 0-dim tensor.');
    if (length < 0) throw runtimeError('narrow(): length must be non-negative.');
    const size = self.sizes[wrapDim(dim, self.dim)];
    if (start < -size || start > size) throw indexError(`start out of range (expected to be in range of [${-size}, ${size}], but got ${start})`);
    const s = start < 0 ? start + size : start;
    if (s > size - length) throw runtimeError(`start (${s}) + length (${length}) exceeds dimension size (${size}).`);
    return call.slice(self, dim, s, s + length, 1);
  }),
  composite(
    'narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a)',
    (call, self: Tensor, dim: number, start: Tensor, length: number) => call.one('narrow', self, dim, call('item', start) as number, length),
  ),
];
