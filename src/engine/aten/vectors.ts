/**
 * Products and traces beside the matrix products: trace, cross, kron, vecdot, vander, combinations.
 *
 * Composites follow LinearAlgebra.cpp, Cross.cpp and BatchLinearAlgebra.cpp. Leaves out the kernels' vectorised order of sums.
 */
import { empty } from '../tensor/create.ts';
import { bool, int64 } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP, promoteTypes } from '../tensor/promotion.ts';
import { broadcastSizes, wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { along, list, type Sizes } from './dims.ts';
import { composite, derivative, type OpDef } from './op.ts';
import { dest, expandTo, read, roundingOf, write } from './work.ts';

const trace: OpDef = {
  schema: 'trace(Tensor self) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor) => {
    if (self.dim !== 2) throw runtimeError(`trace: expected a matrix, but got tensor with dim ${self.dim}`);
    return empty([], self.dtype.category === 'float' ? self.dtype : int64, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor) => {
    if (self.dtype.category === 'bool') throw notImplementedFor('trace', 'Bool');
    const w = read(self, out.dtype);
    // Added in double precision, rounded once.
    let s = 0;
    for (let i = 0; i < Math.min(...self.sizes); i++) s += w[i * self.sizes[1] + i];
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
  schema: 'linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor, dim: number) => {
    if (a.dim !== b.dim) throw runtimeError('linalg.cross: inputs must have the same number of dimensions.');
    const d = wrapDim(dim, a.dim);
    if (a.sizes[d] !== 3 || b.sizes[d] !== 3)
      throw runtimeError(`linalg.cross: inputs dimension ${dim} must have length 3. Got ${a.sizes[d]} and ${b.sizes[d]}`);
    return empty(broadcastSizes(a.sizes, b.sizes), promoteTypes(a.dtype, b.dtype), { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, dim: number) => {
    const d = wrapDim(dim, out.dim);
    const { outer, inner } = along(out.sizes, d);
    const [x, y] = [read(expandTo(a, out.sizes), out.dtype), read(expandTo(b, out.sizes), out.dtype)];
    const r = roundingOf(out.dtype);
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

export const VECTORS: readonly OpDef[] = [
  trace,
  cross,
  composite('kron(Tensor self, Tensor other) -> Tensor', (call, a: Tensor, b: Tensor) => {
    const n = Math.max(a.dim, b.dim);
    const pad = (s: Sizes): number[] => [...new Array<number>(n - s.length).fill(1), ...s];
    const [sa, sb] = [pad(a.sizes), pad(b.sizes)];
    const x = call.one(
      '_unsafe_view',
      a,
      sa.flatMap((s) => [s, 1]),
    );
    const y = call.one(
      '_unsafe_view',
      b,
      sb.flatMap((s) => [1, s]),
    );
    return call.one(
      '_unsafe_view',
      call.mul(x, y),
      sa.map((s, i) => s * sb[i]),
    );
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
    return call.one(
      'stack',
      grids.map((g) => call.one('masked_select', g, mask)),
      1,
    );
  }),
  composite('linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor', (call, a: Tensor, b: Tensor, dim: number) => {
    if (a.dtype.category !== 'float' && a.dtype.category !== 'complex')
      throw runtimeError(`linalg.vecdot: Expected a floating point or complex tensor as input. Got ${CPP[a.dtype.name]}`);
    if (a.dim === 1 && b.dim === 1) return call.one('vdot', a, b);
    return call.sum(call.mul(call.conj(a), b), [dim]);
  }),
  composite('linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor', (call, given: Tensor, N: number | null) => {
    if (given.dtype.category === 'bool') throw runtimeError('linalg.vander supports floating point, complex, and integer tensors, but got Bool');
    const x = given.dim === 0 ? call.unsqueeze(given, -1) : given;
    const n = N ?? x.sizes[x.dim - 1];
    if (n <= 1) throw runtimeError('N must be greater than 1.');
    const t = call.expand(call.unsqueeze(x, -1), [...x.sizes, n - 1]);
    const p = call.one('cumprod', t, -1);
    return call.one('cat', [call.one('new_ones', p, [...x.sizes, 1]), p], -1);
  }),
];
