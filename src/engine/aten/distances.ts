/**
 * Distances: dist of two tensors, cdist and pdist between all pairs of rows, with their backward operators.
 *
 * After Distance.cpp. Every pair is walked in the direct way: cdist's way through a matrix product for many rows is left
 * out.
 */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import { broadcastSizes, numelOf } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type BackwardContext, composite, derivative, type OpDef, type Scalar } from './op.ts';
import { expandTo, numberOf, read, write } from './work.ts';

const dist: OpDef = {
  schema: 'dist(Tensor self, Tensor other, Scalar p=2) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor) => empty([], a.dtype, { device: a.device }),
  kernel: (out: Tensor, a: Tensor, b: Tensor, p: Scalar) => {
    const sizes = broadcastSizes(a.sizes, b.sizes);
    const [x, y] = [read(expandTo(a, sizes), out.dtype), read(expandTo(b, sizes), out.dtype)];
    write(out, [
      pNorm(
        Float64Array.from(x, (v, i) => Math.fround(v - y[i])),
        numberOf(p),
      ),
    ]);
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

/** Distances between all pairs of rows. */
function pairDistances(x: Tensor, y: Tensor, p: number): Float64Array {
  const [P, M] = [x.sizes[x.dim - 2], x.sizes[x.dim - 1]];
  const R = y.sizes[y.dim - 2];
  const batch = numelOf(x.sizes.slice(0, -2));
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
    if (a.sizes[a.dim - 1] !== b.sizes[b.dim - 1])
      throw runtimeError(`X1 and X2 must have the same number of columns. X1: ${a.sizes[a.dim - 1]} X2: ${b.sizes[b.dim - 1]}`);
    if (numberOf(p) < 0) throw runtimeError('cdist only supports non-negative p values');
    return call.one('_cdist_forward', a, b, p, mode);
  }),
  {
    schema: '_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor',
    kind: 'kernel',
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
    schema: '_pdist_forward(Tensor self, float p=2) -> Tensor',
    kind: 'kernel',
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
    schema: '_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor',
    kind: 'kernel',
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

export const DISTANCES: readonly OpDef[] = [dist, ...cdist, ...pdist];
