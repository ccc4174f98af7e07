/** Ordering: sort, topk, kthvalue, median, mode, cummax, unique, searchsorted, bucketize, histc, bincount, quantile. */
import { fromWorking, toWorking } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { type DType, int64, DTYPES } from '../tensor/dtype.ts';
import { indexError, notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import { wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { along, reducedSizes } from './dims.ts';
import { type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { selectingBack } from './reduce/extremes.ts';
import { topkOrder } from './select_order.ts';
import { isTensor, numberOf, read, write } from './work.ts';

/** Ascending, NaN last; equal values keep their order. */
const before = (a: number, b: number): number => (a !== a ? (b !== b ? 0 : 1) : b !== b ? -1 : a - b);

/** Visits every line along `dim`: the values of one line and where they lie. */
function lines(self: Tensor, dim: number, f: (values: number[], at: (i: number) => number, line: number) => void): void {
  const { outer, length, inner } = along(self.sizes, dim);
  const w = toWorking(self);
  for (let a = 0; a < outer; a++) {
    for (let b = 0; b < inner; b++) {
      const base = a * length * inner + b;
      const values = new Array<number>(length);
      for (let i = 0; i < length; i++) values[i] = w[base + i * inner];
      f(values, (i) => base + i * inner, a * inner + b);
    }
  }
}

function sortedOrder(values: number[], descending: boolean): number[] {
  const order = values.map((_, i) => i);
  return order.sort((i, j) => (descending ? before(values[j], values[i]) : before(values[i], values[j])) || i - j);
}

const pairOf = (self: Tensor, sizes: readonly number[]): Tensor[] => [empty(sizes, self.dtype, { device: self.device }), empty(sizes, int64, { device: self.device })];

const sortKernel = ([values, indices]: Tensor[], self: Tensor, dim: number, descending: boolean): void => {
  const [v, x] = [new Float64Array(self.numel), new Float64Array(self.numel)];
  lines(self, wrapDim(dim, self.dim), (line, at) => sortedOrder(line, descending).forEach((from, i) => {
    v[at(i)] = line[from];
    x[at(i)] = from;
  }));
  write(values, v);
  write(indices, x);
};

/** Gradient of values picked along a dimension, kept as a dimension. */
const pickedBack = (c: BackwardContext): Tensor => {
  const sizes = c.like('self').sizes;
  const k = c.call;
  return k.one('scatter.src', k.one('new_zeros', c.g, sizes), c.arg('dim'), c.results[1], c.g);
};

const selecting = (name: string, schema: string, pick: (line: number[], ...args: number[]) => number, extra: number, check?: (self: Tensor, dim: number, ...a: number[]) => void): OpDef => ({
  schema, kind: 'kernel',
  meta: (self: Tensor, ...args: never[]) => {
    const [dim, keepdim] = [args[extra] as number, args[extra + 1] as boolean];
    const d = wrapDim(dim, self.dim);
    check?.(self, d, ...(args.slice(0, extra) as number[]));
    if (self.dim > 0 && self.sizes[d] === 0) throw indexError(`${name}(): Expected reduction dim ${d} to have non-zero size.`);
    return pairOf(self, self.dim === 0 ? [] : reducedSizes(self.sizes, [d], keepdim));
  },
  kernel: ([values, indices]: Tensor[], self: Tensor, ...args: never[]) => {
    const d = wrapDim(args[extra] as number, self.dim);
    const n = values.numel;
    const [v, x] = [new Float64Array(n), new Float64Array(n)];
    lines(self, d, (line, _at, k) => {
      const i = pick(line, ...(args.slice(0, extra) as number[]));
      v[k] = line[i];
      x[k] = i;
    });
    write(values, v);
    write(indices, x);
  },
  derivative: derivative(`${name[0].toUpperCase()}${name.slice(1)}Backward${name === 'median' || name === 'nanmedian' ? 1 : 0}`, ['result1'], { self: selectingBack }, [1]),
});

const kth = (line: number[], k: number): number => sortedOrder(line, false)[k - 1];
const medianAt = (line: number[]): number => {
  const nan = line.findIndex((x) => x !== x);
  return nan >= 0 ? nan : sortedOrder(line, false)[Math.floor((line.length - 1) / 2)];
};
const nanmedianAt = (line: number[]): number => {
  const n = line.filter((x) => x === x).length;
  return n === 0 ? 0 : sortedOrder(line, false)[Math.floor((n - 1) / 2)];
};
const modeAt = (line: number[]): number => {
  const order = sortedOrder(line, false);
  let [best, count] = [0, 0];
  for (let i = 0; i < order.length;) {
    let j = i;
    while (j < order.length && before(line[order[j]], line[order[i]]) === 0) j++;
    if (j - i > count) [best, count] = [order[j - 1], j - i];
    i = j;
  }
  return best;
};

const wholeMedian = (name: 'median' | 'nanmedian', at: (l: number[]) => number): OpDef => ({
  schema: `${name}(Tensor self) -> Tensor`, kind: 'kernel',
  meta: (self: Tensor) => empty([], self.dtype, { device: self.device }),
  kernel: (out: Tensor, self: Tensor) => {
    const line = [...toWorking(self)];
    write(out, [line.length === 0 ? NaN : line[at(line)]]);
  },
  derivative: derivative(name === 'median' ? 'MedianBackward0' : 'NanmedianBackward0', ['self', 'result'], { self: (c) => evenly(c) }),
});

function evenly(c: BackwardContext): Tensor {
  const k = c.call;
  const [x, y] = [c.t('self'), c.result];
  const both = k.one('logical_and', k.u('isnan', x), k.u('isnan', y));
  const mask = k.one('logical_or_', k.one('eq.Tensor', x, y), both);
  return k.mul(mask, k.div(c.g, k.one('sum', mask)));
}

const cumBest = (name: 'cummax' | 'cummin'): OpDef => ({
  schema: `${name}(Tensor self, int dim) -> (Tensor values, Tensor indices)`, kind: 'kernel',
  meta: (self: Tensor, dim: number) => {
    wrapDim(dim, self.dim);
    return pairOf(self, self.sizes);
  },
  kernel: ([values, indices]: Tensor[], self: Tensor, dim: number) => {
    const [v, x] = [new Float64Array(self.numel), new Float64Array(self.numel)];
    lines(self, wrapDim(dim, self.dim), (line, at) => {
      let best = 0;
      line.forEach((val, i) => {
        const old = line[best];
        if (val !== val || (old === old && (name === 'cummax' ? val >= old : val <= old))) best = i;
        v[at(i)] = line[best];
        x[at(i)] = best;
      });
    });
    write(values, v);
    write(indices, x);
  },
  derivative: derivative(name === 'cummax' ? 'CummaxBackward0' : 'CumminBackward0', ['self', 'result1'], {
    self: (c) => {
      if (c.g.numel === 0) return c.g;
      const k = c.call;
      return k.one('scatter_add', k.one('zeros', c.t('self').sizes, c.g.dtype, 'strided', c.g.device, null), c.arg('dim'), c.results[1], c.g);
    },
  }, [1]),
});

/** First place where `v` may stand: left of equals, or right of them. */
function place(sorted: ArrayLike<number>, at: number, n: number, v: number, right: boolean): number {
  let [lo, hi] = [0, n];
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    const m = sorted[at + mid];
    const go = right ? !(before(v, m) < 0) : before(m, v) < 0;
    if (go) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

const search: OpDef[] = (['Tensor', 'Scalar'] as const).flatMap((form): OpDef[] => [
  {
    schema: `searchsorted.${form}(Tensor sorted_sequence, ${form} self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor`, kind: 'kernel',
    meta: (seq: Tensor, self: Tensor | Scalar, int32: boolean) => empty(isTensor(self) ? self.sizes : [], int32 ? DTYPES.int32 : int64, { device: seq.device }),
    kernel: (out: Tensor, seq: Tensor, self: Tensor | Scalar, _i: boolean, right: boolean, side: string | null, sorter: Tensor | null) => {
      const n = seq.sizes[seq.dim - 1];
      let s: ArrayLike<number> = toWorking(seq);
      if (sorter) {
        const [raw, order] = [s, toWorking(sorter)];
        s = Float64Array.from(order, (o, i) => raw[Math.floor(i / n) * n + o]);
      }
      const r = side === null ? right : side === 'right';
      if (!isTensor(self)) return write(out, [place(s, 0, n, numberOf(self), r)]);
      const w = toWorking(self);
      const each = seq.dim === 1 ? w.length : self.sizes[self.dim - 1];
      return write(out, Float64Array.from(w, (v, i) => place(s, seq.dim === 1 ? 0 : Math.floor(i / each) * n, n, v, r)));
    },
  },
  {
    schema: `bucketize.${form}(${form} self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor | Scalar, b: Tensor, int32: boolean) => {
      if (b.dim !== 1) throw runtimeError(`boundaries tensor must be 1 dimension, but got dim(${b.dim})`);
      return empty(isTensor(self) ? self.sizes : [], int32 ? DTYPES.int32 : int64, { device: b.device });
    },
    kernel: (out: Tensor, self: Tensor | Scalar, b: Tensor, _i: boolean, right: boolean) => {
      const s = toWorking(b);
      const w = isTensor(self) ? toWorking(self) : [numberOf(self)];
      write(out, Float64Array.from(w, (v) => place(s, 0, s.length, v, right)));
    },
  },
]);

function uniqueOf(self: Tensor, dim: number | null): { keys: string[]; order: number[]; size: number; rows: number[][] } {
  const w = toWorking(self);
  const d = dim === null ? null : wrapDim(dim, self.dim);
  const n = d === null ? w.length : self.sizes[d];
  const rows: number[][] = Array.from({ length: n }, () => []);
  if (d === null) for (let i = 0; i < n; i++) rows[i].push(w[i]);
  else {
    const { outer, length, inner } = along(self.sizes, d);
    for (let a = 0; a < outer; a++) for (let i = 0; i < length; i++) for (let b = 0; b < inner; b++) rows[i].push(w[(a * length + i) * inner + b]);
  }
  return { keys: rows.map((r) => r.join()), order: rows.map((_, i) => i), size: n, rows };
}

function compareRows(a: number[], b: number[]): number {
  for (let i = 0; i < a.length; i++) {
    const c = before(a[i], b[i]);
    if (c !== 0) return c;
  }
  return 0;
}

function uniqueResult(self: Tensor, dim: number | null, consecutive: boolean, inverseWanted = true, countsWanted = true): Tensor[] {
  const u = uniqueOf(self, dim);
  const order = consecutive ? u.order : [...u.order].sort((i, j) => compareRows(u.rows[i], u.rows[j]) || i - j);
  const groups: number[][] = [];
  for (const i of order) {
    const last = groups[groups.length - 1];
    if (last && u.keys[last[0]] === u.keys[i] && !u.rows[i].some((x) => x !== x)) last.push(i);
    else groups.push([i]);
  }
  const inverse = new Float64Array(u.size);
  groups.forEach((g, k) => g.forEach((i) => (inverse[i] = k)));
  const o = { device: self.device };
  const make = (sizes: number[], dtype: DType, values: ArrayLike<number>): Tensor => {
    const t = empty(sizes, dtype, o);
    fromWorking(t, values);
    return t;
  };
  const values = groups.map((g) => u.rows[g[0]]);
  let out: Tensor;
  if (dim === null) out = make([groups.length], self.dtype, values.map((r) => r[0]));
  else {
    const d = wrapDim(dim, self.dim);
    const { outer, inner } = along(self.sizes, d);
    const flat = new Float64Array(outer * groups.length * inner);
    values.forEach((r, k) => r.forEach((v, p) => (flat[(Math.floor(p / inner) * groups.length + k) * inner + (p % inner)] = v)));
    out = make(self.sizes.map((s, i) => (i === d ? groups.length : s)), self.dtype, flat);
  }
  return [
    out,
    inverseWanted ? make(dim === null ? [...self.sizes] : [u.size], int64, inverse) : make([0], int64, []),
    countsWanted ? make([groups.length], int64, groups.map((g) => g.length)) : make([0], int64, []),
  ];
}

const QUANTILE = 'bool keepdim=False, *, str interpolation=\'linear\'';

function quantile(call: Call, self: Tensor, q: Tensor, dim: number | null, keepdim: boolean, how: string, ignoreNan: boolean): Tensor {
  if (!['linear', 'lower', 'higher', 'midpoint', 'nearest'].includes(how)) {
    throw runtimeError(`quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got ${how}`);
  }
  if (self.numel === 0) throw runtimeError('quantile() input tensor must be non-empty');
  if (self.dtype.name !== 'float32' && self.dtype.name !== 'float64') throw runtimeError('quantile() input tensor must be either float or double dtype');
  if (q.dtype !== self.dtype) throw runtimeError('quantile() q tensor must be same dtype as the input tensor');
  let sorted: Tensor;
  const wrapped = dim === null ? 0 : wrapDim(dim, self.dim);
  if (dim === null) sorted = call.many('sort', call.one('flatten.using_ints', self, 0, -1), 0, false)[0];
  else if (wrapped === self.dim - 1) sorted = call.many('sort', self, -1, false)[0];
  else sorted = call.many('sort', call.transpose(call.unsqueeze(self, -1), wrapped, -1), -1, false)[0];
  let outShape: number[];
  if (dim !== null && self.dim > 0) outShape = reducedSizes(self.sizes, [wrapped], keepdim);
  else outShape = keepdim ? new Array<number>(self.dim).fill(1) : [];
  if (q.dim > 0) outShape = [q.numel, ...outShape];
  const flatQ = q.dim === 0 ? call.reshape(q, [1]) : q;
  let ranks: Tensor;
  if (ignoreNan) {
    const count = call.sum(call.u('logical_not_', call.u('isnan', sorted)), [-1], true);
    ranks = call.mul(flatQ, call.sub(count, 1));
    ranks = call.one('masked_fill_.Scalar', ranks, call.one('lt.Scalar', ranks, 0), 0);
  } else {
    const last = sorted.sizes[sorted.dim - 1] - 1;
    const scaled = call.mul(flatQ, last);
    const nan = call.one('any.dim', call.u('isnan', sorted), -1, true);
    ranks = call.maskedFill(call.expand(scaled, [...sorted.sizes.slice(0, -1), q.numel]), nan, last);
  }
  if (how === 'lower') ranks = call.u('floor_', ranks);
  else if (how === 'higher') ranks = call.u('ceil_', ranks);
  else if (how === 'nearest') ranks = call.u('round_', ranks);
  const below = call.one('to.dtype', ranks, int64);
  let values = call.one('gather', sorted, -1, below, false);
  if (how === 'linear' || how === 'midpoint') {
    const weights = how === 'midpoint' ? call.one('full_like', ranks, call.float(0.5), null, null, null, null, null) : call.sub(ranks, below);
    const above = call.one('to.dtype', call.u('ceil_', ranks), int64);
    const upper = call.one('gather', sorted, -1, above, false);
    values = call.one('lerp_.Tensor', values, upper, weights);
  }
  if (q.dim === 0) {
    const out = call.one('squeeze_.dim', values, -1);
    return out.sizes.length === outShape.length && out.sizes.every((s, i) => s === outShape[i]) ? out : call.reshape(out, outShape);
  }
  const moved = call.one('movedim.int', values, -1, 0);
  return call.reshape(moved, outShape);
}

const quantiles = (name: 'quantile' | 'nanquantile'): OpDef[] => [
  {
    schema: `${name}(Tensor self, Tensor q, int? dim=None, ${QUANTILE}) -> Tensor`, kind: 'composite',
    composite: (call, self: Tensor, q: Tensor, dim: number | null, keepdim: boolean, how: string) => quantile(call, self, q, dim, keepdim, how, name === 'nanquantile'),
  },
  {
    schema: `${name}.scalar(Tensor self, float q, int? dim=None, ${QUANTILE}) -> Tensor`, kind: 'composite',
    composite: (call, self: Tensor, q: Scalar, dim: number | null, keepdim: boolean, how: string) => {
      if (numberOf(q) < 0 || numberOf(q) > 1) throw runtimeError(`quantile() q must be in the range [0, 1] but got ${numberOf(q)}`);
      return quantile(call, self, call.one('scalar_tensor', q, self.dtype, null, self.device, null), dim, keepdim, how, name === 'nanquantile');
    },
  },
];

export const SORTS: readonly OpDef[] = [
  {
    schema: 'sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)', kind: 'kernel',
    meta: (self: Tensor, dim: number) => {
      wrapDim(dim, self.dim);
      return pairOf(self, self.sizes);
    },
    kernel: sortKernel, derivative: derivative('SortBackward0', ['result1'], { self: pickedBack }, [1]),
  },
  {
    schema: 'sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)', kind: 'kernel',
    meta: (self: Tensor, _s: boolean | null, dim: number) => {
      wrapDim(dim, self.dim);
      return pairOf(self, self.sizes);
    },
    kernel: (out: Tensor[], self: Tensor, _s: boolean | null, dim: number, descending: boolean) => sortKernel(out, self, dim, descending),
    derivative: derivative('SortBackward1', ['result1'], { self: pickedBack }, [1]),
  },
  {
    schema: 'argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor', kind: 'composite',
    composite: (call, self: Tensor, dim: number, descending: boolean) => call.many('sort', self, dim, descending)[1],
  },
  {
    schema: 'argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor', kind: 'composite',
    composite: (call, self: Tensor, stable: boolean, dim: number, descending: boolean) => call.many('sort.stable', self, stable, dim, descending)[1],
  },
  { schema: 'msort(Tensor self) -> Tensor', kind: 'composite', composite: (call, self: Tensor) => call.many('sort', self, 0, false)[0] },
  {
    schema: 'topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)', kind: 'kernel',
    meta: (self: Tensor, k: number, dim: number) => {
      const d = wrapDim(dim, self.dim);
      if (k < 0 || k > (self.dim > 0 ? self.sizes[d] : 1)) throw runtimeError('selected index k out of range');
      return pairOf(self, self.sizes.map((s, i) => (i === d ? k : s)));
    },
    kernel: ([values, indices]: Tensor[], self: Tensor, k: number, dim: number, largest: boolean, sorted: boolean) => {
      const d = wrapDim(dim, self.dim);
      const { inner } = along(self.sizes, d);
      const [v, x] = [new Float64Array(values.numel), new Float64Array(values.numel)];
      lines(self, d, (line, _at, n) => topkOrder(line, k, largest, sorted).forEach((from, i) => {
        const at = Math.floor(n / inner) * k * inner + i * inner + (n % inner);
        v[at] = line[from];
        x[at] = from;
      }));
      write(values, v);
      write(indices, x);
    },
    derivative: derivative('TopkBackward0', ['result1'], { self: pickedBack }, [1]),
  },
  selecting('kthvalue', 'kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)', kth, 1, (self, d, k) => {
    if (k < 1 || k > (self.dim === 0 ? 1 : self.sizes[d])) throw runtimeError(`kthvalue(): selected number k out of range for dimension ${d}`);
  }),
  wholeMedian('median', medianAt), wholeMedian('nanmedian', nanmedianAt),
  selecting('median', 'median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)', medianAt, 0),
  selecting('nanmedian', 'nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)', nanmedianAt, 0),
  selecting('mode', 'mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)', modeAt, 0),
  cumBest('cummax'), cumBest('cummin'), ...search, ...quantiles('quantile'), ...quantiles('nanquantile'),
  {
    schema: '_unique(Tensor self, bool sorted=True, bool return_inverse=False) -> (Tensor, Tensor)', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, self: Tensor, _s: boolean, inverse: boolean) => uniqueResult(self, null, false, inverse, false).slice(0, 2),
  },
  {
    schema: '_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, self: Tensor, _s: boolean, inverse: boolean, counts: boolean) => uniqueResult(self, null, false, inverse || counts, counts),
  },
  {
    schema: 'unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, self: Tensor, dim: number) => uniqueResult(self, dim, false),
  },
  {
    schema: 'unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, self: Tensor, inverse: boolean, counts: boolean, dim: number | null) => uniqueResult(self, dim, true, inverse || dim !== null, counts || dim !== null),
  },
  {
    schema: 'bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, self: Tensor, weights: Tensor | null, min: number) => {
      if (min < 0) throw runtimeError('minlength should be >= 0');
      if (self.dim !== 1) throw runtimeError('bincount only supports 1-d non-negative integral inputs.');
      const [w, k] = [toWorking(self), weights ? toWorking(weights) : null];
      if (w.some((v) => v < 0)) throw runtimeError('bincount only supports 1-d non-negative integral inputs.');
      const n = Math.max(w.length === 0 ? 0 : Math.max(...w) + 1, min);
      const out = empty([n], weights ? (weights.dtype.name === 'float32' ? weights.dtype : DTYPES.float64) : int64, { device: self.device });
      const sums = new Float64Array(n);
      w.forEach((v, i) => (sums[v] += k ? k[i] : 1));
      write(out, sums);
      return out;
    },
  },
  {
    schema: 'histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, bins: number) => empty([bins], self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, bins: number, min: Scalar, max: Scalar) => {
      if (self.dtype.category !== 'float') throw notImplementedFor('histogram_cpu', CPP[self.dtype.name]);
      const w = read(self, self.dtype);
      let [lo, hi] = [numberOf(min), numberOf(max)];
      if (lo === hi && w.length > 0) [lo, hi] = [Math.min(...w), Math.max(...w)];
      if (lo === hi) [lo, hi] = [lo - 1, hi + 1];
      const counts = new Float64Array(bins);
      for (const v of w) if (v >= lo && v <= hi) counts[Math.min(bins - 1, Math.floor(((v - lo) * bins) / (hi - lo)))]++;
      write(out, counts);
    },
  },
];

