/** A copy with one part replaced: select_scatter, slice_scatter, diagonal_scatter. They are the views' inverse without writing in place. */
import { copyInto } from '../../tensor/access.ts';
import { emptyLike } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { diagonalMeta, selectMeta, sliceMeta } from '../views/parts.ts';

const selectScatter = (
  schema: string,
  name: string,
  place: (out: Tensor, ...rest: never[]) => Tensor,
  self: (c: BackwardContext) => Tensor,
  src: (c: BackwardContext) => Tensor,
): OpDef => ({
  schema,
  kind: 'kernel',
  meta: (s: Tensor) => emptyLike(s),
  kernel: (out: Tensor, s: Tensor, from: Tensor, ...rest: never[]) => {
    copyInto(out, s);
    const at = place(out, ...rest);
    if (at.sizes.length !== from.sizes.length || at.sizes.some((n, i) => n !== from.sizes[i]))
      throw runtimeError(`expected src to have a size equal to the slice of self. src size = ${list(from.sizes)}, slice size = ${list(at.sizes)}`);
    copyInto(at, from);
  },
  derivative: derivative(name, [], { self, src }),
});

export const SLICE_SCATTERS: readonly OpDef[] = [
  selectScatter(
    'select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor',
    'SelectScatterBackward0',
    (out: Tensor, dim: number, index: number) => selectMeta(out, dim, index),
    (c) => c.call.one('select_scatter', c.g, c.call.one('zeros', c.like('src').sizes, c.g.dtype, 'strided', c.g.device, null), c.arg('dim'), c.arg('index')),
    (c) => c.call.select(c.g, c.arg<number>('dim'), c.arg<number>('index')),
  ),
  selectScatter(
    'slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor',
    'SliceScatterBackward0',
    (out: Tensor, dim: number, s: number | null, e: number | null, step: number) => sliceMeta(out, dim, s, e, step),
    (c) =>
      c.call.one(
        'slice_scatter',
        c.g,
        c.call.one('zeros', c.like('src').sizes, c.g.dtype, 'strided', c.g.device, null),
        c.arg('dim'),
        c.arg('start'),
        c.arg('end'),
        c.arg('step'),
      ),
    (c) => c.call.slice(c.g, c.arg<number>('dim'), c.arg<number | null>('start'), c.arg<number | null>('end'), c.arg<number>('step')),
  ),
  selectScatter(
    'diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor',
    'DiagonalScatterBackward0',
    (out: Tensor, o: number, a: number, b: number) => diagonalMeta(out, o, a, b),
    (c) =>
      c.call.one(
        'diagonal_scatter',
        c.g,
        c.call.one('zeros', c.like('src').sizes, c.g.dtype, 'strided', c.g.device, null),
        c.arg('offset'),
        c.arg('dim1'),
        c.arg('dim2'),
      ),
    (c) => c.call.one('diagonal', c.g, c.arg('offset'), c.arg('dim1'), c.arg('dim2')),
  ),
];
