/**
 * What an operator does with a hidden dimension, by families of operators: the rows are those of PyTorch's batching rules
 * (aten/src/ATen/functorch/BatchRules*.cpp), whose order of moving, padding and calling each rule follows.
 *
 * An operator without a rule is refused by name. Leaves out: named dimensions, sparse and quantised tensors.
 */
import type { Arg, Call, Op, Ret, Scalar } from '../../aten/op.ts';
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { resultType } from '../../tensor/promotion.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { batched, unwrap, type VmapLevel } from './batch.ts';

/** One operator call at one level. */
export class Site {
  readonly call: Call;
  readonly level: VmapLevel;
  readonly op: Op;
  readonly args: readonly Arg[];

  constructor(call: Call, level: VmapLevel, op: Op, args: readonly Arg[]) {
    this.call = call;
    this.level = level;
    this.op = op;
    this.args = args;
  }
  t(i: number): Tensor {
    return this.args[i] as Tensor;
  }
  has(t: Tensor): boolean {
    return unwrap(t, this.level).dim !== null;
  }
  /** The value, the hidden dimension in front; what has none stays as it is. */
  front(t: Tensor): Tensor {
    const { t: value, dim } = unwrap(t, this.level);
    return dim === null || dim === 0 ? value : this.call.one('movedim.int', value, dim, 0);
  }
  /** In front, with the dimension whether the tensor had it or not. */
  whole(t: Tensor): Tensor {
    const value = this.front(t);
    return this.has(t) ? value : this.call.expand(value, [this.level.size, ...value.sizes]);
  }
  /** Dimensions of size 1 behind the hidden one, up to a rank. */
  pad(value: Tensor, has: boolean, rank: number): Tensor {
    if (!has || value.dim - 1 >= rank) return value;
    return this.call.view(value, [value.sizes[0], ...new Array<number>(rank - value.dim + 1).fill(1), ...value.sizes.slice(1)]);
  }
  make(value: Tensor, dim = 0): Tensor {
    return batched(value, dim, this.level);
  }
  /** The same operator on values; each result has the dimension in front. */
  again(args: readonly Arg[], dim = 0): Ret {
    return this.wrapAll(this.call(this.op.overload, ...args), dim);
  }
  wrapAll(ret: Ret, dim = 0): Ret {
    if (Array.isArray(ret)) return ret.map((t) => (t instanceof Tensor ? this.make(t, dim) : t));
    return ret instanceof Tensor ? this.make(ret, dim) : ret;
  }
  with(changes: Readonly<Record<number, Arg>>): Arg[] {
    return this.args.map((a, i) => (i in changes ? changes[i] : a));
  }
}

export type Rule = (s: Site) => Ret;

const rank = (t: Tensor): number => t.dim;
const isT = (a: Arg): a is Tensor => a instanceof Tensor;

/** Element by element over all tensors there are, of whatever rank. */
const pointwise: Rule = (s) => {
  const tensors = s.args.filter(isT);
  const first = tensors[0];
  // A number in a tensor's place counts as a tensor.
  if (s.op.sig.tensors.filter((p) => s.args[p] !== null).length === 1) {
    const { t, dim } = unwrap(first, s.level);
    return s.again(
      s.args.map((a) => (a === first ? t : a)),
      dim as number,
    );
  }
  const most = Math.max(...tensors.map(rank));
  const values = new Map(tensors.map((t) => [t, s.front(t)]));
  if (tensors.length === 2 && promotes(s.op)) promote(s, tensors, values);
  return s.again(s.args.map((a) => (isT(a) ? s.pad(values.get(a) as Tensor, s.has(a), most) : a)));
};

const promotes = (op: Op): boolean => !op.sig.base.includes('_backward');

/** A number of one example is no number any more with its batch: types are settled as they were for the example. */
function promote(s: Site, [a, b]: Tensor[], values: Map<Tensor, Tensor>): void {
  const isNumber = (t: Tensor, other: Tensor): boolean => t.dim === 0 && s.has(t) && (other.dim > 0 || !s.has(other));
  const number = isNumber(a, b) ? a : isNumber(b, a) ? b : null;
  if (number === null) return;
  const other = number === a ? b : a;
  const value = values.get(number) as Tensor;
  const type = resultType(s.call.select(value, 0, 0), values.get(other) as Tensor);
  for (const t of [number, other]) values.set(t, s.call.one('to.dtype', values.get(t) as Tensor, type));
}

/** In place: what is written must have the dimension itself. */
const inplacePointwise: Rule = (s) => {
  const self = s.t(0);
  const tensors = s.args.filter(isT);
  if (!s.has(self)) return incompatible(s);
  const most = Math.max(...tensors.map(rank));
  const first = tensors.length === 1 ? unwrap(self, s.level).t : s.pad(s.front(self), true, most);
  s.call(s.op.overload, first, ...s.args.slice(1).map((a) => (isT(a) ? s.pad(s.front(a), s.has(a), most) : a)));
  return self;
};

/** What is written has no place for the examples: the operator says so itself; where it does not, the call is refused. */
function incompatible(s: Site): Ret {
  s.call(s.op.overload, ...s.args.map((a) => (isT(a) ? s.front(a) : a)));
  throw new Unsupported(`${s.op.name} under vmap into a tensor that all examples share`);
}

/** A dimension (or a list of them) among the arguments counts one more. */
const along =
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
const reduction =
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
const overAll =
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

const flat = (s: Site): Tensor => (s.t(0).dim > 1 ? s.call.reshape(s.t(0), [-1]) : s.t(0));

const sized =
  (at: number): Rule =>
  (s) => {
    const value = s.front(s.t(0));
    return s.again(s.with({ 0: value, [at]: [value.sizes[0], ...(s.args[at] as number[])] }));
  };

const expand: Rule = (s) => {
  const self = s.t(0);
  const value = s.front(self);
  const size = s.args[1] as number[];
  const shape = [value.sizes[0], ...new Array<number>(size.length - self.dim).fill(1), ...self.sizes];
  return s.make(s.call.one('expand', s.call.view(value, shape), [value.sizes[0], ...size], s.args[2]));
};

const squeezeDims: Rule = (s) => {
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

const squeeze: Rule = (s) => {
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
const viewInplace =
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

const movedTo = (s: Site, t: Tensor, to: number): Tensor => {
  const { t: value, dim } = unwrap(t, s.level);
  return s.call.one('movedim.int', value, dim, to);
};

const mm: Rule = (s) => s.make(s.call.one('matmul', s.front(s.t(0)), s.front(s.t(1))));

const mv: Rule = (s) => {
  const [m, v] = [s.t(0), s.t(1)];
  if (s.has(m) && s.has(v)) {
    const a = movedTo(s, m, -3);
    const r = s.call.squeeze(s.call.one('matmul', a, s.call.unsqueeze(s.front(v), -1)), -1);
    return s.make(r, r.dim - 2);
  }
  if (s.has(m)) return s.make(s.call.one('matmul', s.front(m), v));
  return s.make(s.call.one('matmul', m, movedTo(s, v, -1)), 1);
};

const dot: Rule = (s) => {
  const [a, b] = [s.front(s.t(0)), s.front(s.t(1))];
  if (!s.has(s.t(0)) || !s.has(s.t(1))) return s.make(s.call.one('matmul', a, s.call.t(b)));
  const second = s.call.unsqueeze(b, -1);
  return s.make(s.call.squeeze(s.call.squeeze(s.call.one('matmul', s.call.unsqueeze(a, -2), second), -1), -1));
};

const isOne = (x: Scalar): boolean => Number((x as { v?: number }).v ?? x) === 1;

/** beta * self + alpha * product, as two calls. */
const added =
  (product: string): Rule =>
  (s) => {
    const [beta, alpha] = [s.args[3] as Scalar, s.args[4] as Scalar];
    let out = s.call.one(product, s.t(1), s.t(2));
    if (product === 'mm') return s.call.add(s.call.mul(s.t(0), beta), out, alpha);
    if (!isOne(alpha)) out = s.call.mul(out, alpha);
    return s.call.add(s.call.mul(s.t(0), beta), out);
  };

/** Softmax and its kin: one dimension, a tensor of one example's number grown for the call. */
const softmax = reduction(1, false);

const softmaxBack: Rule = (s) => {
  const [g, y] = [s.whole(s.t(0)), s.whole(s.t(1))];
  const d = wrapDim(s.args[2] as number, s.t(1).dim || 1) + 1;
  if (s.t(1).dim === 0) throw new Unsupported(`${s.op.name} of a number under vmap`);
  return s.again(s.with({ 0: g, 1: s.call.contiguous(y), 2: d }));
};

/** Lists: joined a dimension later; what is not batched is grown. */
const joined: Rule = (s) => {
  const stack = s.op.sig.base === 'stack';
  const list = (s.args[0] as Tensor[]).map((t) => {
    if (s.has(t)) return stack ? movedTo(s, t, 0) : s.front(t);
    return s.call.expand(stack ? s.call.unsqueeze(t, 0) : t, [s.level.size, ...t.sizes]);
  });
  const most = (s.args[0] as Tensor[])[0].dim + (stack ? 1 : 0);
  return s.again([list, wrapDim(s.args[1] as number, most) + 1]);
};

/** gather, scatter and kin: all tensors with the dimension, places counted one on. */
const placed: Rule = (s) => {
  const self = s.t(0);
  const most = Math.max(self.dim, 1);
  const values = s.args.map((a) => {
    if (!isT(a)) return a;
    const v = s.front(a);
    const grown = a.dim === 0 ? s.call.unsqueeze(v, -1) : v;
    return s.has(a) ? grown : s.call.expand(grown, [s.level.size, ...grown.sizes]);
  });
  values[1] = wrapDim(s.args[1] as number, most) + 1;
  const out = s.call.one(s.op.overload, ...values);
  return s.make(self.dim === 0 ? s.call.squeeze(out, -1) : out);
};

const indexSelect: Rule = (s) => {
  const [self, index] = [s.t(0), s.t(2)];
  if (s.has(index)) throw new Unsupported('aten.index_select with a batched index under vmap');
  return s.again([s.front(self), wrapDim(s.args[1] as number, self.dim) + 1, index]);
};

const embedding: Rule = (s) => {
  if (s.has(s.t(0))) throw new Unsupported('aten.embedding with a batched weight under vmap');
  const { t, dim } = unwrap(s.t(1), s.level);
  return s.again(s.with({ 1: t }), dim as number);
};

/** Tensors as indices: where examples have indices of their own, the number of the example is one more index. */
const index: Rule = (s) => {
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

const layerNorm: Rule = (s) => {
  const [w, b] = [s.args[2] as Tensor | null, s.args[3] as Tensor | null];
  const value = s.front(s.t(0));
  const batchedParts = (w !== null && s.has(w)) || (b !== null && s.has(b));
  if (!batchedParts) return s.again(s.with({ 0: value }));
  const made = s.wrapAll(s.call(s.op.overload, value, s.args[1], null, null, s.args[4])) as Tensor[];
  let out = made[0];
  if (w !== null) out = s.call.mul(out, w);
  if (b !== null) out = s.call.add(out, b);
  return [out, made[1], made[2]];
};

const layerNormBack: Rule = (s) => {
  const k = s.call;
  const [grad, input, shape, mean, rstd, weight] = [s.t(0), s.t(1), s.args[2] as number[], s.t(3), s.t(4), s.args[5] as Tensor | null];
  const mask = s.args[7] as boolean[];
  const front = Array.from({ length: grad.dim - shape.length }, (_, i) => i);
  const over = (t: Tensor): Tensor => (front.length === 0 ? t : k.sum(t, front));
  const bias = mask[2] ? over(grad) : null;
  const scale = mask[1] ? over(k.mul(k.mul(k.sub(input, mean), rstd), grad)) : null;
  let back: Tensor | null = null;
  if (mask[0]) {
    const g = weight === null ? grad : k.mul(grad, weight);
    const [a, b, c, d] = [g, input, mean, rstd].map((t) => k.contiguous(s.whole(t)));
    back = s.make(k.many('native_layer_norm_backward', a, b, shape, c, d, null, null, [true, false, false])[0]);
  }
  return [back, scale, bias] as Tensor[];
};

/** The hidden dimension into another one, and out of it again. */
export const into = (s: Site, t: Tensor, dim: number): Tensor => {
  const { t: value, dim: b } = unwrap(t, s.level);
  const moved = s.call.one('movedim.int', value, b, dim);
  return s.call.reshape(moved, [...moved.sizes.slice(0, dim), moved.sizes[dim] * moved.sizes[dim + 1], ...moved.sizes.slice(dim + 2)]);
};
export const outOf = (s: Site, t: Tensor, dim: number): Tensor =>
  s.make(s.call.reshape(t, [...t.sizes.slice(0, dim), s.level.size, t.sizes[dim] / s.level.size, ...t.sizes.slice(dim + 1)]), dim);

const convolution: Rule = (s) => {
  const [x, w, b] = [s.t(0), s.t(1), s.args[2] as Tensor | null];
  const groups = s.args[8] as number;
  if (b !== null && s.has(b)) {
    const bare = s.call.one(s.op.overload, ...s.with({ 2: null }));
    return s.call.add(bare, s.call.view(b, [b.sizes[0], ...new Array<number>(x.dim - 2).fill(1)]));
  }
  if (s.has(x) && !s.has(w)) return outOf(s, s.call.one(s.op.overload, ...s.with({ 0: into(s, x, 0) })), 0);
  if (!s.has(x) && groups === 1 && !(s.args[6] as boolean)) {
    const made = s.call.one(s.op.overload, ...s.with({ 1: into(s, w, 0), 2: null }));
    const out = outOf(s, made, 1);
    return b === null ? out : s.call.add(out, s.call.view(b, [b.sizes[0], ...new Array<number>(x.dim - 2).fill(1)]));
  }
  if (s.has(x) && s.has(w) && !(s.args[6] as boolean)) {
    const made = s.call.one(s.op.overload, ...s.with({ 0: into(s, x, 1), 1: into(s, w, 0), 2: null, 8: groups * s.level.size }));
    const out = outOf(s, made, 1);
    return b === null ? out : s.call.add(out, s.call.view(b, [b.sizes[0], ...new Array<number>(x.dim - 2).fill(1)]));
  }
  throw new Unsupported('aten.convolution with a batched weight and groups under vmap');
};

const local: Rule = () => {
  throw runtimeError(
    "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try to rewrite what " +
      "you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file a bug report.",
  );
};

const copy: Rule = (s) => {
  const [self, other] = [s.t(0), s.t(1)];
  if (!s.has(self)) return incompatible(s);
  const most = Math.max(self.dim, other.dim);
  s.call(s.op.overload, s.pad(s.front(self), true, most), s.pad(s.front(other), s.has(other), most), s.args[2]);
  return self;
};

const table: Record<string, Rule> = {};
const all = (names: string, rule: Rule): void => {
  for (const n of names.trim().split(/\s+/)) table[n] = rule;
};

all(
  `abs acos acosh angle asin asinh atan atanh bitwise_not ceil clone cos cosh deg2rad detach alias digamma erf erfc erfinv exp exp2 expm1 floor frac
  isnan isposinf isneginf lgamma log log10 log1p log2 log_sigmoid_forward logical_not logit mish nan_to_num neg positive rad2deg reciprocal relu round rsqrt sgn
  sigmoid sign signbit silu sin sinc sinh special_i0 special_i1 special_entr special_ndtri special_log_ndtr sqrt square tan tanh trunc
  elu hardtanh hardsigmoid hardswish leaky_relu softplus threshold gelu celu selu
  _to_copy _conj zeros_like ones_like empty_like full_like
  add sub rsub mul div pow remainder fmod floor_divide true_divide atan2 hypot maximum minimum fmax fmin xlogy copysign lerp addcmul addcdiv logaddexp logaddexp2
  heaviside nextafter ldexp gcd lcm where clamp clamp_min clamp_max
  eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor __lshift__ __rshift__ masked_fill
  threshold_backward sigmoid_backward tanh_backward silu_backward softplus_backward elu_backward leaky_relu_backward hardtanh_backward hardswish_backward
  hardsigmoid_backward mish_backward logit_backward`,
  pointwise,
);
all(
  'add_ sub_ mul_ div_ pow_ relu_ sigmoid_ tanh_ exp_ neg_ clamp_ clamp_min_ clamp_max_ zero_ sqrt_ sin_ cos_ floor_ addcmul_ addcdiv_ lerp_ fill_ masked_fill_',
  inplacePointwise,
);
all('sum.dim_IntList mean.dim amax amin logsumexp nansum var.correction std.correction', reduction(1, true));
all('prod.dim_int any.dim all.dim argmax argmin max.dim min.dim cumsum cumprod logcumsumexp _softmax _log_softmax cummax cummin', softmax);
table['linalg_vector_norm'] = reduction(2, true);
table['sort'] = along(1);
table['sort.stable'] = along(2);
table['topk'] = along(2);
table['kthvalue'] = along(2);
table['var_mean.correction'] = reduction(1, true);
table['std_mean.correction'] = reduction(1, true);
table['median.dim'] = reduction(1, false);
table['argmax'] = table['argmin'] = (s) =>
  s.args[1] === null && s.t(0).dim > 1 ? s.call(s.op.overload, s.call.reshape(s.t(0), [-1]), 0, false) : reduction(1, false)(s);
all('_softmax_backward_data _log_softmax_backward_data', softmaxBack);
all('flip', along(1));
all('unsqueeze', (s) => s.again([s.front(s.t(0)), wrapDim(s.args[1] as number, s.t(0).dim + 1) + 1]));
all('transpose.int', (s) => (s.t(0).dim === 0 ? s.t(0) : along(1, 2)(s)));
all('select.int slice.Tensor unfold split.Tensor split_with_sizes unbind.int chunk', along(1));
table['split.Tensor'] = table['split_with_sizes'] = along(2);
table['diagonal'] = (s) => {
  const r = s.t(0).dim;
  return s.again([s.front(s.t(0)), s.args[1], wrapDim(s.args[2] as number, r) + 1, wrapDim(s.args[3] as number, r) + 1]);
};
table['permute'] = (s) => s.again([s.front(s.t(0)), [0, ...(s.args[1] as number[]).map((d) => wrapDim(d, s.t(0).dim) + 1)]]);
table['t'] = (s) => (s.t(0).dim < 2 ? s.t(0) : s.call.transpose(s.t(0), 0, 1));
all('view _unsafe_view new_zeros new_ones new_full new_empty', sized(1));
table['expand'] = expand;
all('squeeze.dim squeeze.dims', squeezeDims);
table['squeeze'] = squeeze;
all(
  'squeeze_.dim squeeze_.dims',
  viewInplace('squeeze_.dims', (s) => [(Array.isArray(s.args[1]) ? (s.args[1] as number[]) : [s.args[1] as number]).map((d) => wrapDim(d, s.t(0).dim) + 1)]),
);
all(
  'unsqueeze_',
  viewInplace('unsqueeze_', (s) => [wrapDim(s.args[1] as number, s.t(0).dim + 1) + 1]),
);
table['repeat'] = (s) => {
  let value = s.front(s.t(0));
  const sizes = [1, ...(s.args[1] as number[])];
  while (value.dim < sizes.length) value = s.call.unsqueeze(value, 1);
  return s.again([value, sizes]);
};
all('tril triu', (s) => s.again(s.with({ 0: s.front(s.t(0)) })));
all('mm bmm', mm);
table['mv'] = mv;
table['dot'] = dot;
table['addmm'] = added('mm');
table['addmv'] = added('mv');
table['baddbmm'] = added('bmm');
all('stack cat', joined);
all('gather scatter.src scatter.value scatter_add', placed);
table['index_select'] = indexSelect;
table['embedding'] = embedding;
table['index.Tensor'] = index;
table['native_layer_norm'] = layerNorm;
table['native_layer_norm_backward'] = layerNormBack;
table['convolution'] = convolution;
table['_local_scalar_dense'] = local;
table['copy_'] = copy;
// Whole tensors, in words that name dimensions.
table['sum'] = overAll('sum.dim_IntList', (s, dims) => [dims, false, s.args[1]]);
table['mean'] = overAll('mean.dim', (s, dims) => [dims, false, s.args[1]]);
table['prod'] = (s) => s.call('prod.dim_int', flat(s), 0, false, s.args[1]);
table['any'] = (s) => s.call('any.dim', flat(s), 0, false);
table['all'] = (s) => s.call('all.dim', flat(s), 0, false);
table['max'] = (s) => s.call.many('max.dim', flat(s), 0, false)[0];
table['min'] = (s) => s.call.many('min.dim', flat(s), 0, false)[0];
table['median'] = (s) => s.call.many('median.dim', flat(s), 0, false)[0];
table['gelu_backward'] = (s) => s.again(s.with({ 0: s.whole(s.t(0)), 1: s.whole(s.t(1)) }));

const branch: Rule = () => {
  throw runtimeError(
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, please file an issue " +
      'at https://github.com/pytorch/pytorch/issues .',
  );
};

/** Composites that PyTorch takes apart in another way here. */
export const COMPOSITES: Record<string, Rule> = {
  is_nonzero: branch,
  linear: (s) => {
    const [x, w, b] = [s.t(0), s.t(1), s.args[2] as Tensor | null];
    if (x.dim === 2 && b !== null) return s.call.one('addmm', b, x, s.call.t(w), 1, 1);
    const out = s.call.one('matmul', x, s.call.t(w));
    return b === null ? out : s.call.add(out, b);
  },
};

/** The rule of an operator: of the overload, else of all overloads of its name. */
export const ruleOf = (op: Op): Rule | null => table[op.overload] ?? table[op.sig.base] ?? null;
export const give = (name: string, rule: Rule): void => void (table[name] = rule);
