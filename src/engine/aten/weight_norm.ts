/**
 * Weight normalisation: a weight as its length times its direction, after WeightNorm.cpp and WeightNormKernel.cpp.
 *
 * The fused kernel keeps the first or the last dimension; any other is composed of plain operators. Sums over a row go in
 * vector lanes, sums over columns row by row. Leaves out half types' wider accumulators in the fused kernel.
 */
import { empty } from '../tensor/create.ts';
import { newWorking } from '../tensor/access.ts';
import { bfloat16, float16, float32 } from '../tensor/dtype.ts';
import { rowReduceSum } from '../tensor/rows.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { dest, read } from './work.ts';

/** Norms over all dimensions but one, kept as ones around it; dim -1: one norm of all. */
function normExceptDim(call: Call, v: Tensor, p: number, dim: number): Tensor {
  if (dim === -1) return call.one('norm.Scalar', v, p);
  const size = (at: number): number[] => v.sizes.map((s, i) => (i === at ? s : 1));
  const flat = (shape: number[]): Tensor => call.one('view', call.one('contiguous', v, 'contiguous_format'), shape);
  if (dim === 0) return call.one('view', call.one('norm.ScalarOpt_dim', flat([v.sizes[0], -1]), p, [1], false), size(0));
  const last = v.dim - 1;
  if (dim === last) return call.one('view', call.one('norm.ScalarOpt_dim', flat([-1, v.sizes[last]]), p, [0], false), size(last));
  return call.one('transpose.int', normExceptDim(call, call.one('transpose.int', v, 0, dim), p, 0), 0, dim);
}

/** Rows and columns of the fused kernel; `byRow`: the kept dimension is the first. */
function layout(v: Tensor, dim: number): { byRow: boolean; rows: number; cols: number } {
  const byRow = dim === 0;
  const kept = byRow ? v.sizes[0] : v.sizes[v.dim - 1];
  const rest = v.numel / Math.max(kept, 1);
  return byRow ? { byRow, rows: kept, cols: rest } : { byRow, rows: rest, cols: kept };
}

const rounding = (t: Tensor): ((x: number) => number) => (t.dtype.name === 'float64' ? (x) => x : Math.fround);

/** For each kept slice the sum of products of two arrays. */
function sums(a: ArrayLike<number>, b: ArrayLike<number>, like: Tensor, byRow: boolean, rows: number, cols: number): ArrayLike<number> {
  const r = rounding(like);
  const out = newWorking(like.dtype, byRow ? rows : cols);
  const line = newWorking(like.dtype, cols);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      if (byRow) line[j] = a[i * cols + j] * b[i * cols + j];
      else out[j] += r(a[i * cols + j] * b[i * cols + j]);
    }
    if (byRow) out[i] = rowReduceSum(line, 0, cols);
  }
  return out;
}

const fused: OpDef = {
  schema: '_weight_norm_interface(Tensor v, Tensor g, int dim=0) -> (Tensor, Tensor)',
  kind: 'kernel',
  meta: (v: Tensor, g: Tensor) => [
    empty(v.sizes, v.dtype, { device: v.device }),
    empty(g.sizes, g.dtype === bfloat16 ? float32 : g.dtype, { device: g.device }),
  ],
  kernel: ([w, norm]: Tensor[], v: Tensor, g: Tensor, dim: number) => {
    const { byRow, rows, cols } = layout(v, dim);
    const r = rounding(v);
    const x = read(v, v.dtype);
    const length = read(g, g.dtype);
    const square = sums(x, x, v, byRow, rows, cols);
    const [o, n] = [dest(w), dest(norm)];
    for (let k = 0; k < square.length; k++) n.w[k] = r(Math.sqrt(square[k]));
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) {
        const k = byRow ? i : j;
        o.w[i * cols + j] = x[i * cols + j] * r(length[k] / n.w[k]);
      }
    }
    o.flush();
    n.flush();
  },
  derivative: derivative(
    'WeightNormInterfaceBackward0',
    ['v', 'g', 'result1'],
    {
      'v, g': (c) =>
        c.call.many(
          c.call.gradMode() ? '_weight_norm_differentiable_backward' : '_weight_norm_interface_backward',
          c.call.one('contiguous', c.g, 'contiguous_format'),
          c.t('v'),
          c.t('g'),
          c.results[1],
          c.arg('dim'),
        ),
    },
    [1],
  ),
};

const fusedBack: OpDef = {
  schema: '_weight_norm_interface_backward(Tensor grad_w, Tensor saved_v, Tensor saved_g, Tensor saved_norms, int dim) -> (Tensor, Tensor)',
  kind: 'kernel',
  meta: (_w: Tensor, v: Tensor, g: Tensor) => [empty(v.sizes, v.dtype, { device: v.device }), empty(g.sizes, g.dtype, { device: g.device })],
  kernel: ([dv, dg]: Tensor[], grad: Tensor, v: Tensor, g: Tensor, norms: Tensor, dim: number) => {
    const { byRow, rows, cols } = layout(v, dim);
    const r = rounding(v);
    const [gw, x, length, n] = [read(grad, grad.dtype), read(v, v.dtype), read(g, g.dtype), read(norms, norms.dtype)];
    const products = sums(gw, x, v, byRow, rows, cols);
    const [ov, og] = [dest(dv), dest(dg)];
    for (let k = 0; k < products.length; k++) og.w[k] = r(products[k] / n[k]);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) {
        const k = byRow ? i : j;
        const a = r(length[k] / n[k]);
        const b = r(r(a * og.w[k]) / n[k]);
        ov.w[i * cols + j] = r(a * gw[i * cols + j]) - r(b * x[i * cols + j]);
      }
    }
    ov.flush();
    og.flush();
  },
};

/** The same in plain operators, so that it can be differentiated again. */
function differentiable(call: Call, grad: Tensor, v: Tensor, g: Tensor, norms: Tensor, dim: number): Tensor[] {
  const n = call.one('to.dtype', norms, g.dtype, false, false, null);
  const bcast = v.sizes.map((s, i) => (i === (dim === 0 ? 0 : v.dim - 1) ? s : 1));
  const flat = dim === 0 ? [v.sizes[0], -1] : [-1, v.sizes[v.dim - 1]];
  const product = call.one('view', call.mul(grad, v), flat);
  const sum = call.one('view', call.one('sum.dim_IntList', product, [dim === 0 ? 1 : 0], false, null), bcast);
  const dv = call.mul(call.div(g, n), call.sub(grad, call.mul(v, call.div(sum, call.mul(n, n)))));
  return [dv, call.div(sum, n)];
}

const isHalf = (t: Tensor): boolean => t.dtype === float16;

export const WEIGHT_NORM: readonly OpDef[] = [
  {
    schema: 'norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor',
    kind: 'composite',
    composite: (call: Call, v: Tensor, p: Scalar, dim: number) => normExceptDim(call, v, Number(p), dim),
  },
  {
    schema: '_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor',
    kind: 'composite',
    composite: (call: Call, vIn: Tensor, gIn: Tensor, dim: number) => {
      const v = call.one('contiguous', vIn, 'contiguous_format');
      const g = call.one('contiguous', gIn, 'contiguous_format');
      if (!isHalf(v) && !isHalf(g) && (dim === 0 || dim === v.dim - 1)) return call.many('_weight_norm_interface', v, g, dim)[0];
      return call.mul(v, call.div(g, normExceptDim(call, v, 2, dim)));
    },
  },
  {
    schema: '_weight_norm_differentiable_backward(Tensor grad_w, Tensor saved_v, Tensor saved_g, Tensor saved_norms, int dim) -> (Tensor, Tensor)',
    kind: 'composite',
    composite: differentiable,
  },
  fused,
  fusedBack,
];
