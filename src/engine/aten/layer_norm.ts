/** Layer normalisation with its backward operator; RMS norm as its composite. */
import { empty } from '../tensor/create.ts';
import { float32 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { newWorking } from '../tensor/access.ts';
import { rowMoments, rowReduceSum } from '../tensor/rows.ts';
import { numelOf } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { dest, isReduced, numberOf, read, roundingOf, write } from './work.ts';
import { mixedTypes, statType } from './norm_shared.ts';

function layerSplit(input: Tensor, shape: Sizes): { rows: number; cols: number } {
  const axis = input.dim - shape.length;
  return { rows: numelOf(input.sizes.slice(0, axis)), cols: numelOf(shape) };
}

function checkLayer(input: Tensor, shape: Sizes, weight: Tensor | null, bias: Tensor | null, star = '*, '): void {
  if (shape.length < 1)
    throw runtimeError('Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []');
  for (const [t, name] of [
    [weight, 'weight'],
    [bias, 'bias'],
  ] as const) {
    if (t && (t.dim !== shape.length || t.sizes.some((s, i) => s !== shape[i]))) {
      throw runtimeError(
        `Expected ${name} to be of same shape as normalized_shape, but got ${name} of shape ${list(t.sizes)} and normalized_shape = ${list(shape)}`,
      );
    }
  }
  const tail = input.sizes.slice(input.dim - shape.length);
  if (input.dim < shape.length || tail.some((s, i) => s !== shape[i])) {
    throw runtimeError(
      `Given normalized_shape=${list(shape)}, expected input with shape [${star}${shape.join(', ')}], but got input of size${list(input.sizes)}`,
    );
  }
}

const layerNorm: OpDef = {
  schema: 'native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (input: Tensor, shape: Sizes, weight: Tensor | null, bias: Tensor | null) => {
    checkLayer(input, shape, weight, bias);
    const axis = input.dim - shape.length;
    const stat = input.sizes.map((s, i) => (i < axis ? s : 1));
    const d = statType(input, weight);
    const o = { device: input.device };
    return [empty(input.sizes, input.dtype, o), empty(stat, d, o), empty(stat, d, o)];
  },
  kernel: ([y, mean, rstd]: Tensor[], input: Tensor, shape: Sizes, weight: Tensor | null, bias: Tensor | null, eps: Scalar) => {
    mixedTypes('LayerNormKernelImpl', input, [weight, bias]);
    const { rows, cols } = layerSplit(input, shape);
    const x = read(input, input.dtype);
    const w = weight ? read(weight, weight.dtype) : null;
    const b = bias ? read(bias, bias.dtype) : null;
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    const [o, om, os] = [dest(y), dest(mean), dest(rstd)];
    for (let i = 0; i < rows; i++) {
      const { mean: mu, variance } = rowMoments(x, i * cols, cols, 0, isReduced(input.dtype));
      const s = r(1 / r(Math.sqrt(r(r(variance) + r(numberOf(eps))))));
      for (let j = 0; j < cols; j++) {
        const v = r(r(x[i * cols + j] - mu) * s);
        o.w[i * cols + j] = r(v * (w ? w[j] : 1)) + (b ? b[j] : 0);
      }
      om.w[i] = mu;
      os.w[i] = s;
    }
    o.flush();
    om.flush();
    os.flush();
  },
  derivative: derivative(
    'NativeLayerNormBackward0',
    ['input', 'weight', 'bias', 'result1', 'result2'],
    {
      'input, weight, bias': (c) =>
        c.call.many('native_layer_norm_backward', c.g, c.t('input'), c.arg('normalized_shape'), c.results[1], c.results[2], c.arg('weight'), c.arg('bias'), [
          c.needs('input'),
          c.needs('weight'),
          c.needs('bias'),
        ]),
    },
    [1, 2],
  ),
};

const layerNormBack: OpDef = {
  schema:
    'native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (_g: Tensor, input: Tensor, _s: Sizes, _m: Tensor, _r: Tensor, weight: Tensor | null, bias: Tensor | null, mask: boolean[]) =>
    [
      mask[0] ? empty(input.sizes, input.dtype, { device: input.device }) : null,
      mask[1] && weight ? empty(weight.sizes, weight.dtype, { device: weight.device }) : null,
      mask[2] && bias ? empty(bias.sizes, bias.dtype, { device: bias.device }) : null,
    ] as Tensor[],
  kernel: ([dx, dw, db]: (Tensor | null)[], grad: Tensor, input: Tensor, shape: Sizes, mean: Tensor, rstd: Tensor, weight: Tensor | null) => {
    const { rows, cols } = layerSplit(input, shape);
    const [g, x, mu, rs] = [read(grad, grad.dtype), read(input, input.dtype), read(mean, mean.dtype), read(rstd, rstd.dtype)];
    const w = weight ? read(weight, weight.dtype) : null;
    // The order of operations is that of layer_norm_backward_frame (layer_norm_kernel.cpp), sums in vector lanes.
    const r = grad.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    if (dx) {
      const o = dest(dx);
      const [first, second] = [newWorking(grad.dtype, cols), newWorking(grad.dtype, cols)];
      const scale = r(1 / cols);
      for (let i = 0; i < rows; i++) {
        const at = i * cols;
        for (let j = 0; j < cols; j++) {
          first[j] = r(g[at + j] * x[at + j]) * (w ? w[j] : 1);
          second[j] = g[at + j] * (w ? w[j] : 1);
        }
        const [ds, sum] = [rowReduceSum(first, 0, cols), rowReduceSum(second, 0, cols)];
        const a = rs[i];
        const b = r(r(r(r(r(r(sum * mu[i]) - ds) * a) * a) * a) * scale);
        const c = r(r(-b * mu[i]) - r(r(sum * a) * scale));
        for (let j = 0; j < cols; j++) o.w[at + j] = r(r(r(a * g[at + j]) * (w ? w[j] : 1)) + r(b * x[at + j])) + c;
      }
      o.flush();
    }
    // Rows are summed in a buffer of the input's type.
    const half = isReduced(input.dtype) ? roundingOf(input.dtype) : null;
    const [sw, sb] = [newWorking(grad.dtype, cols), newWorking(grad.dtype, cols)];
    for (let i = 0; i < rows; i++) {
      const shift = r(-rs[i] * mu[i]);
      for (let j = 0; j < cols; j++) {
        sw[j] += r(g[i * cols + j] * r(r(rs[i] * x[i * cols + j]) + shift));
        sb[j] += g[i * cols + j];
        if (half) [sw[j], sb[j]] = [half(sw[j]), half(sb[j])];
      }
    }
    if (dw) write(dw, sw);
    if (db) write(db, sb);
  },
};

function rmsNorm(call: Call, input: Tensor, shape: Sizes, weight: Tensor | null, eps: Scalar | null): Tensor {
  checkLayer(input, shape, weight, null, '*');
  const dims = shape.map((_, i) => input.dim - shape.length + i);
  const wide = isReduced(input.dtype) ? call.one('to.dtype', input, float32) : input;
  const e = eps === null ? (wide.dtype.name === 'float64' ? 2.220446049250313e-16 : 1.1920928955078125e-7) : numberOf(eps);
  const mean = call.one('mean.dim', call.pow(wide, 2), dims, true, null);
  const r = call.u('rsqrt', call.one('add_.Scalar', mean, call.float(e), 1));
  let out = call.mul(wide, r);
  if (weight) out = call.mul(out, weight);
  return call.contiguous(out.dtype === input.dtype ? out : call.one('to.dtype', out, input.dtype));
}

export const LAYER_NORM: readonly OpDef[] = [
  layerNorm,
  layerNormBack,
  {
    schema: 'layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enable=True) -> Tensor',
    kind: 'composite',
    composite: (call, input: Tensor, shape: Sizes, weight: Tensor | null, bias: Tensor | null, eps: Scalar) =>
      call.many('native_layer_norm', input, shape, weight, bias, eps)[0],
  },
  {
    schema: 'rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor',
    kind: 'composite',
    composite: rmsNorm,
  },
];
