/**
 * Reductions: sum, mean, prod, var, std, any, all, max, min, argmax, norms, logsumexp, cumulative sums.
 *
 * Integers sum as int64. Leaves out: quantiles (sort.ts) and complex numbers.
 */
import { fromBigInts, fromWorking, roundWorking, toBigInts, type Working } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { bool, type DType, int64, isInexact } from '../tensor/dtype.ts';
import { indexError, runtimeError, Unsupported } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import { argMax, argMin, rowMax, rowMin } from '../tensor/extremes.ts';
import { CPP, floatFor } from '../tensor/promotion.ts';
import { wrapDim } from '../tensor/strides.ts';
import { sumFloat, sumWorking } from '../tensor/sums.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { along, reducedDims, reducedSizes, rowsOf } from './dims.ts';
import { type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { outOf } from './variants.ts';
import { computesIn32, dest, isReduced, numberOf, read } from './work.ts';

type Sizes = readonly number[];
type Dim = Sizes | number | null;
const intToLong = (d: DType): DType => (isInexact(d) ? d : int64);

function reduceRows(out: Tensor, self: Tensor, dims: Sizes, dtype: DType, f: (w: Working, at: number, n: number) => number): void {
  const { view, length } = rowsOf(self, dims);
  const w = read(view, dtype);
  const o = dest(out);
  for (let i = 0; i < o.w.length; i++) o.w[i] = f(w, i * length, length);
  o.flush();
}

/** Puts a gradient back in the shape before the reduction. */
export function unsqueezeDims(call: Call, g: Tensor, dims: Sizes, keepdim: boolean, rank: number): Tensor {
  if (keepdim || rank === 0) return g;
  let r = g;
  for (const d of [...dims].sort((a, b) => a - b)) r = call.unsqueeze(r, d);
  return r;
}

function sumBack(c: BackwardContext): Tensor {
  const sizes = c.like('self').sizes;
  const dims = reducedDims(c.arg<Dim>('dim'), sizes.length);
  return c.call.expand(unsqueezeDims(c.call, c.g, dims, c.arg<boolean>('keepdim'), sizes.length), sizes);
}

function sumKernel(out: Tensor, self: Tensor, dim: Dim): void {
  const dims = reducedDims(dim, self.dim);
  const d = out.dtype;
  if (d === int64) {
    try {
      reduceRows(out, self, dims, d, exactSum);
      return;
    } catch (e) {
      if (!(e instanceof Unsupported)) throw e;
      const { view, length } = rowsOf(self, dims);
      const w = toBigInts(view);
      fromBigInts(out, BigInt64Array.from({ length: out.numel }, (_, i) => w.subarray(i * length, (i + 1) * length).reduce((a, b) => BigInt.asIntN(64, a + b), 0n)));
      return;
    }
  }
  if (d.category === 'float') fromWorking(out, sumOver(self, dims, d));
  else reduceRows(out, self, dims, d, exactSum);
}

/** Sums in PyTorch's order; a cast comes before the sum. */
function sumOver(self: Tensor, dims: Sizes, d: DType): Working {
  const reduced = self.sizes.map((_, i) => dims.includes(i));
  return self.dtype === d && !d.name.startsWith('float8') ? sumFloat(self, reduced) : sumWorking(read(self, d), self.sizes, reduced);
}

const exactSum = (w: Working, at: number, n: number): number => {
  let s = 0;
  for (let i = at; i < at + n; i++) s += w[i];
  return s;
};

const sumDim: OpDef = {
  schema: 'sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) =>
    empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), dtype ?? intToLong(self.dtype), { device: self.device }),
  kernel: sumKernel,
  derivative: derivative('SumBackward1', [], { self: sumBack }),
};

function meanKernel(out: Tensor, self: Tensor, dim: Dim): void {
  const dims = reducedDims(dim, self.dim);
  const sums = sumOver(self, dims, out.dtype);
  const n = dims.reduce((k, d) => k * self.sizes[d], 1);
  // The sum of a half type is rounded to it before the division.
  if (isReduced(out.dtype)) roundWorking(sums, out.dtype);
  fromWorking(out, sums.map((v) => v / n));
}

function meanType(self: Tensor, dtype: DType | null): DType {
  const d = dtype ?? self.dtype;
  if (!isInexact(d)) {
    throw runtimeError(`mean(): could not infer output dtype. ${dtype ? 'Optional dtype' : 'Input dtype'} must be either a floating point or complex dtype. Got: ${CPP[d.name]}`);
  }
  return d;
}

const meanDim: OpDef = {
  schema: 'mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) =>
    empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), meanType(self, dtype), { device: self.device }),
  kernel: meanKernel,
  derivative: derivative('MeanBackward1', [], {
    self: (c) => {
      const sizes = c.like('self').sizes;
      const n = reducedDims(c.arg<Dim>('dim'), sizes.length).reduce((k, d) => k * sizes[d], 1);
      return c.call.div(sumBack(c), n);
    },
  }),
};

const anyAll = (name: 'any' | 'all'): OpDef[] => {
  const outType = (self: Tensor): DType => (self.dtype.name === 'uint8' ? self.dtype : bool);
  const f = name === 'any'
    ? (w: Working, at: number, n: number): number => {
      for (let i = at; i < at + n; i++) if (w[i] !== 0) return 1;
      return 0;
    }
    : (w: Working, at: number, n: number): number => {
      for (let i = at; i < at + n; i++) if (w[i] === 0) return 0;
      return 1;
    };
  const form = (schema: string): OpDef => ({
    schema, kind: 'kernel',
    meta: (self: Tensor, dim: Dim = null, keepdim = false) => empty(reducedSizes(self.sizes, reducedDims(dim, self.dim, false), keepdim), outType(self), { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: Dim = null) => reduceRows(out, self, reducedDims(dim, self.dim, false), self.dtype, f),
  });
  return [
    form(`${name}(Tensor self) -> Tensor`),
    form(`${name}.dim(Tensor self, int dim, bool keepdim=False) -> Tensor`),
    form(`${name}.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor`),
    form(`_is_${name}_true(Tensor self) -> Tensor`),
  ];
};

function nonEmpty(self: Tensor, dims: Sizes, name: string, dim: Dim): void {
  if (self.numel > 0) return;
  if (dim === null || dims.length === self.dim) {
    throw runtimeError(`${name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.`);
  }
  for (const d of dims) {
    if (self.sizes[d] === 0) throw indexError(`${name}(): Expected reduction dim ${d} to have non-zero size.`);
  }
}

const evenly = (c: BackwardContext): Tensor => {
  const [x, y] = [c.t('self'), c.result];
  const k = c.call;
  const both = k.one('logical_and', k.u('isnan', x), k.u('isnan', y));
  const mask = k.one('logical_or_', k.one('eq.Tensor', x, y), both);
  return k.mul(mask, k.div(c.g, k.one('sum', mask)));
};

const extremes = (name: 'max' | 'min'): OpDef[] => {
  const max = name === 'max';
  const big = max ? 'Max' : 'Min';
  const [best, value] = max ? [argMax, rowMax] : [argMin, rowMin];
  const all: OpDef = {
    schema: `${name}(Tensor self) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor) => {
      nonEmpty(self, [], name, null);
      return empty([], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor) => reduceRows(out, self, reducedDims(null, self.dim), self.dtype, value),
    derivative: derivative(`${big}Backward1`, ['self', 'result'], { self: evenly }),
  };
  const dimmed: OpDef = {
    schema: `${name}.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)`, kind: 'kernel',
    meta: (self: Tensor, dim: number, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      if (self.dim > 0 && self.sizes[dims[0]] === 0) throw indexError(`${name}(): Expected reduction dim ${dims[0]} to have non-zero size.`);
      const size = reducedSizes(self.sizes, dims, keepdim);
      return [empty(size, self.dtype, { device: self.device }), empty(size, int64, { device: self.device })];
    },
    kernel: ([values, indices]: Tensor[], self: Tensor, dim: number) => {
      const dims = reducedDims(dim, self.dim);
      reduceRows(indices, self, dims, self.dtype, best);
      reduceRows(values, self, dims, self.dtype, value);
    },
    derivative: derivative(`${big}Backward0`, ['result1'], { self: selectingBack }, [1]),
  };
  const amax: OpDef = {
    schema: `a${name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor, dim: Dim, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      nonEmpty(self, dims, `a${name}`, (dim as Sizes).length === 0 ? null : dim);
      return empty(reducedSizes(self.sizes, dims, keepdim), self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: Dim) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, value),
    derivative: derivative(`A${name}Backward0`, ['self', 'result'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
        const shape = reducedSizes(x.sizes, dims, true);
        const keep = c.arg<boolean>('keepdim');
        const y = keep ? c.result : k.view(c.result, shape);
        const mask = k.one('eq.Tensor', x, y);
        const g = keep ? c.g : k.view(c.g, shape);
        return k.mul(mask, k.div(g, k.sum(mask, c.arg<number[]>('dim'), true)));
      },
    }),
  };
  const arg: OpDef = {
    schema: `arg${name}(Tensor self, int? dim=None, bool keepdim=False) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor, dim: number | null, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      nonEmpty(self, dims, `arg${name}`, dim);
      return empty(reducedSizes(self.sizes, dims, keepdim), int64, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: number | null) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, best),
  };
  return [
    all, dimmed, amax, outOf(amax), arg,
    {
      schema: `${name}.other(Tensor self, Tensor other) -> Tensor`, kind: 'composite',
      composite: (call, a: Tensor, b: Tensor) => call.one(max ? 'maximum' : 'minimum', a, b),
    },
  ];
};

export function selectingBack(c: BackwardContext): Tensor {
  const sizes = c.like('self').sizes;
  const k = c.call;
  const dim = c.arg<number>('dim');
  if (sizes.length === 0) return k.one('scatter.src', k.one('new_zeros', c.g, sizes), dim, c.results[1], c.g);
  const hasKeep = c.results[1].dim === sizes.length;
  const index = hasKeep ? c.results[1] : k.unsqueeze(c.results[1], dim);
  const g = hasKeep ? c.g : k.unsqueeze(c.g, dim);
  return k.one('scatter.src', k.one('new_zeros', g, sizes), dim, index, g);
}

/** Welford's running mean and squared distance, in double. */
function variance(w: Working, at: number, n: number, correction: number): number {
  let mean = 0;
  let m2 = 0;
  for (let i = 0; i < n; i++) {
    const d = w[at + i] - mean;
    mean += d / (i + 1);
    m2 += d * (w[at + i] - mean);
  }
  return m2 / Math.max(0, n - correction);
}

const mean1 = (w: Working, at: number, n: number): number => {
  let s = 0;
  for (let i = at; i < at + n; i++) s += w[i];
  return s / n;
};

const correctionOf = (c: Scalar | null): number => (c === null ? 1 : numberOf(c));

function varBack(c: BackwardContext, g: Tensor): Tensor {
  const x = c.t('self');
  const k = c.call;
  const corr = correctionOf(c.arg<Scalar | null>('correction'));
  const dim = c.arg<Dim>('dim');
  if (dim === null || x.dim === 0 || (dim as Sizes).length === 0) {
    const dof = x.numel - corr;
    if (dof <= 0) return k.mul(g, k.where(k.one('eq.Scalar', g, 0), NaN, Infinity));
    const centred = k.sub(x, k.one('mean', x));
    return k.mul(k.mul(g, k.float(2 / dof)), centred);
  }
  const dims = reducedDims(dim, x.dim);
  const grad = unsqueezeDims(k, g, dims, c.arg<boolean>('keepdim'), x.dim);
  const dof = dims.reduce((n, d) => n * x.sizes[d], 1) - corr;
  const centred = k.sub(x, k.one('mean.dim', x, dim, true));
  return k.mul(k.mul(grad, k.float(2 / dof)), centred);
}

const spread = (name: 'var' | 'std'): OpDef[] => {
  const root = name === 'std' ? Math.sqrt : (x: number): number => x;
  const op: OpDef = {
    schema: `${name}.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor, dim: Dim, _c: Scalar | null, keepdim: boolean) => {
      if (self.dtype.category !== 'float') throw runtimeError(`std and var only support floating point and complex dtypes`);
      return empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: Dim, c: Scalar | null) =>
      reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, (w, at, n) => root(variance(w, at, n, correctionOf(c)))),
    derivative: name === 'var'
      ? derivative('VarBackward0', ['self'], { self: (c) => varBack(c, c.g) })
      : derivative('StdBackward0', ['self', 'result'], { self: (c) => varBack(c, stdGrad(c, c.g, c.result)) }),
  };
  const withMean: OpDef = {
    schema: `${name}_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)`, kind: 'kernel',
    meta: (self: Tensor, dim: Dim, _c: Scalar | null, keepdim: boolean) => {
      const size = reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim);
      return [empty(size, self.dtype, { device: self.device }), empty(size, self.dtype, { device: self.device })];
    },
    kernel: ([v, mean]: Tensor[], self: Tensor, dim: Dim, c: Scalar | null) => {
      const dims = reducedDims(dim, self.dim);
      reduceRows(v, self, dims, self.dtype, (w, at, n) => root(variance(w, at, n, correctionOf(c))));
      reduceRows(mean, self, dims, self.dtype, mean1);
    },
    derivative: derivative(name === 'var' ? 'VarMeanBackward0' : 'StdMeanBackward0', name === 'var' ? ['self'] : ['self', 'result0'], {
      self: (c) => {
        const [gv, gm] = c.grads;
        const k = c.call;
        let r: Tensor | null = null;
        if (gv) r = varBack(c, name === 'var' ? gv : stdGrad(c, gv, c.results[0]));
        if (gm) {
          const x = c.t('self');
          const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
          const n = dims.reduce((a, d) => a * x.sizes[d], 1);
          const all = c.arg<Dim>('dim') === null;
          const part = k.div(k.expand(all ? gm : unsqueezeDims(k, gm, dims, c.arg<boolean>('keepdim'), x.dim), x.sizes), n);
          r = r ? k.add(r, part) : part;
        }
        return r;
      },
    }),
  };
  const forms = (base: string, target: string, returns: string): OpDef[] => [
    {
      schema: `${base}(Tensor self, bool unbiased=True) -> ${returns}`, kind: 'composite',
      composite: (call, self: Tensor, unbiased: boolean) => call(target, self, null, unbiased ? 1 : 0, false),
    },
    {
      schema: `${base}.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> ${returns}`, kind: 'composite',
      composite: (call, self: Tensor, dim: Dim, unbiased: boolean, keepdim: boolean) => call(target, self, dim, unbiased ? 1 : 0, keepdim),
    },
  ];
  return [op, withMean, ...forms(name, `${name}.correction`, 'Tensor'), ...forms(`${name}_mean`, `${name}_mean.correction`, '(Tensor, Tensor)')];
};

function stdGrad(c: BackwardContext, g: Tensor, y: Tensor): Tensor {
  const k = c.call;
  const ratio = k.div(g, k.mul(y, 2));
  return k.one('masked_fill_.Scalar', ratio, k.one('eq.Scalar', y, 0), 0);
}

const prodRow = (w: Working, at: number, n: number): number => {
  let p = 1;
  const single = w instanceof Float32Array;
  for (let i = at; i < at + n; i++) p = single ? Math.fround(p * w[i]) : p * w[i];
  return p;
};

const prods: OpDef[] = [
  {
    schema: 'prod(Tensor self, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null) => empty([], dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor) => reduceRows(out, self, reducedDims(null, self.dim), out.dtype, prodRow),
    derivative: derivative('ProdBackward0', ['self', 'result'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        if (x.dim === 0) return k.u('clone', c.g);
        const g = prodSafe(k, c.g, k.reshape(x, [-1]), 0);
        return k.reshape(g, x.sizes);
      },
    }),
  },
  {
    schema: 'prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dim: number, keepdim: boolean, dtype: DType | null) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: number) => reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, prodRow),
    derivative: derivative('ProdBackward1', ['self', 'result'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        const dim = c.arg<number>('dim');
        if (x.dim === 0) return k.u('clone', c.g);
        const d = wrapDim(dim, x.dim);
        const g = c.arg<boolean>('keepdim') ? c.g : k.unsqueeze(c.g, d);
        return prodSafe(k, g, x, d);
      },
    }),
  },
];

/** Products of all the others, from both ends: right also where an element is zero. */
function prodSafe(k: Call, g: Tensor, x: Tensor, dim: number): Tensor {
  if (x.sizes[dim] === 1) return g;
  const sizes = x.sizes.map((s, i) => (i === dim ? 1 : s));
  const ones = k.one('ones', sizes, g.dtype, 'strided', g.device, null);
  const n = x.sizes[dim];
  const before = k.one('cumprod', k.one('cat', [ones, k.slice(x, dim, 0, n - 1)], dim), dim);
  const back = k.one('flip', k.slice(x, dim, 1, n), [dim]);
  const after = k.one('flip', k.one('cumprod', k.one('cat', [ones, back], dim), dim), [dim]);
  return k.mul(g, k.mul(before, after));
}

const cumulative = (name: 'cumsum' | 'cumprod'): OpDef[] => {
  const def: OpDef = {
    schema: `${name}(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor, dim: number, dtype: DType | null) => {
      wrapDim(dim, self.dim);
      return empty(self.sizes, dtype ?? intToLong(self.dtype), { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: number) => {
      const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
      const w = read(self, out.dtype);
      const o = dest(out);
      for (let a = 0; a < outer; a++) {
        for (let b = 0; b < inner; b++) {
          let acc = name === 'cumsum' ? 0 : 1;
          for (let i = 0, p = a * length * inner + b; i < length; i++, p += inner) {
            acc = name === 'cumsum' ? acc + w[p] : acc * w[p];
            o.w[p] = acc;
          }
        }
      }
      o.flush();
    },
    derivative: name === 'cumsum'
      ? derivative('CumsumBackward0', [], {
        self: (c) => {
          const k = c.call;
          const dim = c.arg<number>('dim');
          if (c.g.numel <= 1 || c.g.sizes[wrapDim(dim, c.g.dim)] === 1) return c.g;
          return k.one('flip', k.one('cumsum', k.one('flip', c.g, [dim]), dim), [dim]);
        },
      })
      : derivative('CumprodBackward0', ['self', 'result'], { self: cumprodBack }),
  };
  return [def, outOf(def), { ...def, schema: `${name}_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!)`, meta: (self: Tensor) => self, kernel: (self: Tensor, _s: Tensor, dim: number) => {
    const t = empty(self.sizes, self.dtype);
    (def.kernel as (o: Tensor, s: Tensor, d: number) => void)(t, self, dim);
    const o = dest(self);
    o.w.set(read(t, self.dtype));
    o.flush();
  } }];
};

function cumprodBack(c: BackwardContext): Tensor {
  const x = c.t('self');
  const dim = c.arg<number>('dim');
  if (x.numel <= 1) return c.g;
  const d = wrapDim(dim, x.dim);
  if (x.sizes[d] === 1) return c.g;
  return cumprodMasked(c, d);
}

/** Before the first zero, at it, and after it: three cases told apart by masks. */
function cumprodMasked(c: BackwardContext, d: number): Tensor {
  const k = c.call;
  const x = c.t('self');
  const w = k.mul(c.result, c.g);
  const zero = k.one('eq.Scalar', x, 0);
  const base = k.one('zeros', x.sizes, c.g.dtype, 'strided', c.g.device, null);
  const seen = k.one('cumsum', zero, d);
  const clean = k.one('eq.Scalar', seen, 0);
  const kept = k.maskedFill(w, k.u('bitwise_not', clean), k.float(0));
  const back = k.one('flip', k.one('cumsum', k.one('flip', kept, [d]), d), [d]);
  const before = k.where(clean, k.div(back, x), base);
  const once = k.one('eq.Scalar', seen, 1);
  const first = k.many('max.dim', once, d, true)[1];
  const at = k.one('logical_and_', k.one('scatter_.value', k.zerosLike(once), d, first, 1), once);
  const after = k.one('bitwise_and_.Tensor', once, k.u('bitwise_not', at));
  const products = k.one('cumprod', k.maskedFill(x, k.u('bitwise_not', after), k.float(1)), d);
  const grads = k.maskedFill(c.g, k.one('ne.Scalar', seen, 1), k.float(0));
  const picked = k.one('gather', c.result, d, k.u('relu_', k.sub(first, 1)), false);
  const lead = k.one('masked_fill_.Scalar', picked, k.one('eq.Scalar', first, 0), k.float(1));
  const value = k.mul(k.sum(k.mul(products, grads), [d], true), lead);
  return k.where(at, value, before);
}

/** Sum of powers along rows. */
function normRow(p: number, single: boolean) {
  return (w: Working, at: number, n: number): number => {
    let s = p === -Infinity ? Infinity : 0;
    for (let i = at; i < at + n; i++) {
      const a = Math.abs(w[i]);
      if (p === Infinity) s = a !== a || a > s ? a : s !== s ? s : s;
      else if (p === -Infinity) s = a !== a || a < s ? a : s;
      else if (p === 0) s += a !== 0 ? 1 : 0;
      else if (p === 1) s += a;
      else if (p === 2) s += a * a;
      else s += m.pow(a, p);
    }
    void single;
    if (Math.abs(p) === Infinity || p === 0 || p === 1) return s;
    return p === 2 ? Math.sqrt(s) : m.pow(s, 1 / p);
  };
}

function normBack(c: BackwardContext, name = 'ord'): Tensor | null {
  const k = c.call;
  const x = c.t('self');
  const given = c.arg<Scalar | null>(name);
  const p = given === null ? 2 : numberOf(given);
  const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
  let [g, y] = [c.g, c.result];
  if (!c.arg<boolean>('keepdim') && x.dim !== 0 && c.arg<Dim>('dim') !== null) {
    y = unsqueezeDims(k, y, dims, false, x.dim);
    g = unsqueezeDims(k, g, dims, false, x.dim);
  }
  if (p === 0) return null;
  if (p === 1) {
    const sign = k.u('sgn', x);
    return k.mul(sign, g);
  }
  if (p === 2) {
    const unit = k.div(x, y);
    return k.mul(g, k.one('masked_fill_.Scalar', unit, k.one('eq.Scalar', y, 0), 0));
  }
  if (Math.abs(p) === Infinity) {
    const a = k.u('abs', x);
    const same = k.one('eq.Tensor', a, y);
    const mask = k.one('logical_or', same, k.u('isnan', a));
    const n = k.sum(mask, c.arg<Dim>('dim') === null ? [] : dims, true);
    const share = k.mul(k.div(g, n), mask);
    return k.mul(k.u('sgn', x), share);
  }
  if (p < 1) {
    const scaled = k.mul(k.u('sgn', x), k.one('masked_fill_.Scalar', k.pow(k.u('abs', x), k.float(p - 1)), k.one('eq.Scalar', x, 0), 0));
    return k.mul(k.mul(scaled, g), k.pow(y, k.float(1 - p)));
  }
  if (p < 2) {
    const power = k.one('pow_.Scalar', k.u('abs', x), k.float(p - 1));
    const scaled = k.mul(k.u('sgn', x), power);
    const v = k.one('masked_fill_.Scalar', k.div(g, k.pow(y, k.float(p - 1))), k.one('eq.Scalar', y, 0), 0);
    return k.mul(scaled, v);
  }
  const scaled = k.mul(x, k.one('pow_.Scalar', k.u('abs', x), k.float(p - 2)));
  const v = k.one('masked_fill_.Scalar', k.div(g, k.pow(y, k.float(p - 1))), k.one('eq.Scalar', y, 0), 0);
  return k.mul(scaled, v);
}

const vectorNorm: OpDef = {
  schema: 'linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, ord: Scalar, dim: Dim, keepdim: boolean, dtype: DType | null) => {
    const d = dtype ?? self.dtype;
    if (d.category !== 'float') throw runtimeError(`linalg.vector_norm: Expected a floating point or complex tensor as input. Got ${CPP[d.name]}`);
    void ord;
    return empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), d, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, ord: Scalar, dim: Dim) =>
    reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, normRow(numberOf(ord), computesIn32(out.dtype))),
  derivative: derivative('LinalgVectorNormBackward0', ['self', 'result'], { self: (c) => normBack(c) }),
};

const logsumexp: OpDef = {
  schema: 'logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dim: Dim, keepdim: boolean) => {
    const d = self.dtype.category === 'float' ? self.dtype : floatFor(self.dtype);
    return empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), d, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: Dim) => {
    reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, (w, at, n) => {
      let max = -Infinity;
      for (let i = at; i < at + n; i++) max = w[i] !== w[i] ? NaN : Math.max(max, w[i]);
      const shift = Math.abs(max) === Infinity ? 0 : max;
      let s = 0;
      for (let i = at; i < at + n; i++) s += m.exp(w[i] - shift);
      return m.log(s) + shift;
    });
  },
  derivative: derivative('LogsumexpBackward0', ['self', 'result'], {
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      let [g, y] = [c.g, c.result];
      if (!c.arg<boolean>('keepdim') && x.dim !== 0) {
        const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
        g = unsqueezeDims(k, g, dims, false, x.dim);
        y = unsqueezeDims(k, y, dims, false, x.dim);
      }
      return k.mul(g, k.u('exp', k.sub(x, y)));
    },
  }),
};

export const REDUCTIONS: readonly OpDef[] = [
  {
    schema: 'sum(Tensor self, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null) => empty([], dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor) => sumKernel(out, self, null),
    derivative: derivative('SumBackward0', [], { self: (c) => c.call.expand(c.g, c.like('self').sizes) }),
  },
  sumDim, outOf(sumDim, 'IntList_out'),
  {
    schema: 'mean(Tensor self, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null) => empty([], meanType(self, dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor) => meanKernel(out, self, null),
    derivative: derivative('MeanBackward0', [], {
      self: (c) => {
        const sizes = c.like('self').sizes;
        return c.call.div(c.call.expand(c.g, sizes), sizes.reduce((n, s) => n * s, 1));
      },
    }),
  },
  meanDim, ...anyAll('any'), ...anyAll('all'), ...extremes('max'), ...extremes('min'), ...spread('var'), ...spread('std'),
  ...prods, ...cumulative('cumsum'), ...cumulative('cumprod'), vectorNorm, logsumexp,
  {
    schema: 'aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)', kind: 'kernel',
    meta: (self: Tensor, dim: number | null, keepdim: boolean) => {
      const dims = reducedDims(dim, self.dim);
      if (dim === null ? self.numel === 0 : self.sizes[dims[0]] === 0) throw runtimeError('aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.');
      const size = reducedSizes(self.sizes, dims, keepdim);
      return [empty(size, self.dtype, { device: self.device }), empty(size, self.dtype, { device: self.device })];
    },
    kernel: ([lo, hi]: Tensor[], self: Tensor, dim: number | null) => {
      const dims = reducedDims(dim, self.dim);
      reduceRows(lo, self, dims, self.dtype, rowMin);
      reduceRows(hi, self, dims, self.dtype, rowMax);
    },
    derivative: derivative('AminmaxBackward0', ['self', 'result0', 'result1'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        const dims = reducedDims(c.arg<number | null>('dim'), x.dim);
        const shape = reducedSizes(x.sizes, dims, true);
        const part = (g: Tensor | null, y: Tensor): Tensor | null => {
          if (!g) return null;
          const keep = c.arg<boolean>('keepdim');
          const [u, v] = keep ? [g, y] : [k.view(g, shape), k.view(y, shape)];
          const mask = k.one('eq.Tensor', x, v);
          return k.mul(mask, k.div(u, k.sum(mask, c.arg<number | null>('dim') === null ? [] : dims, true)));
        };
        const low = part(c.grads[0], c.results[0]);
        const high = part(c.grads[1], c.results[1]);
        return low && high ? k.add(low, high) : low ?? high;
      },
    }),
  },
  {
    schema: 'count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dim: Dim) => empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), false), int64, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: Dim) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, countRow),
  },
  {
    schema: 'count_nonzero(Tensor self, int? dim=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dim: number | null) => empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), false), int64, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: number | null) => reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, countRow),
  },
  {
    schema: 'nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: Dim) => reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, (w, at, n) => {
      let s = 0;
      for (let i = at; i < at + n; i++) if (w[i] === w[i]) s += w[i];
      return s;
    }),
    derivative: derivative('NansumBackward0', ['self'], {
      self: (c) => {
        const k = c.call;
        const x = c.t('self');
        const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
        const keep = k.u('logical_not', k.u('isnan', x));
        return k.mul(k.expand(unsqueezeDims(k, c.g, dims, c.arg<boolean>('keepdim'), x.dim), x.sizes), keep);
      },
    }),
  },
  {
    schema: 'nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'composite',
    composite: (call, self: Tensor, dim: Dim, keepdim: boolean, dtype: DType | null) => {
      const fixed = call.u('detach', self);
      const n = call.one('sum.dim_IntList', call.u('logical_not_', call.one('ne.Tensor', fixed, fixed)), dim, keepdim, null);
      return call.div(call.one('nansum', self, dim, keepdim, dtype), n);
    },
  },
  {
    schema: 'linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', kind: 'composite',
    composite: (call, self: Tensor, ord: Scalar | null, dim: Dim, keepdim: boolean, dtype: DType | null) => {
      const dims = typeof dim === 'number' ? [dim] : dim;
      if (ord !== null && (dims ? dims.length === 2 : self.dim === 2)) {
        return call.one('linalg_matrix_norm', self, ord, dims ?? [-2, -1], keepdim, dtype);
      }
      return call.one('linalg_vector_norm', self, ord ?? 2, dims, keepdim, dtype);
    },
  },
  {
    schema: 'norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, _p: Scalar | null, dim: Dim, keepdim: boolean) => empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, p: Scalar | null, dim: Dim) => reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, normRow(p === null ? 2 : numberOf(p), true)),
    derivative: derivative('NormBackward1', ['self', 'result'], { self: (c) => normBack(c, 'p') }),
  },
];

const countRow = (w: Working, at: number, n: number): number => {
  let k = 0;
  for (let i = at; i < at + n; i++) if (w[i] !== 0) k++;
  return k;
};
