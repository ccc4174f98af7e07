/** Dimensions under other names: swapaxes, movedim, T, mT, H, mH, adjoint; and conj, real and their resolving, which leave real tensors alone. */
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list, type Sizes } from '../dims.ts';
import { type Call, composite, type OpDef } from '../op.ts';

const isComplex = (t: Tensor): boolean => t.dtype.category === 'complex';

/** The last two dimensions swapped; the name is the message's. */
const turned =
  (name: string) =>
  (call: Call, self: Tensor): Tensor => {
    if (self.dim < 2) throw runtimeError(`tensor.${name} is only supported on matrices or batches of matrices. Got ${self.dim}-D tensor.`);
    return call.transpose(self, -2, -1);
  };

export const AXES: readonly OpDef[] = [
  ...['swapaxes(Tensor(a) self, int axis0, int axis1)', 'swapdims(Tensor(a) self, int dim0, int dim1)'].map((s) =>
    composite(`${s} -> Tensor(a)`, (call, self: Tensor, a: number, b: number) => call.transpose(self, a, b)),
  ),
  composite('numpy_T(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) =>
    call.permute(
      self,
      self.sizes.map((_, i) => self.dim - 1 - i),
    ),
  ),
  composite('mT(Tensor(a) self) -> Tensor(a)', turned('mT')),
  ...['adjoint', 'mH'].map((name) =>
    composite(`${name}(Tensor(a) self) -> Tensor(a)`, (call, self: Tensor) => call.conj(turned(name === 'adjoint' ? 'adjoint()' : name)(call, self))),
  ),
  composite('matrix_H(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => {
    if (self.dim !== 2)
      throw runtimeError(
        `tensor.H is only supported on matrices (2-D tensors). Got ${self.dim}-D tensor.${self.dim > 2 ? ' For batches of matrices, consider using tensor.mH' : ''}`,
      );
    return call.conj(call.transpose(self, 0, 1));
  }),
  composite('conj(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => call.conj(self)),
  composite('resolve_conj(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => (self.conj ? call.u('clone', self) : self)),
  composite('resolve_neg(Tensor(a) self) -> Tensor(a)', (_call, self: Tensor) => self),
  composite('real(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) =>
    isComplex(self) ? call.select(call.one('view_as_real', self.conj ? call.conj(self) : self), -1, 0) : self,
  ),
  ...['moveaxis', 'movedim'].flatMap((name) => [
    composite(`${name}.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)`, (call, self: Tensor, from: Sizes, to: Sizes) => {
      if (from.length !== to.length) {
        throw runtimeError(
          `movedim: Invalid source or destination dims: source (${list(from)} dims) should contain the same number of dims as destination (${list(to)} dims)`,
        );
      }
      const src = from.map((d) => wrapDim(d, self.dim));
      const dst = to.map((d) => wrapDim(d, self.dim));
      for (const [what, dims, given] of [
        ['source', src, from],
        ['destination', dst, to],
      ] as const) {
        if (new Set(dims).size !== dims.length) throw runtimeError(`movedim: repeated dim in \`${what}\` (${list(given)})`);
      }
      if (self.dim === 0) return call.one('alias', self);
      const order = new Array<number>(self.dim).fill(-1);
      src.forEach((s, i) => (order[dst[i]] = s));
      const rest = self.sizes.map((_, i) => i).filter((i) => !src.includes(i));
      for (let i = 0; i < order.length; i++) if (order[i] === -1) order[i] = rest.shift() as number;
      return call.permute(self, order);
    }),
    composite(`${name}.int(Tensor(a) self, int source, int destination) -> Tensor(a)`, (call, self: Tensor, a: number, b: number) =>
      call.one('movedim.intlist', self, [a], [b]),
    ),
  ]),
];
