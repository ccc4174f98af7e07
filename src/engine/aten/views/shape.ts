/**
 * Views of another shape or order of dimensions: view, expand, permute, transpose, t, squeeze, unsqueeze, detach, alias.
 *
 * Shape rules and messages are PyTorch's (TensorShape.cpp). Leaves out named dimensions, nested and sparse tensors.
 */
import { viewOf } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { expandStrides, inferSize, viewStrides, wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list, type Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type Derivative, type OpDef } from '../op.ts';
import { sizesOf, sumToShape, view } from './shared.ts';

export function viewMeta(self: Tensor, size: Sizes): Tensor {
  const shape = inferSize(size, self.numel);
  const strides = viewStrides(self.sizes, self.strides, shape);
  if (strides === null) {
    throw runtimeError(
      "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
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
  return viewOf(
    self,
    order.map((d) => self.sizes[d]),
    order.map((d) => self.strides[d]),
  );
}

function unsqueezeMeta(self: Tensor, dim: number): Tensor {
  const d = wrapDim(dim, self.dim + 1);
  const stride = d >= self.dim ? 1 : self.sizes[d] * self.strides[d];
  return viewOf(self, [...self.sizes.slice(0, d), 1, ...self.sizes.slice(d)], [...self.strides.slice(0, d), stride, ...self.strides.slice(d)]);
}

function squeezeMeta(self: Tensor, dims: Sizes): Tensor {
  const drop = new Set(dims.map((d) => wrapDim(d, self.dim)));
  const keep = self.sizes.map((s, i) => !(drop.has(i) && s === 1));
  return viewOf(
    self,
    self.sizes.filter((_, i) => keep[i]),
    self.strides.filter((_, i) => keep[i]),
  );
}

const inverse = (dims: Sizes): number[] => {
  const out = new Array<number>(dims.length);
  dims.forEach((d, i) => (out[wrapDim(d, dims.length)] = i));
  return out;
};

const toShape = (name: string): Derivative => derivative(name, [], { self: (c) => c.call.reshape(c.g, sizesOf(c)) });

function unsqueezeTo(c: BackwardContext, dims: Sizes | null): Tensor {
  const sizes = sizesOf(c);
  const wrapped = dims === null ? null : dims.map((d) => wrapDim(d, sizes.length));
  let g = c.g;
  for (let i = 0; i < sizes.length; i++) if (sizes[i] === 1 && (wrapped === null || wrapped.includes(i))) g = c.call.unsqueeze(g, i);
  return g;
}

const cppName = (t: Tensor): string =>
  `torch.${{ float32: 'Float', float64: 'Double', int64: 'Long', bool: 'Bool', int32: 'Int', bfloat16: 'BFloat16', float16: 'Half' }[t.dtype.name as 'float32'] ?? t.dtype.name}Tensor`;

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

export const SHAPE_VIEWS: readonly OpDef[] = [
  view('detach(Tensor(a) self) -> Tensor(a)', (self: Tensor) => viewOf(self, self.sizes, self.strides)),
  view('alias(Tensor(a) self) -> Tensor(a)', (self: Tensor) => viewOf(self, self.sizes, self.strides), derivative('AliasBackward0', [], { self: (c) => c.g })),
  view('view(Tensor(a) self, SymInt[] size) -> Tensor(a)', viewMeta, toShape('ViewBackward0')),
  { schema: '_unsafe_view(Tensor self, SymInt[] size) -> Tensor', kind: 'kernel', meta: viewMeta, derivative: toShape('UnsafeViewBackward0') },
  view(
    'expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)',
    (self: Tensor, size: Sizes) => {
      if (size.length < self.dim) {
        throw runtimeError(
          `expand(${cppName(self)}{${list(self.sizes)}}, size=${list(size)}): the number of sizes provided (${size.length}) must be greater or equal to the number of dimensions in the tensor (${self.dim})`,
        );
      }
      const r = expandStrides(self.sizes, self.strides, size);
      return viewOf(self, r.sizes, r.strides);
    },
    derivative('ExpandBackward0', [], { self: (c) => sumToShape(c.call, c.g, sizesOf(c)) }),
  ),
  view(
    'permute(Tensor(a) self, int[] dims) -> Tensor(a)',
    permuteMeta,
    derivative('PermuteBackward0', [], {
      self: (c) => c.call.permute(c.g, inverse(c.arg<number[]>('dims'))),
    }),
  ),
  view(
    'transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)',
    transposeMeta,
    derivative('TransposeBackward0', [], {
      self: (c) => c.call.transpose(c.g, c.arg<number>('dim0'), c.arg<number>('dim1')),
    }),
  ),
  view(
    't(Tensor(a) self) -> Tensor(a)',
    (self: Tensor) => {
      if (self.dim > 2) throw runtimeError(`t() expects a tensor with <= 2 dimensions, but self is ${self.dim}D`);
      return self.dim < 2 ? viewOf(self, self.sizes, self.strides) : transposeMeta(self, 0, 1);
    },
    derivative('TBackward0', [], { self: (c) => c.call.t(c.g) }),
  ),
  view(
    'unsqueeze(Tensor(a) self, int dim) -> Tensor(a)',
    unsqueezeMeta,
    derivative('UnsqueezeBackward0', [], {
      self: (c) => c.call.squeeze(c.g, c.arg<number>('dim')),
    }),
  ),
  view(
    'squeeze(Tensor(a) self) -> Tensor(a)',
    (self: Tensor) =>
      squeezeMeta(
        self,
        self.sizes.map((_, i) => i),
      ),
    derivative('SqueezeBackward0', [], { self: (c) => unsqueezeTo(c, null) }),
  ),
  view(
    'squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)',
    (self: Tensor, dim: number) => (self.dim === 0 ? (wrapDim(dim, 0), viewOf(self, [], [])) : squeezeMeta(self, [dim])),
    derivative('SqueezeBackward1', [], {
      self: (c) => unsqueezeTo(c, [c.arg<number>('dim')]),
    }),
  ),
  view(
    'squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)',
    squeezeMeta,
    derivative('SqueezeBackward2', [], {
      self: (c) => unsqueezeTo(c, c.arg<number[]>('dim')),
    }),
  ),
];
