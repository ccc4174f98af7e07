/** A tensor in pieces: unbind, split, chunk, tensor_split and the splits by direction. The gradient joins the pieces, zeros for those without one. */
import { spend } from '../../python/spend.ts';
import { toWorking } from '../../tensor/access.ts';
import { viewOf } from '../../tensor/create.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list, type Sizes } from '../dims.ts';
import { type BackwardContext, composite, derivative, type OpDef } from '../op.ts';
import { selectMeta } from './parts.ts';
import { sizesOf, view } from './shared.ts';

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

/** Steps for one of many views: each is a tensor that stays in memory, of some 500 bytes. */
const VIEW = 32;

function chunkSizes(self: Tensor, size: number, dim: number): number[] {
  if (self.dim === 0) throw runtimeError('split expects at least a 1-dimensional tensor');
  if (size < 0) throw runtimeError(`split expects split_size be non-negative, but got split_size=${size}`);
  const total = self.sizes[wrapDim(dim, self.dim)];
  if (size === 0) {
    if (total !== 0) throw runtimeError(`split_size can only be 0 if dimension size is 0, but got dimension size of ${total}`);
    return [0];
  }
  const n = Math.max(1, Math.ceil(total / size));
  spend(n * VIEW);
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

/** Gradient of pieces laid side by side: missing ones are zeros. */
export function joinPieces(c: BackwardContext, sizes: Sizes, dim: number): Tensor {
  const like = c.like('self');
  const d = wrapDim(dim, like.sizes.length);
  const some = c.grads.find((g) => g !== null) as Tensor;
  const parts = sizes.map(
    (n, i) =>
      c.grads[i] ??
      c.call.one(
        'zeros',
        like.sizes.map((s, k) => (k === d ? n : s)),
        some.dtype,
        'strided',
        some.device,
        null,
      ),
  );
  return c.call.one('cat', parts, dim);
}

export const SPLITS: readonly OpDef[] = [
  view(
    'unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]',
    (self: Tensor, dim: number) => {
      if (self.dim === 0) throw indexError('Dimension specified as 0 but tensor has no dimensions');
      const d = wrapDim(dim, self.dim);
      spend(self.sizes[d] * VIEW);
      return Array.from({ length: self.sizes[d] }, (_, i) => selectMeta(self, d, i));
    },
    derivative('UnbindBackward0', [], {
      self: (c) => {
        const some = c.grads.find((g) => g !== null) as Tensor;
        const parts = c.grads.map(
          (g) => g ?? c.call.expand(c.call.one('zeros', some.sizes.length ? [] : [], some.dtype, 'strided', some.device, null), some.sizes),
        );
        return c.call.one('stack', parts, c.arg('dim'));
      },
    }),
  ),
  view(
    'split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]',
    (self: Tensor, n: number, dim: number) => splitSizes(self, chunkSizes(self, n, dim), dim),
    derivative('SplitBackward0', [], {
      self: (c) => {
        const dim = c.arg<number>('dim');
        const sizes = sizesOf(c);
        const total = sizes[wrapDim(dim, sizes.length)];
        const n = c.arg<number>('split_size');
        const count = c.grads.length;
        return joinPieces(
          c,
          Array.from({ length: count }, (_, i) => (i < count - 1 ? n : total - n * (count - 1))),
          dim,
        );
      },
    }),
  ),
  view(
    'split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]',
    (self: Tensor, sizes: Sizes, dim: number) => {
      checkSplit(self, sizes, dim);
      return splitSizes(self, sizes, dim);
    },
    derivative('SplitWithSizesBackward0', [], { self: (c) => joinPieces(c, c.arg<number[]>('split_sizes'), c.arg<number>('dim')) }),
  ),
  composite('chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]', (call, self: Tensor, chunks: number, dim: number) => {
    if (self.dim === 0) throw runtimeError('chunk expects at least a 1-dimensional tensor');
    if (chunks <= 0) throw runtimeError(`chunk expects \`chunks\` to be greater than 0, got: ${chunks}`);
    const size = self.sizes[wrapDim(dim, self.dim)];
    const each = Math.ceil(size / chunks);
    if (each === 0 && size === 0) return call.many('split_with_sizes', self, new Array(chunks).fill(0), dim);
    return call.many('split.Tensor', self, each, dim);
  }),
  composite('split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]', (call, self: Tensor, sizes: Sizes, dim: number) =>
    call.many('split_with_sizes', self, sizes, dim),
  ),
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
  composite(
    'tensor_split.tensor_indices_or_sections(Tensor(a -> *) self, Tensor tensor_indices_or_sections, int dim=0) -> Tensor(a)[]',
    (call, self: Tensor, at: Tensor, dim: number) => {
      if (at.dtype.name !== 'int64')
        throw runtimeError(`tensor_split expected tensor_indices_or_sections to have dtype of long, but got ${CPP[at.dtype.name]}`);
      if (at.dim > 1)
        throw runtimeError(
          `tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a tensor with ${at.dim} dims`,
        );
      if (at.dim === 0) return call.many('tensor_split.sections', self, call('item', at) as number, dim);
      return call.many('tensor_split.indices', self, Array.from(toWorking(at)), dim);
    },
  ),
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
  ...(['hsplit', 'vsplit', 'dsplit'] as const).flatMap((name, k) =>
    ['int', 'array'].map((form) =>
      composite(
        `${name}.${form}(Tensor(a -> *) self, int${form === 'array' ? '[] indices' : ' sections'}) -> Tensor(a)[]`,
        (call, self: Tensor, arg: number | Sizes) => {
          const need = k === 0 ? 1 : k + 1;
          if (self.dim < need) {
            throw runtimeError(`torch.${name} requires a tensor with at least ${need} dimension, but got a tensor with ${self.dim} dimensions!`);
          }
          const dim = k === 0 ? (self.dim === 1 ? 0 : 1) : k === 1 ? 0 : 2;
          if (form === 'int' && (arg === 0 || self.sizes[dim] % (arg as number) !== 0)) {
            throw runtimeError(
              `torch.${name} attempted to split along dimension ${dim}, but the size of the dimension ${self.sizes[dim]} is not divisible by the split_size ${arg}!`,
            );
          }
          return call.many(form === 'int' ? 'tensor_split.sections' : 'tensor_split.indices', self, arg as number, dim);
        },
      ),
    ),
  ),
];
