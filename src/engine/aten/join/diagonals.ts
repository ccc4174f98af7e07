/** Diagonals made and copied: diag_embed, diag, diagflat, diagonal_copy, linalg_diagonal. The view is in views/. */
import { copyInto, fill } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { composite, derivative, type OpDef, type Scalar } from '../op.ts';
import { diagonalMeta } from '../views/parts.ts';

export const DIAGONALS: readonly OpDef[] = [
  {
    schema: 'diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, offset: number, dim1: number, dim2: number) => {
      const rank = self.dim + 1;
      const [a, b] = [wrapDim(dim1, rank), wrapDim(dim2, rank)];
      if (a === b) throw runtimeError(`diagonal dimensions cannot be identical ${dim1}, ${dim2}`);
      const n = self.sizes[self.dim - 1] + Math.abs(offset);
      const rest = self.sizes.slice(0, -1);
      const sizes: number[] = [];
      for (let i = 0; i < rank; i++) sizes.push(i === a || i === b ? n : (rest.shift() as number));
      return empty(sizes, self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, offset: number, dim1: number, dim2: number) => {
      fill(out, 0);
      copyInto(diagonalMeta(out, offset, dim1, dim2), self);
    },
    derivative: derivative('DiagEmbedBackward0', [], { self: (c) => c.call.one('diagonal', c.g, c.arg('offset'), c.arg('dim1'), c.arg('dim2')) }),
  },
  composite('diag(Tensor self, int diagonal=0) -> Tensor', (call, self: Tensor, k: number) => {
    if (self.dim !== 1 && self.dim !== 2) throw runtimeError(`diag(): Supports 1D or 2D tensors. Got ${self.dim}D`);
    if (self.dim === 1) return call.one('diag_embed', self, k, -2, -1);
    return call.one('diagonal_copy', self, k, 0, 1);
  }),
  {
    schema: 'diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, o: number, a: number, b: number) => empty(diagonalMeta(self, o, a, b).sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, o: number, a: number, b: number) => copyInto(out, diagonalMeta(self, o, a, b)),
    derivative: derivative('DiagonalBackward0_copy', [], {
      self: (c) => c.call.one('diagonal_backward', c.g, c.like('self').sizes, c.arg('offset'), c.arg('dim1'), c.arg('dim2')),
    }),
  },
  composite('fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!)', (call, self: Tensor, v: Scalar, wrap: boolean) => {
    const rank = self.dim;
    if (rank < 2) throw runtimeError('dimensions must larger than 1');
    if (rank > 2 && self.sizes.some((s) => s !== self.sizes[0])) throw runtimeError('all dimensions of input must be of equal length');
    const [height, width] = self.sizes;
    const stride = self.strides.reduce((a, b) => a + b, 0);
    const fill = (n: number, offset: number): void => {
      call('fill_.Scalar', call.one('as_strided', self, [n], [stride], offset), v);
    };
    fill(Math.min(height, width), self.offset);
    if (wrap && rank === 2 && height > width + 1) {
      const each = width + 1;
      const left = Math.floor((self.numel + each - 1) / each) - width;
      fill(left, self.offset + self.strides[0] * each);
    }
    return self;
  }),
  composite('diagflat(Tensor self, int offset=0) -> Tensor', (call, self: Tensor, k: number) => call.one('diag', call.view(call.contiguous(self), [-1]), k)),
  composite('linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)', (call, self: Tensor, o: number, a: number, b: number) =>
    call.one('diagonal', self, o, a, b),
  ),
];
