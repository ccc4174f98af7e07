/** Composites that view where they can and copy where they must: reshape, flatten, unflatten, ravel, contiguous, expand_as and kin. */
import { runtimeError } from '../../tensor/errors.ts';
import { inferSize, isChannelsLastContiguous, isContiguous, viewStrides, wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list, type Sizes } from '../dims.ts';
import { composite, type OpDef } from '../op.ts';

export const RESHAPES: readonly OpDef[] = [
  composite('reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)', (call, self: Tensor, shape: Sizes) => {
    // A contiguous tensor is viewed at once: an impossible shape is then the view's error.
    if (isContiguous(self.sizes, self.strides)) return call.view(self, shape);
    const whole = inferSize(shape, self.numel);
    // Whose sizes they are is told by the list itself (graphs with symbols).
    const sizes = shape.includes(-1) ? whole : shape;
    if (viewStrides(self.sizes, self.strides, sizes) !== null) return call.view(self, sizes);
    return call.one('_unsafe_view', call.one('clone', self, 'contiguous_format'), sizes);
  }),
  composite('reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)', (call, self: Tensor, other: Tensor) => call.reshape(self, other.sizes)),
  composite('view_as(Tensor(a) self, Tensor other) -> Tensor(a)', (call, self: Tensor, other: Tensor) => call.view(self, other.sizes)),
  composite('expand_as(Tensor(a) self, Tensor other) -> Tensor(a)', (call, self: Tensor, other: Tensor) => call.expand(self, other.sizes)),
  composite('broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)', (call, self: Tensor, size: Sizes) => call.expand(self, size)),
  composite('contiguous(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)', (call, self: Tensor, format: string) => {
    if (format === 'preserve_format') throw runtimeError('preserve memory format is unsupported by the contiguous operator');
    if (format === 'contiguous_format' && isContiguous(self.sizes, self.strides)) return self;
    if (format === 'channels_last' && isChannelsLastContiguous(self.sizes, self.strides, 4)) return self;
    if (format === 'channels_last_3d' && isChannelsLastContiguous(self.sizes, self.strides, 5)) return self;
    return call.one('clone', self, format);
  }),
  composite('flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)', (call, self: Tensor, start: number, end: number) => {
    const [a, b] = [wrapDim(start, self.dim), wrapDim(end, self.dim)];
    if (a > b) throw runtimeError('flatten() has invalid args: start_dim cannot come after end_dim');
    if (self.dim === 0) return call.reshape(self, [1]);
    if (a === b) return self;
    const merged = self.sizes.slice(a, b + 1).reduce((x, y) => x * y, 1);
    return call.reshape(self, [...self.sizes.slice(0, a), merged, ...self.sizes.slice(b + 1)]);
  }),
  composite('unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)', (call, self: Tensor, dim: number, sizes: Sizes) => {
    const d = wrapDim(dim, self.dim);
    if (sizes.length === 0) throw runtimeError('unflatten: sizes must be non-empty');
    const known = sizes.filter((s) => s !== -1).reduce((x, y) => x * y, 1);
    const shape = sizes.map((s) => (s === -1 ? self.sizes[d] / known : s));
    if (shape.reduce((x, y) => x * y, 1) !== self.sizes[d] || !shape.every(Number.isInteger)) {
      throw runtimeError(`unflatten: Provided sizes ${list(sizes)} don't multiply up to the size of dim ${d} (${self.sizes[d]}) in the input tensor`);
    }
    return call.view(self, [...self.sizes.slice(0, d), ...shape, ...self.sizes.slice(d + 1)]);
  }),
  composite('ravel(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => call.reshape(call.contiguous(self), [-1])),
];
