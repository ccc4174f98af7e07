/**
 * Differences and sums along sample points: diff, trapezoid, cumulative_trapezoid.
 *
 * After Integration.cpp and ReduceOps.cpp. Leaves out torch.gradient.
 */
import { bool } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Call, composite, type OpDef, type Scalar } from './op.ts';
import { numberOf } from './work.ts';

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
    const [lo, hi] = [call.slice(t, dim, 0, size - 1), call.slice(t, dim, 1, size)];
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
    const view = call.view(
      x,
      y.sizes.map((_, i) => (i === d ? x.sizes[0] : 1)),
    );
    return call.sub(call.slice(view, d, 1, null), call.slice(view, d, 0, -1));
  }
  const shaped = x.dim < y.dim ? call.view(x, [...new Array<number>(y.dim - x.dim).fill(1), ...x.sizes]) : x;
  return call.sub(call.slice(shaped, dim, 1, null), call.slice(shaped, dim, 0, -1));
}

function trapezoid(call: Call, y: Tensor, dx: Scalar, dim: number): Tensor {
  if (y.sizes[wrapDim(dim, y.dim)] === 0)
    return call.one(
      'zeros',
      y.sizes.filter((_, i) => i !== wrapDim(dim, y.dim)),
      y.dtype,
      null,
      y.device,
      null,
    );
  const ends = call.mul(call.add(call.select(y, dim, 0), call.select(y, dim, -1)), call.float(0.5));
  return call.mul(call.sub(call.sum(y, [dim]), ends), dx);
}

export const INTEGRATION: readonly OpDef[] = [
  composite('diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor', diff),
  ...['trapezoid', 'trapz'].flatMap((name) => [
    composite(`${name}.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor`, (call, y: Tensor, x: Tensor, dim: number) => {
      const dx = spacing(call, y, x, dim);
      const [left, right] = trapezoidParts(call, y, dim);
      return call.div(call.sum(call.mul(call.add(left, right), dx), [dim]), call.float(2));
    }),
    composite(`${name}.dx(Tensor y, *, ${name === 'trapz' ? 'float dx=1' : 'Scalar dx=1'}, int dim=-1) -> Tensor`, (call, y: Tensor, dx: Scalar, dim: number) =>
      trapezoid(call, y, dx, dim),
    ),
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
];
