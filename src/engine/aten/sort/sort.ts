/** sort, argsort, msort and topk. Equal values keep their order in a stable sort; else it is that of select_order.ts. */
import { emptyLike } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { topkOrder, unstableOrder } from '../select_order.ts';
import { write } from '../work.ts';
import { lines, pairOf, pickedBack, sortedOrder } from './lines.ts';

const sortKernel = ([values, indices]: Tensor[], self: Tensor, stable: boolean | null, dim: number, descending: boolean): void => {
  const [v, x] = [new Float64Array(self.numel), new Float64Array(self.numel)];
  lines(self, wrapDim(dim, self.dim), (line, at) =>
    (stable ? sortedOrder : unstableOrder)(line, descending).forEach((from, i) => {
      v[at(i)] = line[from];
      x[at(i)] = from;
    }),
  );
  write(values, v);
  write(indices, x);
};

export const SORTS: readonly OpDef[] = [
  {
    schema: 'sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)',
    kind: 'kernel',
    meta: (self: Tensor, dim: number) => {
      wrapDim(dim, self.dim);
      return [emptyLike(self), emptyLike(self, int64)];
    },
    kernel: (out: Tensor[], self: Tensor, dim: number, descending: boolean) => sortKernel(out, self, false, dim, descending),
    derivative: derivative('SortBackward0', ['result1'], { self: pickedBack }, [1]),
  },
  {
    schema: 'sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)',
    kind: 'kernel',
    meta: (self: Tensor, _s: boolean | null, dim: number) => {
      wrapDim(dim, self.dim);
      return [emptyLike(self), emptyLike(self, int64)];
    },
    kernel: sortKernel,
    derivative: derivative('SortBackward1', ['result1'], { self: pickedBack }, [1]),
  },
  {
    schema: 'argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, dim: number, descending: boolean) => call.many('sort', self, dim, descending)[1],
  },
  {
    schema: 'argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, stable: boolean, dim: number, descending: boolean) => call.many('sort.stable', self, stable, dim, descending)[1],
  },
  { schema: 'msort(Tensor self) -> Tensor', kind: 'composite', composite: (call, self: Tensor) => call.many('sort', self, 0, false)[0] },
  {
    schema: 'topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)',
    kind: 'kernel',
    meta: (self: Tensor, k: number, dim: number) => {
      const d = wrapDim(dim, self.dim);
      if (k < 0 || k > (self.dim > 0 ? self.sizes[d] : 1)) throw runtimeError('selected index k out of range');
      return pairOf(
        self,
        self.sizes.map((s, i) => (i === d ? k : s)),
      );
    },
    kernel: ([values, indices]: Tensor[], self: Tensor, k: number, dim: number, largest: boolean, sorted: boolean) => {
      if (self.dtype.category === 'bool') throw runtimeError('topk does not support bool dtypes on CPU');
      const d = wrapDim(dim, self.dim);
      const { inner } = along(self.sizes, d);
      const [v, x] = [new Float64Array(values.numel), new Float64Array(values.numel)];
      lines(self, d, (line, _at, n) =>
        topkOrder(line, k, largest, sorted).forEach((from, i) => {
          const at = Math.floor(n / inner) * k * inner + i * inner + (n % inner);
          v[at] = line[from];
          x[at] = from;
        }),
      );
      write(values, v);
      write(indices, x);
    },
    derivative: derivative('TopkBackward0', ['result1'], { self: pickedBack }, [1]),
  },
];
