/**
 * scatter_reduce and index_reduce: values that meet in one place are summed, multiplied, averaged or the extreme is kept.
 *
 * Derivatives after FunctionsManual.cpp: equals share the gradient of an extreme; products tell apart one zero and more.
 */
import { copyInto, fromWorking, toWorking } from '../../tensor/access.ts';
import { emptyLike } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { accumulatingIn, read } from '../work.ts';

/** `scatter_reduce` and `index_reduce`: how values meet, and whether the old ones count. */
const REDUCE: Readonly<Record<string, { start: number; f: (o: number, v: number) => number }>> = {
  sum: { start: 0, f: (o, v) => o + v },
  prod: { start: 1, f: (o, v) => o * v },
  mean: { start: 0, f: (o, v) => o + v },
  amax: { start: -Infinity, f: (o, v) => (v !== v || o !== o ? NaN : Math.max(o, v)) },
  amin: { start: Infinity, f: (o, v) => (v !== v || o !== o ? NaN : Math.min(o, v)) },
};

/** `max` and `min` are taken too, though they have no derivative. */
const ALIASES: Readonly<Record<string, string>> = { max: 'amax', min: 'amin' };

function reduceAt(out: Tensor, places: number[], values: ArrayLike<number>, how: string, include: boolean): void {
  const r = REDUCE[ALIASES[how] ?? how];
  if (!r) throw runtimeError(`reduce argument must be either sum, prod, mean, amax or amin, got ${how}`);
  const w = Float64Array.from(toWorking(out));
  const single = accumulatingIn(out.dtype);
  const count = new Map<number, number>();
  for (const p of places) count.set(p, (count.get(p) ?? 0) + 1);
  if (!include) for (const p of count.keys()) w[p] = r.start;
  places.forEach((p, i) => (w[p] = single(r.f(w[p], values[i]))));
  if (how === 'mean') {
    for (const [p, n] of count) {
      const v = w[p] / (n + (include ? 1 : 0));
      w[p] = out.dtype.category === 'float' ? v : Math.floor(v);
    }
  }
  fromWorking(out, w);
}

function indexPlaces(self: Tensor, dim: number, index: Tensor): number[] {
  const at = toWorking(index);
  const sizes = index.dim === 0 ? [1] : index.sizes;
  const strides: number[] = new Array(Math.max(self.dim, 1)).fill(1);
  for (let i = self.dim - 2; i >= 0; i--) strides[i] = strides[i + 1] * self.sizes[i + 1];
  const pos = new Array<number>(sizes.length).fill(0);
  return Array.from(at, (v) => {
    let p = v * strides[dim];
    pos.forEach((x, d) => {
      if (d !== dim) p += x * strides[d];
    });
    for (let d = sizes.length - 1; d >= 0; d--) {
      if (++pos[d] < sizes[d]) break;
      pos[d] = 0;
    }
    return p;
  });
}

const reduceForms = (def: OpDef, run: (out: Tensor, ...args: never[]) => void): OpDef[] => {
  const inplace = def.schema
    .replace(/^(\w+)/, '$1_')
    .replace('(Tensor self', '(Tensor(a!) self')
    .replace(/-> Tensor$/, '-> Tensor(a!)');
  const base: OpDef = {
    ...def,
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, ...rest: never[]) => {
      copyInto(out, self);
      run(out, ...rest);
    },
  };
  return [base, { ...base, schema: inplace, meta: (self: Tensor) => self, kernel: (self: Tensor, _s: Tensor, ...rest: never[]) => run(self, ...rest) }];
};

const SCATTER_REDUCE = reduceForms(
  {
    schema: 'scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor',
    kind: 'kernel',
    derivative: derivative('ScatterReduceBackward0', ['self', 'index', 'src', 'result'], { 'self, src': scatterReduceBack }),
  },
  (out: Tensor, dim: number, index: Tensor, src: Tensor, how: string, include: boolean) => {
    if (index.numel === 0) return;
    const s = read(new Tensor(src.storage, src.dtype, index.sizes, src.strides, src.offset), src.dtype);
    reduceAt(out, indexPlaces(out, wrapDim(dim, out.dim), index), s, how, include);
  },
);

/** How a derivative reaches the places: what scatter_reduce and index_reduce have different operators for. */
interface Places {
  pick(t: Tensor): Tensor;
  add(to: Tensor, values: Tensor): Tensor;
  multiply(to: Tensor, values: Tensor): Tensor;
  clear(g: Tensor): Tensor;
}

function scatterReduceBack(c: BackwardContext): (Tensor | null)[] {
  const k = c.call;
  const [x, index, src, y] = [c.t('self'), c.t('index'), c.t('src'), c.result];
  const [dim, how, include] = [c.arg<number>('dim'), c.arg<string>('reduce'), c.arg<boolean>('include_self')];
  const p: Places = {
    pick: (t) => k.one('gather', t, dim, index, false),
    add: (to, values) => k.one('scatter_add', to, dim, index, values),
    multiply: (to, values) => k.one('scatter_reduce.two', to, dim, index, values, 'prod', include),
    clear: (g) => k.one('scatter.value', g, dim, index, 0),
  };
  return reduceBack(c, 'src', p, () => {
    if (how === 'sum') return [c.g, p.pick(c.g)];
    const { value, share } = shareOfExtreme(c, src, p);
    const gs = k.mul(k.one('eq.Tensor', x, y), share);
    const taken = p.pick(share);
    return [gs, k.mul(k.one('eq.Tensor', src, value), taken)];
  });
}

const INDEX_REDUCE = reduceForms(
  {
    schema: 'index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor',
    kind: 'kernel',
    derivative: derivative('IndexReduceBackward0', ['self', 'index', 'source', 'result'], { 'self, source': indexReduceBack }),
  },
  (out: Tensor, dim: number, index: Tensor, src: Tensor, how: string, include: boolean) => {
    const d = wrapDim(dim, out.dim);
    const { outer, length, inner } = along(out.sizes, d);
    const picks = toWorking(index);
    const places: number[] = [];
    for (let a = 0; a < outer; a++) for (const p of picks) for (let b = 0; b < inner; b++) places.push((a * length + p) * inner + b);
    reduceAt(out, places, toWorking(src), how, include);
  },
);

function indexReduceBack(c: BackwardContext): (Tensor | null)[] {
  const k = c.call;
  const [index, src] = [c.t('index'), c.t('source')];
  const [dim, include] = [c.arg<number>('dim'), c.arg<boolean>('include_self')];
  const p: Places = {
    pick: (t) => k.one('index_select', t, dim, index),
    add: (to, values) => k.one('index_add', to, dim, index, values, 1),
    multiply: (to, values) => k.one('index_reduce', to, dim, index, values, 'prod', include),
    clear: (g) => k.one('index_fill.int_Scalar', g, dim, index, 0),
  };
  return reduceBack(c, 'source', p, () => {
    const { selfIs, srcIs, share } = shareOfExtreme(c, src, p);
    return [k.mul(selfIs, share), k.mul(srcIs, p.pick(share))];
  });
}

/** Gradients of self and source. Sums and extremes are written in the two operators' own ways, so these are passed in. */
function reduceBack(c: BackwardContext, source: 'src' | 'source', p: Places, sumOrExtreme: () => [Tensor, Tensor]): (Tensor | null)[] {
  const [how, include] = [c.arg<string>('reduce'), c.arg<boolean>('include_self')];
  const [gs, gx] = how === 'mean' ? meanBack(c, c.t(source), p, include) : how === 'prod' ? prodBack(c, c.t(source), p) : sumOrExtreme();
  const kept = include ? gs : p.clear(gs);
  return [c.needs('self') ? kept : null, c.needs(source) ? gx : null];
}

function meanBack(c: BackwardContext, src: Tensor, p: Places, include: boolean): [Tensor, Tensor] {
  const k = c.call;
  const start = include ? k.one('ones_like', c.g) : k.one('zeros_like', c.g);
  const n = p.add(start, k.one('ones_like', src));
  k('masked_fill_.Scalar', n, k.one('eq.Scalar', n, 0), 1);
  const gs = k.div(c.g, n);
  return [gs, k.div(p.pick(c.g), p.pick(n))];
}

/** All that equal an extreme share its gradient. */
function shareOfExtreme(c: BackwardContext, src: Tensor, p: Places): { value: Tensor; selfIs: Tensor; srcIs: Tensor; share: Tensor } {
  const k = c.call;
  const [x, y] = [c.t('self'), c.result];
  const value = p.pick(y);
  const selfIs = k.one('to.dtype', k.one('eq.Tensor', x, y), x.dtype);
  const srcIs = k.one('to.dtype', k.one('eq.Tensor', src, value), x.dtype);
  return { value, selfIs, srcIs, share: k.div(c.g, p.add(selfIs, srcIs)) };
}

/** The product of the others: a single zero among the sources of a place is left out of it, more make it zero. */
function prodBack(c: BackwardContext, src: Tensor, p: Places): [Tensor, Tensor] {
  const k = c.call;
  const [x, y] = [c.t('self'), c.result];
  const masked = k.maskedFill(x, k.one('eq.Scalar', x, 0), 1);
  const prod = p.multiply(masked, src);
  const gs = k.div(k.mul(c.g, prod), masked);
  const zero = k.one('eq.Scalar', src, 0);
  const zeros = p.pick(p.add(k.one('zeros_like', x), k.one('to.dtype', zero, x.dtype)));
  const single = k.one('bitwise_and.Tensor', zero, k.one('eq.Scalar', zeros, 1));
  const without = p.multiply(x, k.maskedFill(src, single, 1));
  const filled = k.maskedFill(src, zero, 1);
  const plain = k.div(p.pick(k.mul(c.g, y)), filled);
  return [gs, k.where(single, p.pick(k.mul(c.g, without)), plain)];
}

export const SCATTER_REDUCTIONS: readonly OpDef[] = [...SCATTER_REDUCE, ...INDEX_REDUCE];
