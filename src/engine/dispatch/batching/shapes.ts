/** Batching rules along dimensions: a place named by an argument counts one more (BatchRulesReduceOps, -Views, -ScatterOps.cpp). */
import type { Arg } from '../../aten/op.ts';
import { isTensor } from '../../aten/work.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { batched, unwrap } from './batch.ts';
import { movedTo, type Rule, rank, type Site } from './site.ts';

/** A dimension (or a list of them) among the arguments counts one more. */
export const along =
  (...places: number[]): Rule =>
  (s) => {
    const self = s.t(0);
    const value = s.front(self);
    const changes: Record<number, Arg> = { 0: value };
    for (const p of places) {
      const d = s.args[p];
      const shift = (x: number): number => wrapDim(x, self.dim || 1) + 1;
      changes[p] = Array.isArray(d) ? (d as number[]).map(shift) : d === null ? null : shift(d as number);
    }
    return s.again(s.with(changes));
  };

/** Reductions: no dimension named means all of an example's. */
export const reduction =
  (at: number, list: boolean): Rule =>
  (s) => {
    const self = s.t(0);
    let value = s.front(self);
    const single = self.dim === 0;
    if (single) value = s.call.unsqueeze(value, -1);
    const d = s.args[at] as number | readonly number[] | null;
    const wrapOne = (x: number): number => wrapDim(x, self.dim || 1) + 1;
    const all = Array.from({ length: self.dim || 1 }, (_, i) => i + 1);
    const dims = d === null || (Array.isArray(d) && d.length === 0) ? all : Array.isArray(d) ? d.map(wrapOne) : [wrapOne(d as number)];
    const ret = s.call(s.op.overload, ...s.with({ 0: value, [at]: list ? dims : dims[0] }));
    const squeezed = (t: Tensor): Tensor => (single && t.dim > 1 ? s.call.squeeze(t, -1) : t);
    return s.wrapAll(Array.isArray(ret) ? ret.map(squeezed) : squeezed(ret as Tensor));
  };

/** The whole of a tensor, by another overload that names the dimensions. */
export const overAll =
  (overload: string, args: (s: Site, dims: number[]) => Arg[]): Rule =>
  (s) =>
    s.call(
      overload,
      s.t(0),
      ...args(
        s,
        s.t(0).sizes.map((_, i) => i),
      ),
    );

export const flat = (s: Site): Tensor => (s.t(0).dim > 1 ? s.call.reshape(s.t(0), [-1]) : s.t(0));

export const sized =
  (at: number): Rule =>
  (s) => {
    const value = s.front(s.t(0));
    return s.again(s.with({ 0: value, [at]: [value.sizes[0], ...(s.args[at] as number[])] }));
  };

/** Gradients of parts: the whole has the dimension, places count one on. */
export const partBack =
  (...places: number[]): Rule =>
  (s) => {
    const value = s.front(s.t(0));
    const sizes = s.args[1] as number[];
    const changes: Record<number, Arg> = { 0: value, 1: [value.sizes[0], ...sizes] };
    for (const p of places) changes[p] = wrapDim(s.args[p] as number, sizes.length) + 1;
    return s.again(s.with(changes));
  };

export const expand: Rule = (s) => {
  const self = s.t(0);
  const value = s.front(self);
  const size = s.args[1] as number[];
  const shape = [value.sizes[0], ...new Array<number>(size.length - self.dim).fill(1), ...self.sizes];
  return s.make(s.call.one('expand', s.call.view(value, shape), [value.sizes[0], ...size], s.args[2]));
};

export const squeezeDims: Rule = (s) => {
  const { t, dim } = unwrap(s.t(0), s.level);
  const bdim = dim as number;
  if (t.dim === 1) return s.make(s.call.u('alias', t), bdim);
  let moved = bdim;
  const given = Array.isArray(s.args[1]) ? (s.args[1] as number[]) : [s.args[1] as number];
  const dims = given.map((d) => {
    const actual = wrapDim(d, t.dim - 1);
    if (actual >= bdim) return actual + 1;
    if (t.sizes[actual] === 1) moved--;
    return actual;
  });
  return s.make(s.call.one('squeeze.dims', t, dims), moved);
};

export const squeeze: Rule = (s) => {
  const { t, dim } = unwrap(s.t(0), s.level);
  if (t.dim === 1) return s.make(s.call.u('alias', t), dim as number);
  const kept = t.sizes.map((n, i) => ({ n, i })).filter(({ n, i }) => n !== 1 || i === dim);
  return s.make(
    s.call.view(
      t,
      kept.map(({ n }) => n),
    ),
    kept.findIndex(({ i }) => i === dim),
  );
};

/** In place on the one whose example it is: sizes and strides follow the value. */
export const viewInplace =
  (overload: string, args: (s: Site) => Arg[]): Rule =>
  (s) => {
    const self = s.t(0);
    const b = unwrap(self, s.level);
    if (b.dim !== 0) throw new Unsupported(`${s.op.name} under vmap on an inner batch dimension`);
    s.call(overload, b.t, ...args(s));
    const now = batched(b.t, 0, s.level);
    self.sizes = now.sizes;
    self.strides = now.strides;
    return self;
  };

/** Where no dimension is named, an example is rolled as one line. */
export const roll: Rule = (s) => {
  if ((s.args[2] as number[]).length > 0) return along(2)(s);
  const value = s.front(s.t(0));
  const lines = s.call.one('flatten.using_ints', s.t(0).dim === 0 ? s.call.unsqueeze(value, 0) : value, 1, -1);
  return s.make(s.call.reshape(s.call.one('roll', lines, s.args[1], [1]), value.sizes));
};

/** Softmax and its kin: one dimension, a tensor of one example's number grown for the call. */
export const softmax = reduction(1, false);

export const softmaxBack: Rule = (s) => {
  const [g, y] = [s.whole(s.t(0)), s.whole(s.t(1))];
  const d = wrapDim(s.args[2] as number, s.t(1).dim || 1) + 1;
  if (s.t(1).dim === 0) throw new Unsupported(`${s.op.name} of a number under vmap`);
  return s.again(s.with({ 0: g, 1: s.call.contiguous(y), 2: d }));
};

/** Lists: joined a dimension later; what is not batched is grown. */
export const joined: Rule = (s) => {
  const stack = s.op.sig.base === 'stack';
  const list = (s.args[0] as Tensor[]).map((t) => {
    if (s.has(t)) return stack ? movedTo(s, t, 0) : s.front(t);
    return s.call.expand(stack ? s.call.unsqueeze(t, 0) : t, [s.level.size, ...t.sizes]);
  });
  const most = (s.args[0] as Tensor[])[0].dim + (stack ? 1 : 0);
  return s.again([list, wrapDim(s.args[1] as number, most) + 1]);
};

/** gather, scatter and kin: all tensors with the dimension, places counted one on. */
export const placed: Rule = (s) => {
  const self = s.t(0);
  const most = Math.max(self.dim, 1);
  const values = s.args.map((a) => {
    if (!isTensor(a)) return a;
    const v = s.front(a);
    const grown = a.dim === 0 ? s.call.unsqueeze(v, -1) : v;
    return s.has(a) ? grown : s.call.expand(grown, [s.level.size, ...grown.sizes]);
  });
  values[1] = wrapDim(s.args[1] as number, most) + 1;
  const out = s.call.one(s.op.overload, ...values);
  return s.make(self.dim === 0 ? s.call.squeeze(out, -1) : out);
};

export const indexSelect: Rule = (s) => {
  const [self, index] = [s.t(0), s.t(2)];
  if (s.has(index)) throw new Unsupported('aten.index_select with a batched index under vmap');
  return s.again([s.front(self), wrapDim(s.args[1] as number, self.dim) + 1, index]);
};

export const embedding: Rule = (s) => {
  if (s.has(s.t(0))) throw new Unsupported('aten.embedding with a batched weight under vmap');
  const { t, dim } = unwrap(s.t(1), s.level);
  return s.again(s.with({ 1: t }), dim as number);
};

/** Tensors as indices: where examples have indices of their own, the number of the example is one more index. */
export const index: Rule = (s) => {
  const self = s.t(0);
  const indices = s.args[1] as (Tensor | null)[];
  const own = indices.filter((t): t is Tensor => t !== null && s.has(t));
  if (own.length === 0) return s.again([s.front(self), [null, ...indices]]);
  if (indices.some((t) => t === null) || indices.some((t) => t !== null && t.dtype.category === 'bool'))
    throw new Unsupported('aten.index.Tensor with batched indices and slices or masks under vmap');
  const most = Math.max(...(indices as Tensor[]).map(rank));
  const values = (indices as Tensor[]).map((t) => s.pad(s.front(t), s.has(t), most));
  if (!s.has(self)) return s.again([self, values]);
  const lines = s.call.one('arange', s.level.size, null, null, self.device, null);
  const shaped = most === 0 ? lines : s.call.view(lines, [s.level.size, ...new Array<number>(most).fill(1)]);
  return s.again([s.front(self), [shaped, ...values]]);
};
