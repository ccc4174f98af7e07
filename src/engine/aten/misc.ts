/**
 * Smaller operators that are composites of others, or alone in their family: closeness, differences, traces, products,
 * covariance, in-place views, alias names.
 */
import { copyInto, fill, fromWorking, toWorking } from '../tensor/access.ts';
import { empty, emptyLike } from '../tensor/create.ts';
import { bool, DTYPES, float64, int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import { CPP, floatFor, promoteTypes } from '../tensor/promotion.ts';
import { broadcastSizes, wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { along, reducedDims } from './dims.ts';
import { elementwiseOut, type F2, run2 } from './elementwise.ts';
import { type Arg, type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { resizeTo } from './variants.ts';
import { commonType, computesIn32, dest, expandTo, isTensor, kindOf, numberOf, type Operand, read, write } from './work.ts';
import { VIEWS } from './views.ts';

type Sizes = readonly number[];
const list = (s: Sizes): string => `[${s.join(', ')}]`;
const composite = (schema: string, f: NonNullable<OpDef['composite']>): OpDef => ({ schema, kind: 'composite', composite: f });

/** Another name for the same operator. */
const twin = (schema: string, target: string): OpDef => composite(schema, (call: Call, ...args: Arg[]) => call(target, ...args));

function isclose(call: Call, a: Tensor, b: Tensor, rtol: Scalar, atol: Scalar, nan: boolean): Tensor {
  if (a.dtype !== b.dtype) throw runtimeError(`${CPP[a.dtype.name]} did not match ${CPP[b.dtype.name]}`);
  if (numberOf(rtol) < 0) throw runtimeError(`rtol must be greater than or equal to zero, but got ${numberOf(rtol)}`);
  if (numberOf(atol) < 0) throw runtimeError(`atol must be greater than or equal to zero, but got ${numberOf(atol)}`);
  let close = call.one('eq.Tensor', a, b);
  if (nan && a.dtype.category === 'float') {
    call('__ior__.Tensor', close, call.one('bitwise_and.Tensor', call.one('ne.Tensor', a, a), call.one('ne.Tensor', b, b)));
  }
  if (numberOf(rtol) === 0 && numberOf(atol) === 0) return close;
  const self = a.dtype === bool ? call.one('to.dtype', a, floatFor(a.dtype)) : a;
  let wide = b;
  if (b.dtype.category !== 'float') wide = call.one('to.dtype', b, floatFor(b.dtype));
  const allowed = call.add(call.u('abs', call.mul(wide, rtol)), atol);
  const error = call.u('abs', call.sub(self, wide));
  const finite = call.u('isfinite', error);
  close = call.one('bitwise_or_.Tensor', close, call.one('bitwise_and_.Tensor', call.one('le.Tensor', error, allowed), finite));
  return close;
}

function diff(call: Call, self: Tensor, n: number, dim: number, prepend: Tensor | null, append: Tensor | null): Tensor {
  if (self.dim === 0) throw runtimeError('diff expects input to be at least one-dimensional');
  if (n < 0) throw runtimeError(`order must be non-negative but got ${n}`);
  const parts = [prepend, self, append].filter((t): t is Tensor => t !== null);
  let t = parts.length > 1 ? call.one('cat', parts, dim) : self;
  const d = wrapDim(dim, self.dim);
  if (n === 0) {
    const same = call.one('zeros_like', self);
    return call.one('copy_', same, self, false);
  }
  const times = Math.min(n, t.sizes[d]);
  for (let i = 0; i < times; i++) {
    const size = t.sizes[d];
    const [hi, lo] = [call.slice(t, d, 1, size), call.slice(t, d, 0, size - 1)];
    t = t.dtype === bool ? call.one('logical_xor', hi, lo) : call.sub(hi, lo);
  }
  return t;
}

function trapezoidParts(call: Call, y: Tensor, dim: number): [Tensor, Tensor] {
  return [call.slice(y, dim, 0, -1), call.slice(y, dim, 1, null)];
}

function spacing(call: Call, y: Tensor, x: Tensor, dim: number): Tensor {
  const d = wrapDim(dim, y.dim);
  if (x.dim === 1) {
    if (x.sizes[0] !== y.sizes[d]) throw runtimeError('trapezoid: There must be one `x` value for each sample point');
    const view = call.view(x, y.sizes.map((_, i) => (i === d ? x.sizes[0] : 1)));
    return call.sub(call.slice(view, d, 1, null), call.slice(view, d, 0, -1));
  }
  const shaped = x.dim < y.dim ? call.view(x, [...new Array<number>(y.dim - x.dim).fill(1), ...x.sizes]) : x;
  return call.sub(call.slice(shaped, dim, 1, null), call.slice(shaped, dim, 0, -1));
}

function trapezoid(call: Call, y: Tensor, dx: Scalar, dim: number): Tensor {
  if (y.sizes[wrapDim(dim, y.dim)] === 0) return call.one('zeros', y.sizes.filter((_, i) => i !== wrapDim(dim, y.dim)), y.dtype, null, y.device, null);
  const ends = call.mul(call.add(call.select(y, dim, 0), call.select(y, dim, -1)), call.float(0.5));
  return call.mul(call.sub(call.sum(y, [dim]), ends), dx);
}

function cov(call: Call, self: Tensor, correction: number, fw: Tensor | null, aw: Tensor | null): Tensor {
  if (self.dim > 2) throw runtimeError(`cov(): expected input to have two or fewer dimensions but got an input with ${self.dim} dimensions`);
  if (self.dtype === bool) throw runtimeError('cov(): bool dtype is not supported for input');
  let x = self.dim < 2 ? call.view(self, [1, -1]) : self;
  const n = x.sizes[1];
  let w: Tensor | null = null;
  if (fw) w = fw;
  if (aw) w = w ? call.mul(w, aw) : aw;
  const norm0 = w ? call.one('sum', w) : call.one('scalar_tensor', n, int64, null, x.device, null);
  const weighted = w ? call.mul(x, w) : x;
  const mean = call.div(call.sum(weighted, [1]), norm0);
  let norm: Tensor;
  if (w && aw && correction !== 0) norm = call.sub(norm0, call.div(call.mul(call.one('sum', call.mul(w, aw)), correction), norm0));
  else if (w) norm = call.sub(norm0, correction);
  else norm = call.one('scalar_tensor', n - correction, int64, null, x.device, null);
  const none = call.one('le.Scalar', norm, 0);
  if (!norm.isFake && call('equal', none, call.one('new_ones', none, none.sizes)) === true) norm = call.one('zero_', norm);
  x = call.sub(x, call.unsqueeze(mean, 1));
  const c = call.mm(x, call.t(w ? call.mul(x, w) : x));
  return call.u('squeeze', call.div(c, norm));
}

const IN_PLACE: Readonly<Record<string, string>> = {
  squeeze_: 'SqueezeBackward3', 'squeeze_.dim': 'SqueezeBackward4', unsqueeze_: 'UnsqueezeBackward1', t_: 'TBackward1', transpose_: 'TransposeBackward1', as_strided_: 'AsStridedBackward1',
};

function inPlaceView(name: string, args: string, base: string): OpDef {
  const view = VIEWS.find((d) => d.schema.startsWith(`${base}(`)) as OpDef;
  const schema = `${name}(Tensor(a!) self${args ? `, ${args}` : ''}) -> Tensor(a!)`;
  return {
    schema, kind: 'kernel',
    meta: (self: Tensor, ...rest: Arg[]) => {
      const v = (view.meta as (...a: Arg[]) => Tensor)(self, ...rest);
      self.sizes = v.sizes;
      self.strides = v.strides;
      self.offset = v.offset;
      return self;
    },
    ...(view.derivative ? { derivative: { ...view.derivative, name: IN_PLACE[name] } } : {}),
  };
}

const trace: OpDef = {
  schema: 'trace(Tensor self) -> Tensor', kind: 'kernel',
  meta: (self: Tensor) => {
    if (self.dim !== 2) throw runtimeError('trace: expected a matrix');
    return empty([], self.dtype.category === 'float' ? self.dtype : int64, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor) => {
    const w = read(self, out.dtype);
    const r = computesIn32(out.dtype) ? Math.fround : (v: number): number => v;
    let s = 0;
    for (let i = 0; i < Math.min(...self.sizes); i++) s = r(s + w[i * self.sizes[1] + i]);
    write(out, [s]);
  },
  derivative: derivative('TraceBackward0', [], {
    self: (c) => {
      const k = c.call;
      const sizes = c.like('self').sizes;
      const n = sizes[0] * sizes[1];
      const z = k.one('zeros', [n], c.g.dtype, 'strided', c.g.device, null);
      const at = k.one('arange.start_step', 0, n, sizes[1] + 1, int64, 'strided', c.g.device, null);
      return k.view(k.one('index_fill.int_Tensor', z, 0, at, c.g), sizes);
    },
  }),
};

const cross: OpDef = {
  schema: 'linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor', kind: 'kernel',
  meta: (a: Tensor, b: Tensor, dim: number) => {
    if (a.dim !== b.dim) throw runtimeError('linalg.cross: inputs must have the same number of dimensions.');
    const d = wrapDim(dim, a.dim);
    if (a.sizes[d] !== 3 || b.sizes[d] !== 3) throw runtimeError(`linalg.cross: inputs dimension ${d} must have length 3. Got ${a.sizes[d]} and ${b.sizes[d]}`);
    return empty(broadcastSizes(a.sizes, b.sizes), promoteTypes(a.dtype, b.dtype), { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, dim: number) => {
    const d = wrapDim(dim, out.dim);
    const { outer, inner } = along(out.sizes, d);
    const [x, y] = [read(expandTo(a, out.sizes), out.dtype), read(expandTo(b, out.sizes), out.dtype)];
    const r = computesIn32(out.dtype) ? Math.fround : (v: number): number => v;
    const o = dest(out);
    for (let p = 0; p < outer; p++) {
      for (let q = 0; q < inner; q++) {
        const at = (i: number): number => (p * 3 + (i % 3)) * inner + q;
        for (let i = 0; i < 3; i++) o.w[at(i)] = r(x[at(i + 1)] * y[at(i + 2)]) - r(x[at(i + 2)] * y[at(i + 1)]);
      }
    }
    o.flush();
  },
  derivative: derivative('LinalgCrossBackward0', ['self?other', 'other?self'], {
    self: (c) => c.call.one('linalg_cross', c.t('other'), c.g, c.arg('dim')),
    other: (c) => c.call.one('linalg_cross', c.g, c.t('self'), c.arg('dim')),
  }),
};

const ldexp: OpDef = {
  schema: 'ldexp.Tensor(Tensor self, Tensor other) -> Tensor', kind: 'kernel',
  meta: (a: Operand, b: Operand) => elementwiseOut([a, b], floatFor(commonType(a, b))),
  kernel: (out: Tensor, a: Operand, b: Operand) => {
    const f: F2 = (x, e) => x * m.pow(2, e);
    run2(out, { f32: f, f64: f }, a, b, out.dtype);
  },
  derivative: derivative('LdexpBackward0', ['self', 'other', 'result'], {
    self: (c) => c.call.mul(c.g, c.call.one('pow.Scalar', 2, c.t('other'))),
    other: (c) => c.call.mul(c.call.mul(c.g, c.result), c.call.float(Math.LN2)),
  }),
};

const logcumsumexp: OpDef = {
  schema: 'logcumsumexp(Tensor self, int dim) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dim: number) => {
    wrapDim(dim, self.dim);
    return empty(self.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: number) => {
    const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
    const w = read(self, self.dtype);
    const o = dest(out);
    for (let a = 0; a < outer; a++) {
      for (let b = 0; b < inner; b++) {
        let acc = -Infinity;
        for (let i = 0, p = a * length * inner + b; i < length; i++, p += inner) {
          const [lo, hi] = w[p] < acc ? [w[p], acc] : [acc, w[p]];
          acc = hi !== hi || lo !== lo ? NaN : lo !== hi || Math.abs(lo) !== Infinity ? m.log1p(m.exp(lo - hi)) + hi : w[p];
          o.w[p] = acc;
        }
      }
    }
    o.flush();
  },
  derivative: derivative('LogcumsumexpBackward0', ['self', 'result'], {
    self: (c) => {
      const k = c.call;
      const [x, y, dim] = [c.t('self'), c.result, c.arg<number>('dim')];
      if (c.g.dim === 0 || c.g.numel === 0) return c.g;
      const low = k.one('scalar_tensor', k.float(-3.4028234663852886e38), c.g.dtype, 'strided', c.g.device, null);
      const l = k.u('log', k.u('abs', c.g));
      const pos = k.where(k.one('gt.Scalar', c.g, 0), l, low);
      const neg = k.where(k.one('lt.Scalar', c.g, 0), l, low);
      const back = (t: Tensor): Tensor => k.one('flip', k.one('logcumsumexp', k.one('flip', k.sub(t, y), [dim]), dim), [dim]);
      const a = k.u('exp', k.add(back(pos), x));
      return k.sub(a, k.u('exp', k.add(back(neg), x)));
    },
  }),
};

const dist: OpDef = {
  schema: 'dist(Tensor self, Tensor other, Scalar p=2) -> Tensor', kind: 'kernel',
  meta: (a: Tensor) => empty([], a.dtype, { device: a.device }),
  kernel: (out: Tensor, a: Tensor, b: Tensor, p: Scalar) => {
    const sizes = broadcastSizes(a.sizes, b.sizes);
    const [x, y] = [read(expandTo(a, sizes), out.dtype), read(expandTo(b, sizes), out.dtype)];
    write(out, [pNorm(Float64Array.from(x, (v, i) => Math.fround(v - y[i])), numberOf(p))]);
  },
  derivative: derivative('DistBackward0', ['self', 'other', 'result'], {
    self: (c) => normGrad(c, c.call.sub(c.t('self'), c.t('other'))),
    other: (c) => c.call.neg(normGrad(c, c.call.sub(c.t('self'), c.t('other')))),
  }),
};

export function pNorm(d: ArrayLike<number>, p: number): number {
  let s = 0;
  for (let i = 0; i < d.length; i++) {
    const a = Math.abs(d[i]);
    if (p === 0) s += a !== 0 ? 1 : 0;
    else if (p === Infinity) s = a !== a ? a : Math.max(s, a);
    else if (p === -Infinity) s = i === 0 ? a : Math.min(s, a);
    else s += p === 1 ? a : p === 2 ? a * a : m.pow(a, p);
  }
  if (p === 0 || p === 1 || Math.abs(p) === Infinity) return s;
  return p === 2 ? Math.sqrt(s) : m.pow(s, 1 / p);
}

function normGrad(c: BackwardContext, x: Tensor): Tensor {
  const k = c.call;
  const p = numberOf(c.arg<Scalar>('p'));
  const y = c.result;
  if (p === 0) return k.zerosLike(x);
  if (p === 1) return k.mul(c.g, k.u('sgn', x));
  if (p === 2) return k.mul(c.g, k.one('masked_fill_.Scalar', k.div(x, y), k.one('eq.Scalar', y, 0), 0));
  if (Math.abs(p) === Infinity) {
    const a = k.u('abs', x);
    const mask = k.one('logical_or', k.one('eq.Tensor', a, y), k.one('logical_and', k.u('isnan', a), k.u('isnan', y)));
    return k.mul(k.div(k.mul(k.u('sgn', x), mask), k.one('sum', mask)), c.g);
  }
  const part = p < 2 ? k.mul(k.u('sgn', x), k.pow(k.u('abs', x), k.float(p - 1))) : k.mul(x, k.pow(k.u('abs', x), k.float(p - 2)));
  const v = k.one('masked_fill_.Scalar', k.div(c.g, k.pow(y, k.float(p - 1))), k.one('eq.Scalar', y, 0), 0);
  return k.mul(part, v);
}

const frexp: OpDef = {
  schema: 'frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)', kind: 'kernel',
  meta: (self: Tensor) => {
    if (self.dtype.category !== 'float') throw runtimeError('torch.frexp() only supports floating-point dtypes');
    return [emptyLike(self), emptyLike(self, DTYPES.int32)];
  },
  kernel: ([man, ex]: Tensor[], self: Tensor) => {
    const w = read(self, self.dtype);
    const [a, b] = [new Float64Array(w.length), new Float64Array(w.length)];
    for (let i = 0; i < w.length; i++) {
      const x = w[i];
      if (x === 0 || !Number.isFinite(x)) {
        a[i] = x;
        continue;
      }
      let e = Math.max(-1023, Math.floor(m.log2(Math.abs(x))) + 1);
      let f = x * m.pow(2, -e);
      while (Math.abs(f) < 0.5) { f *= 2; e--; }
      while (Math.abs(f) >= 1) { f /= 2; e++; }
      a[i] = f;
      b[i] = e;
    }
    write(man, a);
    write(ex, b);
  },
  derivative: derivative('FrexpBackward0', ['result1'], { self: (c) => c.call.div(c.g, c.call.u('exp2', c.results[1])) }, [1]),
};

const isin: OpDef = {
  schema: 'isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor', kind: 'kernel',
  meta: (e: Tensor) => empty(e.sizes, bool, { device: e.device }),
  kernel: (out: Tensor, e: Tensor, t: Tensor, _u: boolean, invert: boolean) => {
    const has = new Set(toWorking(t));
    write(out, Float64Array.from(toWorking(e), (v) => (has.has(v) && v === v !== invert ? 1 : has.has(v) && v === v ? 0 : invert ? 1 : 0)));
  },
};

const renorm: OpDef = {
  schema: 'renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor', kind: 'kernel',
  meta: (self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
  kernel: (out: Tensor, self: Tensor, p: Scalar, dim: number, max: Scalar) => {
    const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
    const w = read(self, self.dtype);
    const o = dest(out);
    for (let i = 0; i < length; i++) {
      const line: number[] = [];
      for (let a = 0; a < outer; a++) for (let b = 0; b < inner; b++) line.push(w[(a * length + i) * inner + b]);
      const norm = Math.fround(pNorm(line, numberOf(p)));
      const scale = norm > numberOf(max) ? Math.fround(numberOf(max) / (norm + 1e-7)) : 1;
      for (let a = 0; a < outer; a++) for (let b = 0; b < inner; b++) o.w[(a * length + i) * inner + b] = w[(a * length + i) * inner + b] * scale;
    }
    o.flush();
  },
  derivative: derivative('RenormBackward0', ['self'], {
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      const d = wrapDim(c.arg<number>('dim'), x.dim);
      const dims = x.sizes.map((_, i) => i).filter((i) => i !== d);
      const norm = k.one('linalg_vector_norm', x, c.arg('p'), dims, true, float64);
      const real = k.sum(k.mul(c.g, x), dims, true);
      const p = numberOf(c.arg<Scalar>('p'));
      const inner = p === Infinity ? infinityPart(c, x, norm, real, dims)
        : p === 2 ? k.mul(real, k.one('masked_fill_.Scalar', k.div(x, norm), k.one('eq.Scalar', norm, 0), 0))
        : p === 1 ? k.mul(k.u('sgn', x), real)
        : k.mul(k.mul(x, k.pow(k.u('abs', x), k.float(p - 2))), k.one('masked_fill_.Scalar', k.div(real, k.pow(norm, k.float(p - 1))), k.one('eq.Scalar', norm, 0), 0));
      const inv = k.u('reciprocal', k.add(norm, k.float(1e-7)));
      const rest = k.sub(c.g, k.mul(inv, inner));
      const g = k.one('to.dtype', k.mul(k.mul(inv, c.arg<Scalar>('maxnorm')), rest), c.g.dtype);
      return k.where(k.one('gt.Scalar', norm, c.arg('maxnorm')), g, c.g);
    },
  }),
};

/** The subgradient of the largest magnitude, shared by equals. */
function infinityPart(c: BackwardContext, x: Tensor, norm: Tensor, g: Tensor, dims: Sizes): Tensor {
  const k = c.call;
  const a = k.u('abs', x);
  const mask = k.one('logical_or', k.one('eq.Tensor', a, norm), k.u('isnan', a));
  const share = k.mul(k.div(g, k.sum(mask, dims, true)), mask);
  return k.mul(k.u('sgn', x), share);
}

/** `scatter_reduce` and `index_reduce`: how values meet, and whether the old ones count. */
const REDUCE: Readonly<Record<string, { start: number; f: (o: number, v: number) => number }>> = {
  sum: { start: 0, f: (o, v) => o + v }, prod: { start: 1, f: (o, v) => o * v }, mean: { start: 0, f: (o, v) => o + v },
  amax: { start: -Infinity, f: (o, v) => (v !== v || o !== o ? NaN : Math.max(o, v)) }, amin: { start: Infinity, f: (o, v) => (v !== v || o !== o ? NaN : Math.min(o, v)) },
};

function reduceAt(out: Tensor, places: number[], values: ArrayLike<number>, how: string, include: boolean): void {
  const r = REDUCE[how];
  const w = Float64Array.from(toWorking(out));
  const single = computesIn32(out.dtype) ? Math.fround : (v: number): number => v;
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
  const inplace = def.schema.replace(/^(\w+)/, '$1_').replace('(Tensor self', '(Tensor(a!) self').replace(/-> Tensor$/, '-> Tensor(a!)');
  const base: OpDef = {
    ...def, meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, ...rest: never[]) => {
      copyInto(out, self);
      run(out, ...rest);
    },
  };
  return [base, { ...base, schema: inplace, meta: (self: Tensor) => self, kernel: (self: Tensor, _s: Tensor, ...rest: never[]) => run(self, ...rest) }];
};

const SCATTER_REDUCE = reduceForms({
  schema: 'scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor', kind: 'kernel',
  derivative: derivative('ScatterReduceBackward0', ['self', 'index', 'src', 'result'], { 'self, src': scatterReduceBack }),
}, (out: Tensor, dim: number, index: Tensor, src: Tensor, how: string, include: boolean) => {
  if (index.numel === 0) return;
  const s = read(new Tensor(src.storage, src.dtype, index.sizes, src.strides, src.offset), src.dtype);
  reduceAt(out, indexPlaces(out, wrapDim(dim, out.dim), index), s, how, include);
});

function scatterReduceBack(c: BackwardContext): (Tensor | null)[] {
  const k = c.call;
  const [x, index, src, y] = [c.t('self'), c.t('index'), c.t('src'), c.result];
  const [dim, how, include] = [c.arg<number>('dim'), c.arg<string>('reduce'), c.arg<boolean>('include_self')];
  const pick = (t: Tensor): Tensor => k.one('gather', t, dim, index, false);
  let [gs, gx]: [Tensor, Tensor] = [c.g, c.g];
  if (how === 'sum') gx = pick(c.g);
  else if (how === 'mean') {
    let n = include ? k.one('ones_like', c.g) : k.one('zeros_like', c.g);
    n = k.one('scatter_add', n, dim, index, k.one('ones_like', src));
    k('masked_fill_.Scalar', n, k.one('eq.Scalar', n, 0), 1);
    gs = k.div(c.g, n);
    gx = k.div(pick(c.g), pick(n));
  } else if (how === 'amax' || how === 'amin') {
    const value = pick(y);
    const selfIs = k.one('to.dtype', k.one('eq.Tensor', x, y), x.dtype);
    const srcIs = k.one('to.dtype', k.one('eq.Tensor', src, value), x.dtype);
    const share = k.div(c.g, k.one('scatter_add', selfIs, dim, index, srcIs));
    gs = k.mul(k.one('eq.Tensor', x, y), share);
    const taken = pick(share);
    gx = k.mul(k.one('eq.Tensor', src, value), taken);
  } else {
    const masked = k.maskedFill(x, k.one('eq.Scalar', x, 0), 1);
    const prod = k.one('scatter_reduce.two', masked, dim, index, src, 'prod', include);
    gs = k.div(k.mul(c.g, prod), masked);
    const zero = k.one('eq.Scalar', src, 0);
    const zeros = pick(k.one('scatter_add', k.one('zeros_like', x), dim, index, k.one('to.dtype', zero, x.dtype)));
    const single = k.one('bitwise_and.Tensor', zero, k.one('eq.Scalar', zeros, 1));
    const without = k.one('scatter_reduce.two', x, dim, index, k.maskedFill(src, single, 1), 'prod', include);
    const filled = k.maskedFill(src, zero, 1);
    const plain = k.div(pick(k.mul(c.g, y)), filled);
    gx = k.where(single, pick(k.mul(c.g, without)), plain);
  }
  if (!include) gs = k.one('scatter.value', gs, dim, index, 0);
  return [c.needs('self') ? gs : null, c.needs('src') ? gx : null];
}

const INDEX_REDUCE = reduceForms({
  schema: 'index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor', kind: 'kernel',
  derivative: derivative('IndexReduceBackward0', ['self', 'index', 'source', 'result'], { 'self, source': indexReduceBack }),
}, (out: Tensor, dim: number, index: Tensor, src: Tensor, how: string, include: boolean) => {
  const d = wrapDim(dim, out.dim);
  const { outer, length, inner } = along(out.sizes, d);
  const picks = toWorking(index);
  const places: number[] = [];
  for (let a = 0; a < outer; a++) for (const p of picks) for (let b = 0; b < inner; b++) places.push((a * length + p) * inner + b);
  reduceAt(out, places, toWorking(src), how, include);
});

function indexReduceBack(c: BackwardContext): (Tensor | null)[] {
  const k = c.call;
  const [x, index, src, y] = [c.t('self'), c.t('index'), c.t('source'), c.result];
  const [dim, how, include] = [c.arg<number>('dim'), c.arg<string>('reduce'), c.arg<boolean>('include_self')];
  const pick = (t: Tensor): Tensor => k.one('index_select', t, dim, index);
  let [gs, gx]: [Tensor, Tensor] = [c.g, c.g];
  if (how === 'mean') {
    let n = include ? k.one('ones_like', c.g) : k.one('zeros_like', c.g);
    n = k.one('index_add', n, dim, index, k.one('ones_like', src), 1);
    k('masked_fill_.Scalar', n, k.one('eq.Scalar', n, 0), 1);
    gs = k.div(c.g, n);
    gx = k.div(pick(c.g), pick(n));
  } else if (how === 'amax' || how === 'amin') {
    const value = pick(y);
    const selfIs = k.one('to.dtype', k.one('eq.Tensor', x, y), x.dtype);
    const srcIs = k.one('to.dtype', k.one('eq.Tensor', src, value), x.dtype);
    const share = k.div(c.g, k.one('index_add', selfIs, dim, index, srcIs, 1));
    gs = k.mul(selfIs, share);
    gx = k.mul(srcIs, pick(share));
  } else {
    const masked = k.maskedFill(x, k.one('eq.Scalar', x, 0), 1);
    const prod = k.one('index_reduce', masked, dim, index, src, 'prod', include);
    gs = k.div(k.mul(c.g, prod), masked);
    const zero = k.one('eq.Scalar', src, 0);
    const zeros = pick(k.one('index_add', k.one('zeros_like', x), dim, index, k.one('to.dtype', zero, x.dtype), 1));
    const single = k.one('bitwise_and.Tensor', zero, k.one('eq.Scalar', zeros, 1));
    const without = k.one('index_reduce', x, dim, index, k.maskedFill(src, single, 1), 'prod', include);
    const rest = k.maskedFill(src, zero, 1);
    const plain = k.div(pick(k.mul(c.g, y)), rest);
    gx = k.where(single, pick(k.mul(c.g, without)), plain);
  }
  if (!include) gs = k.one('index_fill.int_Scalar', gs, dim, index, 0);
  return [c.needs('self') ? gs : null, c.needs('source') ? gx : null];
}

/** Distances between all pairs of rows. */
function pairDistances(x: Tensor, y: Tensor, p: number): Float64Array {
  const [P, M] = [x.sizes[x.dim - 2], x.sizes[x.dim - 1]];
  const R = y.sizes[y.dim - 2];
  const batch = x.numel / Math.max(P * M, 1) || 1;
  const [a, b] = [read(x, x.dtype), read(y, y.dtype)];
  const out = new Float64Array(batch * P * R);
  for (let n = 0; n < batch; n++) {
    for (let i = 0; i < P; i++) {
      for (let j = 0; j < R; j++) {
        const d = Float64Array.from({ length: M }, (_, k) => Math.fround(a[(n * P + i) * M + k] - b[(n * R + j) * M + k]));
        out[(n * P + i) * R + j] = pNorm(d, p);
      }
    }
  }
  return out;
}

const cdist: OpDef[] = [
  composite('cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None) -> Tensor', (call, a: Tensor, b: Tensor, p: Scalar, mode: number | null) => {
    if (a.dim < 2) throw runtimeError(`cdist only supports at least 2D tensors, X1 got: ${a.dim}D`);
    if (b.dim < 2) throw runtimeError(`cdist only supports at least 2D tensors, X2 got: ${b.dim}D`);
    if (a.sizes[a.dim - 1] !== b.sizes[b.dim - 1]) throw runtimeError(`X1 and X2 must have the same number of columns. X1: ${a.sizes[a.dim - 1]} X2: ${b.sizes[b.dim - 1]}`);
    if (numberOf(p) < 0) throw runtimeError('cdist only supports non-negative p values');
    return call.one('_cdist_forward', a, b, p, mode);
  }),
  {
    schema: '_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor', kind: 'kernel',
    meta: (a: Tensor, b: Tensor) => {
      const lead = broadcastSizes(a.sizes.slice(0, -2), b.sizes.slice(0, -2));
      return empty([...lead, a.sizes[a.dim - 2], b.sizes[b.dim - 2]], a.dtype, { device: a.device });
    },
    kernel: (out: Tensor, a: Tensor, b: Tensor, p: Scalar) => {
      const lead = out.sizes.slice(0, -2);
      write(out, pairDistances(expandTo(a, [...lead, ...a.sizes.slice(-2)]), expandTo(b, [...lead, ...b.sizes.slice(-2)]), numberOf(p)));
    },
    derivative: derivative('CdistBackward0', ['x1', 'x2', 'result'], {
      x1: (c) => c.call.one('_cdist_backward', c.call.contiguous(c.g), c.t('x1'), c.t('x2'), c.arg('p'), c.result),
      x2: (c) => {
        const k = c.call;
        const y = k.contiguous(k.transpose(c.result, -2, -1));
        return k.one('_cdist_backward', k.contiguous(k.transpose(c.g, -2, -1)), c.t('x2'), c.t('x1'), c.arg('p'), y);
      },
    }),
  },
  {
    schema: '_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor', kind: 'kernel',
    meta: (g: Tensor, a: Tensor) => empty([...g.sizes.slice(0, -2), ...a.sizes.slice(-2)], a.dtype, { device: a.device }),
    kernel: (out: Tensor, grad: Tensor, x1: Tensor, x2: Tensor, pp: Scalar, cd: Tensor) => {
      const p = numberOf(pp);
      const lead = out.sizes.slice(0, -2);
      const [P, M] = out.sizes.slice(-2);
      const R = x2.sizes[x2.dim - 2];
      const [g, a, b, y] = [read(grad, grad.dtype), read(expandTo(x1, [...lead, P, M]), x1.dtype), read(expandTo(x2, [...lead, R, M]), x2.dtype), read(cd, cd.dtype)];
      const batch = lead.reduce((s, v) => s * v, 1);
      const o = new Float64Array(out.numel);
      for (let n = 0; n < batch; n++) {
        for (let i = 0; i < P; i++) {
          for (let j = 0; j < R; j++) {
            const at = (n * P + i) * R + j;
            for (let k = 0; k < M; k++) o[(n * P + i) * M + k] += pairSlope(a[(n * P + i) * M + k] - b[(n * R + j) * M + k], g[at], y[at], p);
          }
        }
      }
      write(out, o);
    },
  },
];

/** d|x|_p / dx for one coordinate difference. */
function pairSlope(d: number, g: number, dist_: number, p: number): number {
  if (p === 0) return 0;
  if (p === 1) return Math.sign(d) * g;
  if (dist_ === 0) return 0;
  if (p === 2) return (g * d) / dist_;
  if (p === Infinity) return Math.fround(Math.abs(d)) === dist_ ? Math.sign(d) * g : 0;
  return p < 2 ? (Math.sign(d) * m.pow(Math.abs(d), p - 1) * g) / m.pow(dist_, p - 1) : (d * m.pow(Math.abs(d), p - 2) * g) / m.pow(dist_, p - 1);
}

const pdist: OpDef[] = [
  composite('pdist(Tensor self, float p=2) -> Tensor', (call, self: Tensor, p: Scalar) => {
    if (self.dim !== 2) throw runtimeError(`pdist only supports 2D tensors, got: ${self.dim}D`);
    return call.one('_pdist_forward', call.contiguous(self), p);
  }),
  {
    schema: '_pdist_forward(Tensor self, float p=2) -> Tensor', kind: 'kernel',
    meta: (self: Tensor) => empty([(self.sizes[0] * (self.sizes[0] - 1)) / 2 || 0], self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, p: Scalar) => {
      const n = self.sizes[0];
      const d = pairDistances(self, self, numberOf(p));
      const flat: number[] = [];
      for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) flat.push(d[i * n + j]);
      write(out, flat);
    },
    derivative: derivative('PdistBackward0', ['self', 'result'], { self: (c) => c.call.one('_pdist_backward', c.g, c.t('self'), c.arg('p'), c.result) }),
  },
  {
    schema: '_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor', kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, grad: Tensor, self: Tensor, p: Scalar, pd: Tensor) => {
      const [n, M] = self.sizes;
      const [g, x, y] = [read(grad, grad.dtype), read(self, self.dtype), read(pd, pd.dtype)];
      const o = new Float64Array(out.numel);
      let k = 0;
      for (let i = 0; i < n; i++) {
        for (let j = i + 1; j < n; j++, k++) {
          for (let e = 0; e < M; e++) {
            const v = pairSlope(x[i * M + e] - x[j * M + e], g[k], y[k], numberOf(p));
            o[i * M + e] += v;
            o[j * M + e] -= v;
          }
        }
      }
      write(out, o);
    },
  },
];

const shuffle = (name: 'pixel_shuffle' | 'pixel_unshuffle'): OpDef => {
  const up = name === 'pixel_shuffle';
  return {
    schema: `${name}(Tensor self, int ${up ? 'upscale_factor' : 'downscale_factor'}) -> Tensor`, kind: 'kernel',
    meta: (self: Tensor, r: number) => {
      if (self.dim < 3) throw runtimeError(`${name} expects input to have at least 3 dimensions, but got input with ${self.dim} dimension(s)`);
      const [c, h, w] = self.sizes.slice(-3);
      if (up && c % (r * r) !== 0) throw runtimeError(`${name} expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=${c} is not divisible by ${r * r}`);
      return empty([...self.sizes.slice(0, -3), ...(up ? [c / (r * r), h * r, w * r] : [c * r * r, h / r, w / r])], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, r: number) => {
      const big = up ? out : self;
      const [c, h, w] = big.sizes.slice(-3);
      const x = toWorking(self);
      const o = dest(out);
      const n = big.numel / (c * h * w || 1);
      for (let b = 0; b < n; b++) {
        for (let k = 0; k < c; k++) {
          for (let i = 0; i < h; i++) {
            for (let j = 0; j < w; j++) {
              const at = ((b * c + k) * h + i) * w + j;
              const small = (((b * c + k) * r * r + (i % r) * r + (j % r)) * (h / r) + Math.floor(i / r)) * (w / r) + Math.floor(j / r);
              if (up) o.w[at] = x[small];
              else o.w[small] = x[at];
            }
          }
        }
      }
      o.flush();
    },
    derivative: derivative(up ? 'PixelShuffleBackward0' : 'PixelUnshuffleBackward0', [], {
      self: (c) => c.call.one(up ? 'pixel_unshuffle' : 'pixel_shuffle', c.g, c.arg(up ? 'upscale_factor' : 'downscale_factor')),
    }),
  };
};

const channelShuffle: OpDef = {
  schema: 'channel_shuffle(Tensor self, SymInt groups) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, g: number) => {
    if (self.sizes[1] % g !== 0) throw runtimeError(`Number of channels must be divisible by groups. Got ${self.sizes[1]} channels and ${g} groups.`);
    return empty(self.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, g: number) => {
    const [n, c] = self.sizes;
    const rest = self.sizes.slice(2).reduce((a, b) => a * b, 1);
    const x = toWorking(self);
    const o = dest(out);
    for (let b = 0; b < n; b++) {
      for (let k = 0; k < c; k++) {
        const from = (k % g) * (c / g) + Math.floor(k / g);
        for (let i = 0; i < rest; i++) o.w[(b * c + k) * rest + i] = x[(b * c + from) * rest + i];
      }
    }
    o.flush();
  },
  derivative: derivative('ChannelShuffleBackward0', [], { self: (c) => c.call.one('channel_shuffle', c.g, c.g.sizes[1] / c.arg<number>('groups')) }),
};

const trilinear: OpDef = {
  schema: '_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor', kind: 'kernel',
  meta: (a: Tensor, b: Tensor, c: Tensor, e1: Sizes, e2: Sizes, e3: Sizes, sum: Sizes) => {
    const full = grown(a, b, c, e1, e2, e3);
    return empty(full.sizes.filter((_, i) => !sum.includes(i)), a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, c: Tensor, e1: Sizes, e2: Sizes, e3: Sizes, sum: Sizes) => {
    const full = grown(a, b, c, e1, e2, e3);
    const [x, y, z] = full.parts.map((t) => read(expandTo(t, full.sizes), t.dtype));
    const keep = full.sizes.map((_, i) => !sum.includes(i));
    const o = new Float64Array(out.numel);
    const at = new Array<number>(full.sizes.length).fill(0);
    for (let i = 0; i < x.length; i++) {
      let p = 0;
      full.sizes.forEach((s, d) => {
        if (keep[d]) p = p * s + at[d];
      });
      o[p] += x[i] * y[i] * z[i];
      for (let d = at.length - 1; d >= 0; d--) {
        if (++at[d] < full.sizes[d]) break;
        at[d] = 0;
      }
    }
    write(out, o);
  },
  derivative: derivative('TrilinearBackward0', ['i1', 'i2', 'i3'], {
    'i1, i2, i3': (c) => {
      const k = c.call;
      const [e1, e2, e3, sum] = ['expand1', 'expand2', 'expand3', 'sumdim'].map((n) => c.arg<number[]>(n));
      const r3 = c.needs('i3') ? k.one('_trilinear', c.g, c.t('i1'), c.t('i2'), sum, e1, e2, e3) : null;
      const r1 = c.needs('i1') ? k.one('_trilinear', c.g, c.t('i2'), c.t('i3'), sum, e2, e3, e1) : null;
      const r2 = c.needs('i2') ? k.one('_trilinear', c.g, c.t('i1'), c.t('i3'), sum, e1, e3, e2) : null;
      return [r1, r2, r3];
    },
  }),
};

function grown(a: Tensor, b: Tensor, c: Tensor, ...expands: [Sizes, Sizes, Sizes]): { sizes: number[]; parts: Tensor[] } {
  const parts = [a, b, c].map((t, i) => {
    let [s, r] = [[...t.sizes], [...t.strides]];
    for (const d of [...expands[i]].sort((x, y) => x - y)) {
      s = [...s.slice(0, d), 1, ...s.slice(d)];
      r = [...r.slice(0, d), 0, ...r.slice(d)];
    }
    return new Tensor(t.storage, t.dtype, s, r, t.offset);
  });
  return { sizes: parts.reduce<number[]>((s, t) => broadcastSizes(s, t.sizes), []), parts };
}

const ALIASES: readonly OpDef[] = [
  ...['Tensor', 'Scalar'].flatMap((f) => [
    twin(`multiply.${f}(Tensor self, ${f} other) -> Tensor`, `mul.${f}`), twin(`multiply_.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `mul_.${f}`),
    twin(`divide.${f}(Tensor self, ${f} other) -> Tensor`, `div.${f}`), twin(`divide_.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `div_.${f}`),
    twin(`true_divide.${f}(Tensor self, ${f} other) -> Tensor`, `div.${f}`), twin(`true_divide_.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `div_.${f}`),
    twin(`subtract.${f}(Tensor self, ${f} other, *, Scalar alpha=1) -> Tensor`.replace('Scalar other, *, ', 'Scalar other, '), `sub.${f}`),
    twin(`subtract_.${f}(Tensor(a!) self, ${f} other, *, Scalar alpha=1) -> Tensor(a!)`.replace('Scalar other, *, ', 'Scalar other, '), `sub_.${f}`),
    twin(`divide.${f}_mode(Tensor self, ${f} other, *, str? rounding_mode) -> Tensor`, `div.${f}_mode`),
    twin(`__iand__.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `bitwise_and_.${f}`), twin(`__ior__.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `bitwise_or_.${f}`),
    twin(`__ixor__.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `bitwise_xor_.${f}`),
  ]),
  twin('arctan2(Tensor self, Tensor other) -> Tensor', 'atan2'), twin('arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)', 'atan2_'),
];

const floatPower = (form: string, args: string): OpDef => composite(`float_power.${form}(${args}) -> Tensor`, (call, a: Operand, b: Operand) => {
  const wide = (x: Operand): Operand => (isTensor(x) ? call.one('to.dtype', x, float64) : kindOf(x) === 'float' ? x : call.float(numberOf(x)));
  const target = form === 'Tensor_Tensor' ? 'pow.Tensor_Tensor' : form === 'Scalar' ? 'pow.Scalar' : 'pow.Tensor_Scalar';
  const y = wide(b);
  return call.one(target, wide(a), y);
});

export const MISC: readonly OpDef[] = [
  ...ALIASES, trace, cross, ldexp, logcumsumexp, dist, frexp, isin, renorm, ...SCATTER_REDUCE, ...INDEX_REDUCE, ...cdist, ...pdist,
  shuffle('pixel_shuffle'), shuffle('pixel_unshuffle'), channelShuffle, trilinear,
  composite('isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor', isclose),
  {
    schema: 'allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, a: Tensor, b: Tensor, rtol: Scalar, atol: Scalar, nan: boolean) => {
      const sizes = broadcastSizes(a.sizes, b.sizes);
      if (a.dtype !== b.dtype) throw runtimeError(`${CPP[a.dtype.name]} did not match ${CPP[b.dtype.name]}`);
      const [x, y] = [toWorking(expandTo(a, sizes)), toWorking(expandTo(b, sizes))];
      const close = (p: number, q: number): boolean => p === q || (nan && p !== p && q !== q) || (Number.isFinite(p) && Number.isFinite(q) && Math.abs(p - q) <= numberOf(atol) + Math.abs(numberOf(rtol) * q));
      return x.every((v: number, i: number) => close(v, y[i]));
    },
  },
  {
    schema: 'equal(Tensor self, Tensor other) -> bool', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, a: Tensor, b: Tensor) => {
      if (a.dtype !== b.dtype) throw runtimeError(`Expected object of data type ${CPP[a.dtype.name]} but got data type ${CPP[b.dtype.name]} for argument 'other' in call to equal`);
      if (a.sizes.length !== b.sizes.length || a.sizes.some((s, i) => s !== b.sizes[i])) return false;
      const [x, y] = [toWorking(a), toWorking(b)];
      return x.every((v: number, i: number) => v === y[i]);
    },
  },
  composite('diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor', diff),
  ...['trapezoid', 'trapz'].flatMap((name) => [
    composite(`${name}.x(Tensor y, ${name === 'trapz' ? 'Tensor x, *, int dim=-1' : 'Tensor x, *, int dim=-1'}) -> Tensor`, (call, y: Tensor, x: Tensor, dim: number) => {
      const dx = spacing(call, y, x, dim);
      const [left, right] = trapezoidParts(call, y, dim);
      return call.div(call.sum(call.mul(call.add(left, right), dx), [dim]), call.float(2));
    }),
    composite(`${name}.dx(Tensor y, *, ${name === 'trapz' ? 'float dx=1' : 'Scalar dx=1'}, int dim=-1) -> Tensor`, (call, y: Tensor, dx: Scalar, dim: number) => trapezoid(call, y, dx, dim)),
  ]),
  composite('cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor', (call, y: Tensor, x: Tensor, dim: number) => {
    const dx = spacing(call, y, x, dim);
    const [left, right] = trapezoidParts(call, y, dim);
    return call.div(call.one('cumsum', call.mul(dx, call.add(right, left)), dim), call.float(2));
  }),
  composite('cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor', (call, y: Tensor, dx: Scalar, dim: number) => {
    const [left, right] = trapezoidParts(call, y, dim);
    return call.one('cumsum', call.mul(call.add(right, left), call.float(numberOf(dx) / 2)), dim);
  }),
  composite('cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor', cov),
  composite('corrcoef(Tensor self) -> Tensor', (call, self: Tensor) => {
    if (self.dim > 2) throw runtimeError(`corrcoef(): expected input to have two or fewer dimensions but got an input with ${self.dim} dimensions`);
    const c = cov(call, self, 1, null, null);
    if (c.dim === 0) return call.div(c, c);
    const d = call.u('sqrt', call.one('diagonal', c, 0, 0, 1));
    const rows = call.div(c, call.view(d, [-1, 1]));
    return call.one('clamp', call.div(rows, call.view(d, [1, -1])), -1, 1);
  }),
  floatPower('Tensor_Tensor', 'Tensor self, Tensor exponent'), floatPower('Scalar', 'Scalar self, Tensor exponent'), floatPower('Tensor_Scalar', 'Tensor self, Scalar exponent'),
  composite('sum_to_size(Tensor self, SymInt[] size) -> Tensor', (call, self: Tensor, size: Sizes) => {
    const lead = self.dim - size.length;
    if (lead < 0 || size.some((s, i) => s !== 1 && s !== self.sizes[i + lead])) throw runtimeError(`size {${list(size)}} is not expandable to size {${list(self.sizes)}}.`);
    const dims = self.sizes.map((_, i) => i).filter((i) => i < lead || (size[i - lead] === 1 && self.sizes[i] !== 1));
    if (size.length === 0) return call.one('sum', self);
    const r = dims.length > 0 ? call.sum(self, dims, true) : self;
    return lead > 0 ? call.view(r, size) : r;
  }),
  composite('kron(Tensor self, Tensor other) -> Tensor', (call, a: Tensor, b: Tensor) => {
    const n = Math.max(a.dim, b.dim);
    const pad = (s: Sizes): number[] => [...new Array<number>(n - s.length).fill(1), ...s];
    const [sa, sb] = [pad(a.sizes), pad(b.sizes)];
    const x = call.one('_unsafe_view', call.contiguous(a), sa.flatMap((s) => [s, 1]));
    const y = call.one('_unsafe_view', call.contiguous(b), sb.flatMap((s) => [1, s]));
    return call.one('_unsafe_view', call.mul(x, y), sa.map((s, i) => s * sb[i]));
  }),
  composite('bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor', (call, a: Tensor, b: Tensor, w: Tensor, bias: Tensor | null) => {
    if (a.dim !== b.dim) throw runtimeError(`bilinear(): input dimensions do not match: got ${a.dim} and ${b.dim}`);
    const [x, y] = [call.view(a, [-1, a.sizes[a.dim - 1]]), call.view(b, [-1, b.sizes[b.dim - 1]])];
    let out = call.one('_trilinear', x, w, y, [1, 3], [0], [1, 2], [2, 3], 1);
    out = call.reshape(out, [...a.sizes.slice(0, -1), w.sizes[0]]);
    return bias ? call.add(out, bias) : out;
  }),
  composite('cross(Tensor self, Tensor other, int? dim=None) -> Tensor', (call, a: Tensor, b: Tensor, dim: number | null) => {
    const d = dim ?? a.sizes.findIndex((s) => s === 3);
    if (dim === null && d < 0) throw runtimeError('no dimension of size 3 in input');
    return call.one('linalg_cross', a, b, d);
  }),
  composite('combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor', (call, self: Tensor, r: number, repeat: boolean) => {
    if (self.dim !== 1) throw runtimeError(`Expect a 1D vector, but got shape ${list(self.sizes)}`);
    if (r < 0) throw runtimeError(`Expect a non-negative number, but got ${r}`);
    if (r === 0) return call.one('empty.memory_format', [0], self.dtype, null, self.device, null, null);
    const n = self.numel;
    const grids = call.many('meshgrid', new Array(r).fill(self));
    const range = call.one('arange', n, int64, null, self.device, null);
    const at = call.many('meshgrid', new Array(r).fill(range));
    const mask = call.one('full', new Array(r).fill(n), true, bool, null, self.device, null);
    for (let i = 0; i < r - 1; i++) call('mul_.Tensor', mask, call.one(repeat ? 'le.Tensor' : 'lt.Tensor', at[i], at[i + 1]));
    return call.one('stack', grids.map((g) => call.one('masked_select', g, mask)), 1);
  }),
  composite('linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor', (call, a: Tensor, b: Tensor, dim: number) => {
    if (a.dim === 1 && b.dim === 1) return call.one('vdot', a, b);
    return call.sum(call.mul(a, b), [dim]);
  }),
  composite('linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor', (call, given: Tensor, N: number | null) => {
    const x = given.dim === 0 ? call.unsqueeze(given, -1) : given;
    const n = N ?? x.sizes[x.dim - 1];
    if (n <= 1) throw runtimeError('N must be greater than 1.');
    const t = call.expand(call.unsqueeze(x, -1), [...x.sizes, n - 1]);
    const p = call.one('cumprod', t, -1);
    return call.one('cat', [call.one('new_ones', p, [...x.sizes, 1]), p], -1);
  }),
  composite('fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor', (call, self: Tensor, dim: number | Sizes | null) => {
    const dims = reducedDims(dim, self.dim);
    return call.one('roll', self, dims.map((d) => Math.floor(self.sizes[d] / 2)), dims);
  }),
  composite('fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor', (call, self: Tensor, dim: number | Sizes | null) => {
    const dims = reducedDims(dim, self.dim);
    return call.one('roll', self, dims.map((d) => Math.floor((self.sizes[d] + 1) / 2)), dims);
  }),
  {
    schema: 'resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)', kind: 'kernel',
    meta: (self: Tensor, size: Sizes) => {
      resizeTo(self, size);
      return self;
    },
  },
  {
    schema: 'resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!)', kind: 'kernel',
    meta: (self: Tensor, t: Tensor) => {
      resizeTo(self, t.sizes);
      return self;
    },
  },
  {
    schema: 'as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor', kind: 'kernel',
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, src: Tensor, size: Sizes, stride: Sizes, offset: number | null) => {
      copyInto(out, self);
      copyInto(new Tensor(out.storage, out.dtype, size, stride, offset ?? 0), src);
    },
    derivative: derivative('AsStridedScatterBackward0', [], {
      self: (c) => {
        const k = c.call;
        const [size, stride, offset] = [c.arg<number[]>('size'), c.arg<number[]>('stride'), c.arg<number | null>('storage_offset')];
        const slice = k.one('as_strided', k.contiguous(c.g), size, stride, offset);
        const z = k.one('new_zeros', c.g, c.like('self').sizes);
        k('copy_', k.one('as_strided', z, size, stride, offset), slice, false);
        return z;
      },
      src: (c) => c.call.contiguous(c.call.one('as_strided', c.g, c.arg('size'), c.arg('stride'), c.arg('storage_offset'))),
    }),
  },
  {
    schema: 'nonzero_static(Tensor self, *, SymInt size, int fill_value=-1) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, size: number) => empty([size, self.dim], int64, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, size: number, value: number) => {
      fill(out, value);
      const w = toWorking(self);
      const flat = Float64Array.from(toWorking(out));
      let k = 0;
      for (let i = 0; i < w.length && k < size; i++) {
        if (w[i] === 0) continue;
        let rest = i;
        for (let d = self.dim - 1; d >= 0; d--) {
          flat[k * self.dim + d] = rest % self.sizes[d];
          rest = Math.floor(rest / self.sizes[d]);
        }
        k++;
      }
      fromWorking(out, flat);
    },
  },
  inPlaceView('squeeze_', '', 'squeeze'), inPlaceView('squeeze_.dim', 'int dim', 'squeeze.dim'), inPlaceView('unsqueeze_', 'int dim', 'unsqueeze'), inPlaceView('t_', '', 't'),
  inPlaceView('transpose_', 'int dim0, int dim1', 'transpose.int'), inPlaceView('as_strided_', 'SymInt[] size, SymInt[] stride, SymInt? storage_offset=None', 'as_strided'),
];
