/**
 * Views: operators that share the storage of their argument, and the composites built on them.
 *
 * Shape rules and messages are PyTorch's (TensorShape.cpp). Leaves out: named dimensions, nested and sparse tensors.
 */
import { toWorking } from '../tensor/access.ts';
import { viewOf } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { indexError, runtimeError } from '../tensor/errors.ts';
import { expandStrides, inferSize, isContiguous, viewStrides, wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type BackwardContext, type Call, derivative, type Derivative, type OpDef, type Ret } from './op.ts';

type Sizes = readonly number[];
const list = (s: Sizes): string => `[${s.join(', ')}]`;
const isComplex = (t: Tensor): boolean => t.dtype.category === 'complex';
const sizesOf = (c: BackwardContext, name = 'self'): Sizes => c.like(name).sizes;

const view = (schema: string, meta: (...args: never[]) => Ret, d?: Derivative): OpDef => ({ schema, kind: 'view', meta, ...(d ? { derivative: d } : {}) });
const composite = (schema: string, f: (call: Call, ...args: never[]) => Ret): OpDef => ({ schema, kind: 'composite', composite: f });

export function viewMeta(self: Tensor, size: Sizes): Tensor {
  const shape = inferSize(size, self.numel);
  const strides = viewStrides(self.sizes, self.strides, shape);
  if (strides === null) {
    throw runtimeError(
      'view size is not compatible with input tensor\'s size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.',
    );
  }
  return viewOf(self, shape, strides);
}

export function permuteMeta(self: Tensor, dims: Sizes): Tensor {
  if (dims.length !== self.dim) {
    throw runtimeError(
      `permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = ${self.dim} is not equal to len(dims) = ${dims.length}`,
    );
  }
  const order = dims.map((d) => wrapDim(d, self.dim));
  if (new Set(order).size !== order.length) throw runtimeError('permute(): duplicate dims are not allowed.');
  return viewOf(self, order.map((d) => self.sizes[d]), order.map((d) => self.strides[d]));
}

function transposeMeta(self: Tensor, dim0: number, dim1: number): Tensor {
  const [a, b] = [wrapDim(dim0, self.dim), wrapDim(dim1, self.dim)];
  const sizes = [...self.sizes];
  const strides = [...self.strides];
  if (a !== b) {
    [sizes[a], sizes[b]] = [sizes[b], sizes[a]];
    [strides[a], strides[b]] = [strides[b], strides[a]];
  }
  return viewOf(self, sizes, strides);
}

export function selectMeta(self: Tensor, dim: number, index: number): Tensor {
  if (self.dim === 0) throw indexError('select() cannot be applied to a 0-dim tensor.');
  const d = wrapDim(dim, self.dim);
  const size = self.sizes[d];
  if (index < -size || index >= size) {
    throw indexError(`select(): index ${index} out of range for tensor of size ${list(self.sizes)} at dimension ${d}`);
  }
  const i = index < 0 ? index + size : index;
  return viewOf(
    self, self.sizes.filter((_, k) => k !== d), self.strides.filter((_, k) => k !== d), self.offset + i * self.strides[d],
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

function unsqueezeMeta(self: Tensor, dim: number): Tensor {
  const d = wrapDim(dim, self.dim + 1);
  const stride = d >= self.dim ? 1 : self.sizes[d] * self.strides[d];
  return viewOf(self, [...self.sizes.slice(0, d), 1, ...self.sizes.slice(d)], [...self.strides.slice(0, d), stride, ...self.strides.slice(d)]);
}

function squeezeMeta(self: Tensor, dims: Sizes): Tensor {
  const drop = new Set(dims.map((d) => wrapDim(d, self.dim)));
  const keep = self.sizes.map((s, i) => !(drop.has(i) && s === 1));
  return viewOf(self, self.sizes.filter((_, i) => keep[i]), self.strides.filter((_, i) => keep[i]));
}

function splitSizes(self: Tensor, sizes: Sizes, dim: number): Tensor[] {
  const d = wrapDim(dim, self.dim);
  let at = 0;
  return sizes.map((n) => {
    const shape = [...self.sizes];
    shape[d] = n;
    const t = viewOf(self, shape, self.strides, self.offset + at * self.strides[d]);
    at += n;
    return t;
  });
}

function chunkSizes(self: Tensor, size: number, dim: number): number[] {
  if (self.dim === 0) throw runtimeError('split expects at least a 1-dimensional tensor');
  if (size < 0) throw runtimeError(`split expects split_size be non-negative, but got split_size=${size}`);
  const total = self.sizes[wrapDim(dim, self.dim)];
  if (size === 0) {
    if (total !== 0) throw runtimeError(`split_size can only be 0 if dimension size is 0, but got dimension size of ${total}`);
    return [0];
  }
  const n = Math.max(1, Math.ceil(total / size));
  return Array.from({ length: n }, (_, i) => (i < n - 1 ? size : total - size * (n - 1)));
}

function checkSplit(self: Tensor, sizes: Sizes, dim: number): void {
  if (self.dim === 0) throw runtimeError('split expects at least a 1-dimensional tensor');
  const total = self.sizes[wrapDim(dim, self.dim)];
  if (sizes.some((s) => s < 0)) {
    throw runtimeError(`split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=${list(sizes)}`);
  }
  if (sizes.reduce((a, b) => a + b, 0) !== total) {
    throw runtimeError(
      `split_with_sizes expects split_sizes to sum exactly to ${total} (input tensor's size at dimension ${dim}), but got split_sizes=${list(sizes)}`,
    );
  }
}

export function diagonalMeta(self: Tensor, offset: number, dim1: number, dim2: number): Tensor {
  const [a, b] = [wrapDim(dim1, self.dim), wrapDim(dim2, self.dim)];
  if (a === b) throw runtimeError(`diagonal dimensions cannot be identical ${dim1}, ${dim2}`);
  const length = Math.max(0, offset >= 0 ? Math.min(self.sizes[a], self.sizes[b] - offset) : Math.min(self.sizes[a] + offset, self.sizes[b]));
  const start = length === 0 ? 0 : offset >= 0 ? offset * self.strides[b] : -offset * self.strides[a];
  const rest = self.sizes.map((_, i) => i).filter((i) => i !== a && i !== b);
  return viewOf(
    self, [...rest.map((i) => self.sizes[i]), length], [...rest.map((i) => self.strides[i]), self.strides[a] + self.strides[b]], self.offset + start,
  );
}

function unfoldMeta(self: Tensor, dimension: number, size: number, step: number): Tensor {
  const d = wrapDim(dimension, self.dim);
  const max = self.dim === 0 ? 1 : self.sizes[d];
  if (size > max) throw runtimeError(`maximum size for tensor at dimension ${d} is ${max} but size is ${size}`);
  if (step <= 0) throw runtimeError(`step is ${step} but must be > 0`);
  if (self.dim === 0) return viewOf(self, [size], [1]);
  const sizes = [...self.sizes, size];
  const strides = [...self.strides, self.strides[d]];
  sizes[d] = Math.floor((max - size) / step) + 1;
  strides[d] *= step;
  return viewOf(self, sizes, strides);
}

const inverse = (dims: Sizes): number[] => {
  const out = new Array<number>(dims.length);
  dims.forEach((d, i) => (out[wrapDim(d, dims.length)] = i));
  return out;
};

const toShape = (name: string): Derivative => derivative(name, [], { self: (c) => c.call.reshape(c.g, sizesOf(c)) });

/** Gradient of pieces laid side by side: missing ones are zeros. */
export function joinPieces(c: BackwardContext, sizes: Sizes, dim: number): Tensor {
  const like = c.like('self');
  const d = wrapDim(dim, like.sizes.length);
  const some = c.grads.find((g) => g !== null) as Tensor;
  const parts = sizes.map((n, i) => c.grads[i] ?? c.call.one('zeros', like.sizes.map((s, k) => (k === d ? n : s)), some.dtype, 'strided', some.device, null));
  return c.call.one('cat', parts, dim);
}

function unsqueezeTo(c: BackwardContext, dims: Sizes | null): Tensor {
  const sizes = sizesOf(c);
  const wrapped = dims === null ? null : dims.map((d) => wrapDim(d, sizes.length));
  let g = c.g;
  for (let i = 0; i < sizes.length; i++) if (sizes[i] === 1 && (wrapped === null || wrapped.includes(i))) g = c.call.unsqueeze(g, i);
  return g;
}

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

export const VIEWS: readonly OpDef[] = [
  view('detach(Tensor(a) self) -> Tensor(a)', (self: Tensor) => viewOf(self, self.sizes, self.strides)),
  view('alias(Tensor(a) self) -> Tensor(a)', (self: Tensor) => viewOf(self, self.sizes, self.strides), derivative('AliasBackward0', [], { self: (c) => c.g })),
  view('view(Tensor(a) self, SymInt[] size) -> Tensor(a)', viewMeta, toShape('ViewBackward0')),
  { schema: '_unsafe_view(Tensor self, SymInt[] size) -> Tensor', kind: 'kernel', meta: viewMeta, derivative: toShape('UnsafeViewBackward0') },
  view('expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)', (self: Tensor, size: Sizes) => {
    if (size.length < self.dim) {
      throw runtimeError(
        `expand(${cppName(self)}{${list(self.sizes)}}, size=${list(size)}): the number of sizes provided (${size.length}) must be greater or equal to the number of dimensions in the tensor (${self.dim})`,
      );
    }
    const r = expandStrides(self.sizes, self.strides, size);
    return viewOf(self, r.sizes, r.strides);
  }, derivative('ExpandBackward0', [], { self: (c) => sumToShape(c.call, c.g, sizesOf(c)) })),
  view('permute(Tensor(a) self, int[] dims) -> Tensor(a)', permuteMeta, derivative('PermuteBackward0', [], {
    self: (c) => c.call.permute(c.g, inverse(c.arg<number[]>('dims'))),
  })),
  view('transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)', transposeMeta, derivative('TransposeBackward0', [], {
    self: (c) => c.call.transpose(c.g, c.arg<number>('dim0'), c.arg<number>('dim1')),
  })),
  view('t(Tensor(a) self) -> Tensor(a)', (self: Tensor) => {
    if (self.dim > 2) throw runtimeError(`t() expects a tensor with <= 2 dimensions, but self is ${self.dim}D`);
    return self.dim < 2 ? viewOf(self, self.sizes, self.strides) : transposeMeta(self, 0, 1);
  }, derivative('TBackward0', [], { self: (c) => c.call.t(c.g) })),
  view('select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)', selectMeta, derivative('SelectBackward0', [], {
    self: (c) => c.call.one('select_backward', c.g, sizesOf(c), c.arg('dim'), c.arg('index')),
  })),
  view('slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)', sliceMeta, derivative('SliceBackward0', [], {
    self: (c) => {
      const size = sizesOf(c)[wrapDim(c.arg<number>('dim'), sizesOf(c).length)];
      return c.call.one('slice_backward', c.g, sizesOf(c), c.arg('dim'), c.arg('start') ?? 0, c.arg('end') ?? size, c.arg('step'));
    },
  })),
  view('unsqueeze(Tensor(a) self, int dim) -> Tensor(a)', unsqueezeMeta, derivative('UnsqueezeBackward0', [], {
    self: (c) => c.call.squeeze(c.g, c.arg<number>('dim')),
  })),
  view('squeeze(Tensor(a) self) -> Tensor(a)', (self: Tensor) => squeezeMeta(self, self.sizes.map((_, i) => i)), derivative('SqueezeBackward0', [], { self: (c) => unsqueezeTo(c, null) })),
  view('squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)', (self: Tensor, dim: number) => (self.dim === 0 ? (wrapDim(dim, 0), viewOf(self, [], [])) : squeezeMeta(self, [dim])), derivative('SqueezeBackward1', [], {
    self: (c) => unsqueezeTo(c, [c.arg<number>('dim')]),
  })),
  view('squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)', squeezeMeta, derivative('SqueezeBackward2', [], {
    self: (c) => unsqueezeTo(c, c.arg<number[]>('dim')),
  })),
  view('unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]', (self: Tensor, dim: number) => {
    if (self.dim === 0) throw runtimeError('Dimension specified as 0 but tensor has no dimensions');
    const d = wrapDim(dim, self.dim);
    return Array.from({ length: self.sizes[d] }, (_, i) => selectMeta(self, d, i));
  }, derivative('UnbindBackward0', [], {
    self: (c) => {
      const some = c.grads.find((g) => g !== null) as Tensor;
      const parts = c.grads.map((g) => g ?? c.call.expand(c.call.one('zeros', some.sizes.length ? [] : [], some.dtype, 'strided', some.device, null), some.sizes));
      return c.call.one('stack', parts, c.arg('dim'));
    },
  })),
  view('split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]', (self: Tensor, n: number, dim: number) => splitSizes(self, chunkSizes(self, n, dim), dim), derivative('SplitBackward0', [], {
    self: (c) => {
      const dim = c.arg<number>('dim');
      const sizes = sizesOf(c);
      const total = sizes[wrapDim(dim, sizes.length)];
      const n = c.arg<number>('split_size');
      const count = c.grads.length;
      return joinPieces(c, Array.from({ length: count }, (_, i) => (i < count - 1 ? n : total - n * (count - 1))), dim);
    },
  })),
  view('split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]', (self: Tensor, sizes: Sizes, dim: number) => {
    checkSplit(self, sizes, dim);
    return splitSizes(self, sizes, dim);
  }, derivative('SplitWithSizesBackward0', [], { self: (c) => joinPieces(c, c.arg<number[]>('split_sizes'), c.arg<number>('dim')) })),
  view('as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)', (self: Tensor, size: Sizes, stride: Sizes, offset: number | null) =>
    viewOf(self, [...size], [...stride], offset ?? self.offset), derivative('AsStridedBackward0', [], { self: geometry })),
  view('diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)', diagonalMeta, derivative('DiagonalBackward0', [], {
    self: (c) => c.call.one('diagonal_backward', c.g, sizesOf(c), c.arg('offset'), c.arg('dim1'), c.arg('dim2')),
  })),
  view('unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)', unfoldMeta, derivative('UnfoldBackward0', [], {
    self: (c) => c.call.one('unfold_backward', c.g, sizesOf(c), c.arg('dimension'), c.arg('size'), c.arg('step')),
  })),
  composite('reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)', (call, self: Tensor, shape: Sizes) => {
    // A contiguous tensor is viewed at once: an impossible shape is then the view's error.
    if (isContiguous(self.sizes, self.strides)) return call.view(self, shape);
    const sizes = inferSize(shape, self.numel);
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
  composite('narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)', (call, self: Tensor, dim: number, start: number, length: number) => {
    if (self.dim === 0) throw runtimeError('narrow() cannot be applied to a 0-dim tensor.');
    if (length < 0) throw runtimeError('narrow(): length must be non-negative.');
    const size = self.sizes[wrapDim(dim, self.dim)];
    if (start < -size || start > size) throw indexError(`start out of range (expected to be in range of [${-size}, ${size}], but got ${start})`);
    const s = start < 0 ? start + size : start;
    if (s > size - length) throw runtimeError(`start (${s}) + length (${length}) exceeds dimension size (${size}).`);
    return call.slice(self, dim, s, s + length, 1);
  }),
  composite('narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a)', (call, self: Tensor, dim: number, start: Tensor, length: number) =>
    call.one('narrow', self, dim, call('item', start) as number, length)),
  composite('chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]', (call, self: Tensor, chunks: number, dim: number) => {
    if (self.dim === 0) throw runtimeError('chunk expects at least a 1-dimensional tensor');
    if (chunks <= 0) throw runtimeError(`chunk expects \`chunks\` to be greater than 0, got: ${chunks}`);
    const size = self.sizes[wrapDim(dim, self.dim)];
    const each = Math.ceil(size / chunks);
    if (each === 0 && size === 0) return call.many('split_with_sizes', self, new Array(chunks).fill(0), dim);
    return call.many('split.Tensor', self, each, dim);
  }),
  composite('split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]', (call, self: Tensor, sizes: Sizes, dim: number) => call.many('split_with_sizes', self, sizes, dim)),
  composite('tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[]', (call, self: Tensor, sections: number, dim: number) => {
    if (self.dim === 0) throw runtimeError('tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims');
    if (sections <= 0) throw runtimeError(`number of sections must be larger than 0, got ${sections}`);
    const size = self.sizes[wrapDim(dim, self.dim)];
    const [q, r] = [Math.floor(size / sections), size % sections];
    let at = 0;
    return Array.from({ length: sections }, (_, i) => {
      const n = q + (i < r ? 1 : 0);
      at += n;
      return call.slice(self, dim, at - n, at, 1);
    });
  }),
  composite('tensor_split.tensor_indices_or_sections(Tensor(a -> *) self, Tensor tensor_indices_or_sections, int dim=0) -> Tensor(a)[]', (call, self: Tensor, at: Tensor, dim: number) => {
    if (at.dtype.name !== 'int64') throw runtimeError(`tensor_split expected tensor_indices_or_sections to have dtype of long, but got ${at.dtype.name}`);
    if (at.dim > 1) throw runtimeError(`tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a tensor with ${at.dim} dims`);
    if (at.dim === 0) return call.many('tensor_split.sections', self, call('item', at) as number, dim);
    return call.many('tensor_split.indices', self, Array.from(toWorking(at)), dim);
  }),
  composite('tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[]', (call, self: Tensor, indices: Sizes, dim: number) => {
    if (self.dim === 0) throw runtimeError('tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims');
    let at = 0;
    const size = self.sizes[wrapDim(dim, self.dim)];
    return [...indices, size].map((end, i) => {
      const t = call.slice(self, dim, at, i === indices.length ? size : end, 1);
      at = end;
      return t;
    });
  }),
  ...(['hsplit', 'vsplit', 'dsplit'] as const).flatMap((name, k) => ['int', 'array'].map((form) => composite(
    `${name}.${form}(Tensor(a -> *) self, int${form === 'array' ? '[] indices' : ' sections'}) -> Tensor(a)[]`,
    (call, self: Tensor, arg: number | Sizes) => {
      const need = k === 0 ? 1 : k + 1;
      if (self.dim < need) {
        throw runtimeError(`torch.${name} requires a tensor with at least ${need} dimension${need > 1 ? 's' : ''}, but got a tensor with ${self.dim} dimensions!`);
      }
      const dim = k === 0 ? (self.dim === 1 ? 0 : 1) : k === 1 ? 0 : 2;
      if (form === 'int' && (arg === 0 || self.sizes[dim] % (arg as number) !== 0)) {
        throw runtimeError(`torch.${name} attempted to split along dimension ${dim}, but the size of the dimension ${self.sizes[dim]} is not divisible by the split_size ${arg}!`);
      }
      return call.many(form === 'int' ? 'tensor_split.sections' : 'tensor_split.indices', self, arg as number, dim);
    },
  ))),
  ...['swapaxes(Tensor(a) self, int axis0, int axis1)', 'swapdims(Tensor(a) self, int dim0, int dim1)'].map((s) =>
    composite(`${s} -> Tensor(a)`, (call, self: Tensor, a: number, b: number) => call.transpose(self, a, b))),
  composite('numpy_T(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => call.permute(self, self.sizes.map((_, i) => self.dim - 1 - i))),
  composite('mT(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => {
    if (self.dim < 2) throw runtimeError(`tensor.mT is only supported on matrices or batches of matrices. Got ${self.dim}-D tensor.`);
    return call.transpose(self, -2, -1);
  }),
  composite('adjoint(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => {
    if (self.dim < 2) throw runtimeError(`tensor.adjoint() is only supported on matrices or batches of matrices. Got ${self.dim}-D tensor.`);
    return call.transpose(self, -2, -1);
  }),
  composite('matrix_H(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => {
    if (self.dim !== 2) throw runtimeError(`tensor.H is only supported on matrices (2-D tensors). Got ${self.dim}-D tensor.${self.dim > 2 ? ' For batches of matrices, consider using tensor.mH' : ''}`);
    return call.transpose(self, 0, 1);
  }),
  composite('mH(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => {
    if (self.dim < 2) throw runtimeError(`tensor.mH is only supported on matrices or batches of matrices. Got ${self.dim}-D tensor.`);
    return call.transpose(self, -2, -1);
  }),
  composite('conj(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => call.conj(self)),
  composite('resolve_conj(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => (self.conj ? call.u('clone', self) : self)),
  composite('resolve_neg(Tensor(a) self) -> Tensor(a)', (_call, self: Tensor) => self),
  composite('real(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => (isComplex(self) ? call.select(call.one('view_as_real', self.conj ? call.conj(self) : self), -1, 0) : self)),
  ...['moveaxis', 'movedim'].flatMap((name) => [
    composite(`${name}.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)`, (call, self: Tensor, from: Sizes, to: Sizes) => {
      if (from.length !== to.length) {
        throw runtimeError(`movedim: Invalid source or destination dims: source (${list(from)} dims) should contain the same number of dims as destination (${list(to)} dims)`);
      }
      const src = from.map((d) => wrapDim(d, self.dim));
      const dst = to.map((d) => wrapDim(d, self.dim));
      if (self.dim === 0) return call.one('alias', self);
      const order = new Array<number>(self.dim).fill(-1);
      src.forEach((s, i) => (order[dst[i]] = s));
      const rest = self.sizes.map((_, i) => i).filter((i) => !src.includes(i));
      for (let i = 0; i < order.length; i++) if (order[i] === -1) order[i] = rest.shift() as number;
      return call.permute(self, order);
    }),
    composite(`${name}.int(Tensor(a) self, int source, int destination) -> Tensor(a)`, (call, self: Tensor, a: number, b: number) => call.one('movedim.intlist', self, [a], [b])),
  ]),
];

const cppName = (t: Tensor): string => `torch.${{ float32: 'Float', float64: 'Double', int64: 'Long', bool: 'Bool', int32: 'Int', bfloat16: 'BFloat16', float16: 'Half' }[t.dtype.name as 'float32'] ?? t.dtype.name}Tensor`;

export function sumToShape(call: Call, t: Tensor, shape: Sizes): Tensor {
  if (shape.length === 0) return call.one('sum', t);
  const lead = t.dim - shape.length;
  const dims = t.sizes.map((_, i) => i).filter((i) => i < lead || (shape[i - lead] === 1 && t.sizes[i] !== 1));
  const r = dims.length > 0 ? call.sum(t, dims, true) : t;
  return lead > 0 ? call.view(r, shape) : r;
}

