/**
 * Distances: dist of two tensors, cdist and pdist between all pairs of rows, with their backward operators.
 *
 * After Distance.cpp. More than 25 rows go through a matrix product, as there.
 */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import { CPP } from '../tensor/promotion.ts';
import { broadcastSizes, numelOf } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { below } from './below.ts';
import { noHalf } from './no_half.ts';
import { type BackwardContext, composite, derivative, type OpDef, type Scalar } from './op.ts';
import { accumulatingIn, expandTo, numberOf, read, write } from './work.ts';

/** cdist's rows beyond which it takes the matrix product. */
const MANY_ROWS = 25;

const dist: OpDef = {
  schema: 'dist(Tensor self, Tensor other, Scalar p=2) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor) => empty([], a.dtype, { device: a.device }),
  kernel: (out: Tensor, a: Tensor, b: Tensor, p: Scalar) => {
    const apart = below.sub(a, b);
    const type = apart.dtype;
    if (type.category === 'int' || type.category === 'bool')
      throw runtimeError(`norm(): input dtype should be either floating point or complex. Got ${CPP[type.name]} instead.`);
    write(out, read(below.one('linalg_vector_norm', apart, p), out.dtype));
  },
  derivative: derivative('DistBackward0', ['self', 'other', 'result'], {
    self: (c) => normGrad(c, c.call.sub(c.t('self'), c.t('other'))),
    other: (c) => c.call.neg(normGrad(c, c.call.sub(c.t('self'), c.t('other')))),
  }),
};

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

/** One coordinate's difference, and how two of them join: the structs of Dist in DistanceOpsKernel.cpp. */
function pairForms(p: number, r: (v: number) => number): { map: (d: number) => number; join: (a: number, b: number) => number; end: (s: number) => number } {
  const same = (v: number): number => v;
  const join = (a: number, b: number): number => r(a + b);
  if (p === 0) return { map: (d) => Math.min(Math.ceil(d), 1), join, end: same };
  if (p === 1) return { map: same, join, end: same };
  if (p === 2) return { map: (d) => r(d * d), join, end: Math.sqrt };
  if (p === Infinity) return { map: same, join: (a, b) => (a !== a || b !== b ? Number.NaN : Math.max(a, b)), end: same };
  return { map: (d) => r(m.pow(d, p)), join, end: (s) => m.pow(s, 1 / p) };
}

/** Distances between all pairs of rows, summed one coordinate after another in the type of the rows. */
function pairDistances(x: Tensor, y: Tensor, p: number): Float64Array {
  const [P, M] = [x.sizes[x.dim - 2], x.sizes[x.dim - 1]];
  const R = y.sizes[y.dim - 2];
  const batch = numelOf(x.sizes.slice(0, -2));
  const [a, b] = [read(x, x.dtype), read(y, y.dtype)];
  const r = accumulatingIn(x.dtype);
  const { map, join, end } = pairForms(p, r);
  const out = new Float64Array(batch * P * R);
  for (let n = 0; n < batch; n++) {
    for (let i = 0; i < P; i++) {
      for (let j = 0; j < R; j++) {
        let sum = 0;
        for (let k = 0; k < M; k++) sum = join(sum, map(Math.abs(r(a[(n * P + i) * M + k] - b[(n * R + j) * M + k]))));
        out[(n * P + i) * R + j] = end(sum);
      }
    }
  }
  return out;
}

const cdist: OpDef[] = [
  composite('cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None) -> Tensor', (call, a: Tensor, b: Tensor, p: Scalar, mode: number | null) => {
    if (a.dim < 2) throw runtimeError(`cdist only supports at least 2D tensors, X1 got: ${a.dim}D`);
    if (b.dim < 2) throw runtimeError(`cdist only supports at least 2D tensors, X2 got: ${b.dim}D`);
    if (a.sizes[a.dim - 1] !== b.sizes[b.dim - 1])
      throw runtimeError(`X1 and X2 must have the same number of columns. X1: ${a.sizes[a.dim - 1]} X2: ${b.sizes[b.dim - 1]}`);
    if (numberOf(p) < 0) throw runtimeError('cdist only supports non-negative p values');
    const [rows, columns] = [a.sizes[a.dim - 2], b.sizes[b.dim - 2]];
    const lead = broadcastSizes(a.sizes.slice(0, -2), b.sizes.slice(0, -2));
    const batch = numelOf(lead);
    const products = mode === 1 || ((mode ?? 0) === 0 && Math.max(rows, columns) > MANY_ROWS);
    if (numberOf(p) !== 2 || !products || batch * rows * columns * a.sizes[a.dim - 1] === 0) return call.one('_cdist_forward', a, b, p, mode);
    const flat = (t: Tensor): Tensor => call.view(call.contiguous(call.expand(t, [...lead, ...t.sizes.slice(-2)])), [batch, ...t.sizes.slice(-2)]);
    const [x, y] = [flat(a), flat(b)];
    const d = batch === 1 ? call.one('_euclidean_dist', a, b) : call.one('_euclidean_dist', x, y);
    return call.view(d, [...lead, rows, columns]);
  }),
  {
    // Squares of rows beside the rows themselves make one matrix product of the distance: Distance.cpp, _euclidean_dist.
    schema: '_euclidean_dist(Tensor x1, Tensor x2) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor) =>
      empty([...broadcastSizes(a.sizes.slice(0, -2), b.sizes.slice(0, -2)), a.sizes[a.dim - 2], b.sizes[b.dim - 2]], a.dtype, { device: a.device }),
    kernel: (out: Tensor, a: Tensor, b: Tensor) => {
      const k = below;
      const squares = (t: Tensor): Tensor => k.sum(k.pow(t, 2), [-1], true);
      const [na, nb] = [squares(a), squares(b)];
      const left = k.one('cat', [k.mul(a, -2), na, k.one('ones_like', na)], -1);
      const right = k.one('cat', [b, k.one('ones_like', nb), nb], -1);
      write(out, read(k.u('sqrt', k.one('clamp_min', k.one('matmul', left, k.transpose(right, -2, -1)), 0)), out.dtype));
    },
    derivative: derivative('EuclideanDistBackward0', ['x1', 'x2', 'result'], {
      'x1,x2': euclideanGrads,
    }),
  },
  {
    schema: '_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor) => {
      const lead = broadcastSizes(a.sizes.slice(0, -2), b.sizes.slice(0, -2));
      return empty([...lead, a.sizes[a.dim - 2], b.sizes[b.dim - 2]], a.dtype, { device: a.device });
    },
    kernel: (out: Tensor, a: Tensor, b: Tensor, p: Scalar) => {
      noHalf(a, 'cdist');
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
    schema: '_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, a: Tensor) => empty([...g.sizes.slice(0, -2), ...a.sizes.slice(-2)], a.dtype, { device: a.device }),
    kernel: (out: Tensor, grad: Tensor, x1: Tensor, x2: Tensor, pp: Scalar, cd: Tensor) => {
      const p = numberOf(pp);
      const lead = out.sizes.slice(0, -2);
      const [P, M] = out.sizes.slice(-2);
      const R = x2.sizes[x2.dim - 2];
      const [g, a, b, y] = [
        read(grad, grad.dtype),
        read(expandTo(x1, [...lead, P, M]), x1.dtype),
        read(expandTo(x2, [...lead, R, M]), x2.dtype),
        read(cd, cd.dtype),
      ];
      const batch = lead.reduce((s, v) => s * v, 1);
      const r = accumulatingIn(out.dtype);
      const o = new Float64Array(out.numel);
      for (let n = 0; n < batch; n++) {
        for (let i = 0; i < P; i++) {
          for (let j = 0; j < R; j++) {
            const at = (n * P + i) * R + j;
            for (let k = 0; k < M; k++) {
              const x = (n * P + i) * M + k;
              o[x] = r(o[x] + pairSlope(r(a[x] - b[(n * R + j) * M + k]), g[at], y[at], p, r));
            }
          }
        }
      }
      write(out, o);
    },
  },
];

/** Both gradients at once: where the distance of rows is nothing the slope is too, and sums over rows are matrix products. */
function euclideanGrads(c: BackwardContext): (Tensor | null)[] {
  const k = c.call;
  const [a, b] = [c.t('x1'), c.t('x2')];
  const ratio = k.div(c.g, c.result);
  k.one('masked_fill_.Scalar', ratio, k.one('eq.Scalar', c.result, 0), 0);
  const toFirst = k.one('matmul', ratio, b);
  const first = k.sub(k.mul(a, k.sum(ratio, [-1], true)), toFirst);
  const toSecond = k.one('matmul', k.transpose(ratio, -2, -1), a);
  return [first, k.sub(k.mul(b, k.unsqueeze(k.sum(ratio, [-2], false), -1)), toSecond)];
}

/** d|x|_p / dx for one coordinate difference, rounded by `r` as the kernel's vectors round. */
function pairSlope(d: number, g: number, norm: number, p: number, r: (v: number) => number): number {
  if (p === 0) return 0;
  if (p === 1) return Math.sign(d) * g;
  if (norm === 0) return 0;
  if (p === 2) return r(r(g * d) / norm);
  if (p === Infinity) return Math.abs(d) === norm ? Math.sign(d) * g : 0;
  const away = r(m.pow(norm, r(p - 1)));
  const near = p < 2 ? Math.sign(d) * r(m.pow(Math.abs(d), r(p - 1))) : r(d * r(m.pow(Math.abs(d), r(p - 2))));
  return r(r(near * g) / away);
}

const pdist: OpDef[] = [
  composite('pdist(Tensor self, float p=2) -> Tensor', (call, self: Tensor, p: Scalar) => {
    if (self.dim !== 2) throw runtimeError(`pdist only supports 2D tensors, got: ${self.dim}D`);
    if (self.dtype.category !== 'float') throw runtimeError('pdist only supports floating-point dtypes');
    return call.one('_pdist_forward', call.contiguous(self), p);
  }),
  {
    schema: '_pdist_forward(Tensor self, float p=2) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => empty([(self.sizes[0] * (self.sizes[0] - 1)) / 2 || 0], self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, p: Scalar) => {
      noHalf(self, 'pdist');
      const n = self.sizes[0];
      const d = pairDistances(self, self, numberOf(p));
      const flat: number[] = [];
      for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) flat.push(d[i * n + j]);
      write(out, flat);
    },
    derivative: derivative('PdistBackward0', ['self', 'result'], { self: (c) => c.call.one('_pdist_backward', c.g, c.t('self'), c.arg('p'), c.result) }),
  },
  {
    schema: '_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor',
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, grad: Tensor, self: Tensor, p: Scalar, pd: Tensor) => {
      const [n, M] = self.sizes;
      const [g, x, y] = [read(grad, grad.dtype), read(self, self.dtype), read(pd, pd.dtype)];
      const o = new Float64Array(out.numel);
      const r = accumulatingIn(out.dtype);
      let k = 0;
      for (let i = 0; i < n; i++) {
        for (let j = i + 1; j < n; j++, k++) {
          for (let e = 0; e < M; e++) {
            const v = pairSlope(r(x[i * M + e] - x[j * M + e]), g[k], y[k], numberOf(p), r);
            o[i * M + e] = r(o[i * M + e] + v);
            o[j * M + e] = r(o[j * M + e] - v);
          }
        }
      }
      write(out, o);
    },
  },
];

export const DISTANCES: readonly OpDef[] = [dist, ...cdist, ...pdist];
