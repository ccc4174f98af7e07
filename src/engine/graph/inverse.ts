/**
 * How a change of a view comes back to its base: one row a view operator.
 *
 * Idea: FunctionalInverses.cpp (with `reapply_views`: copies of the view operators themselves, not their `_copy`
 * forms). A row gets the base, the new value of the view and the operator's arguments after the first, and emits the
 * operators that rebuild the base. Leaves out: sparse, nested and complex views.
 */
import { type Arg } from '../aten/op.ts';
import { Unsupported } from '../tensor/errors.ts';
import type { Value } from './ir.ts';

/** Emits one operator into the graph and gives its (first) value. */
export type EmitOne = (op: string, ...args: (Value | Arg | readonly Arg[])[]) => Value;
type Inverse = (emit: EmitOne, base: Value, changed: Value, args: readonly Arg[], index: number) => Value;

const n = (a: Arg): number => Number(a);
const wrap = (dim: Arg, rank: number): number => (n(dim) < 0 ? n(dim) + rank : n(dim));

const same: Inverse = (_e, _b, changed) => changed;
const backToShape: Inverse = (e, base, changed) => e('view', changed, [...base.meta.sizes]);

const unsqueezeAll = (e: EmitOne, base: Value, changed: Value, dims: readonly number[]): Value => {
  let v = changed;
  for (const d of dims) if (base.meta.sizes[d] === 1) v = e('unsqueeze', v, d);
  return v;
};

/** Start of piece `index` along a dimension cut into pieces. */
const sumBefore = (sizes: readonly number[], index: number): number => sizes.slice(0, index).reduce((a, b) => a + b, 0);

export const INVERSES: Readonly<Record<string, Inverse>> = {
  alias: same,
  detach: same,
  view: backToShape,
  _unsafe_view: backToShape,
  _reshape_alias: backToShape,
  t: (e, _b, c) => e('t', c),
  'transpose.int': (e, _b, c, [d0, d1]) => e('transpose.int', c, d0, d1),
  permute: (e, _b, c, [dims]) => {
    const rank = (dims as Arg[]).length;
    const back = new Array<number>(rank);
    (dims as Arg[]).forEach((d, i) => (back[wrap(d, rank)] = i));
    return e('permute', c, back);
  },
  unsqueeze: (e, b, c, [dim]) => e('squeeze.dim', c, wrap(dim, b.meta.sizes.length + 1)),
  squeeze: (e, b, c) =>
    unsqueezeAll(
      e,
      b,
      c,
      b.meta.sizes.map((_, i) => i),
    ),
  'squeeze.dim': (e, b, c, [dim]) => unsqueezeAll(e, b, c, b.meta.sizes.length ? [wrap(dim, b.meta.sizes.length)] : []),
  'squeeze.dims': (e, b, c, [dims]) =>
    unsqueezeAll(
      e,
      b,
      c,
      (dims as Arg[]).map((d) => wrap(d, b.meta.sizes.length)).sort((x, y) => x - y),
    ),
  expand: (e, b, c) => {
    const lead = c.meta.sizes.length - b.meta.sizes.length;
    const dims: number[] = [];
    for (let i = 0; i < lead; i++) dims.push(i);
    b.meta.sizes.forEach((s, i) => {
      if (s === 1 && c.meta.sizes[lead + i] !== 1) dims.push(lead + i);
    });
    // What came to the base, added up over the places that named it: a change that is the same everywhere counts as often.
    let v = e('sub.Tensor', c, b, 1);
    if (dims.length > 0) v = e('sum.dim_IntList', v, dims, true, null);
    if (lead > 0) v = e('view', v, [...b.meta.sizes]);
    return e('add.Tensor', b, v, 1);
  },
  'select.int': (e, b, c, [dim, index]) => e('select_scatter', b, c, dim, index),
  'slice.Tensor': (e, b, c, [dim, start, end, step]) => e('slice_scatter', b, c, dim, start, end, step),
  diagonal: (e, b, c, [offset, d1, d2]) => e('diagonal_scatter', b, c, offset, d1, d2),
  as_strided: (e, b, c, [size, stride, offset]) => e('as_strided_scatter', b, c, size, stride, offset),
  'unbind.int': (e, b, c, [dim], index) => e('select_scatter', b, c, wrap(dim, b.meta.sizes.length), index),
  'split.Tensor': (e, b, c, [size, dim], index) => {
    const d = wrap(dim, b.meta.sizes.length);
    const start = n(size) * index;
    return e('slice_scatter', b, c, d, start, Math.min(start + n(size), b.meta.sizes[d]), 1);
  },
  split_with_sizes: (e, b, c, [sizes, dim], index) => {
    const start = sumBefore(sizes as number[], index);
    return e('slice_scatter', b, c, wrap(dim, b.meta.sizes.length), start, start + n((sizes as Arg[])[index]), 1);
  },
  unfold: (e, b, c, [dim, size, step]) => e('unfold_backward', c, [...b.meta.sizes], dim, size, step),
};

export function inverseOf(overload: string): Inverse {
  const inverse = INVERSES[overload];
  if (!inverse) throw new Unsupported(`changing a ${overload} view in place inside a compiled graph`);
  return inverse;
}
