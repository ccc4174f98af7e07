/** Layer, group and batch normalisation with their backward operators; RMS norm as its composite. */
import { empty, emptyLike } from '../tensor/create.ts';
import { type DType, DTYPES, float32 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { newWorking } from '../tensor/access.ts';
import { rowMoments, rowReduceSum } from '../tensor/rows.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { dest, isReduced, numberOf, read, write } from './work.ts';

const prod = (s: Sizes): number => s.reduce((a, b) => a * b, 1);
/** Statistics of half types are kept in float32 when the weights are. */
const statType = (x: Tensor, weight: Tensor | null): DType => (isReduced(x.dtype) && weight && weight.dtype === float32 ? float32 : x.dtype);

function layerSplit(input: Tensor, shape: Sizes): { rows: number; cols: number } {
  const axis = input.dim - shape.length;
  return { rows: prod(input.sizes.slice(0, axis)), cols: prod(shape) };
}

function checkLayer(input: Tensor, shape: Sizes, weight: Tensor | null, bias: Tensor | null): void {
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
    throw runtimeError(`Given normalized_shape=${list(shape)}, expected input with shape [*, ${shape.join(', ')}], but got input of size${list(input.sizes)}`);
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
      mask[0] ? emptyLike(input) : null,
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
    const [sw, sb] = [newWorking(grad.dtype, cols), newWorking(grad.dtype, cols)];
    for (let i = 0; i < rows; i++) {
      const shift = r(-rs[i] * mu[i]);
      for (let j = 0; j < cols; j++) {
        sw[j] += r(g[i * cols + j] * r(r(rs[i] * x[i * cols + j]) + shift));
        sb[j] += g[i * cols + j];
      }
    }
    if (dw) write(dw, sw);
    if (db) write(db, sb);
  },
};

const groupNorm: OpDef = {
  schema: 'native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (input: Tensor, weight: Tensor | null, _b: Tensor | null, N: number, _C: number, _H: number, group: number) => {
    const d = statType(input, weight);
    const o = { device: input.device };
    return [empty(input.sizes, input.dtype, o), empty([N, group], d, o), empty([N, group], d, o)];
  },
  kernel: (
    [y, mean, rstd]: Tensor[],
    input: Tensor,
    weight: Tensor | null,
    bias: Tensor | null,
    N: number,
    C: number,
    hw: number,
    group: number,
    eps: Scalar,
  ) => {
    const x = read(input, input.dtype);
    const w = weight ? read(weight, weight.dtype) : null;
    const b = bias ? read(bias, bias.dtype) : null;
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    const [o, om, os] = [dest(y), dest(mean), dest(rstd)];
    const D = C / group;
    for (let i = 0; i < N * group; i++) {
      const at = i * D * hw;
      const { mean: mu, variance } = rowMoments(x, at, D * hw, 0, isReduced(input.dtype));
      const s = r(1 / r(Math.sqrt(r(Math.max(r(variance), 0) + r(numberOf(eps))))));
      for (let j = 0; j < D; j++) {
        const ch = (i % group) * D + j;
        const scale = r(s * (w ? w[ch] : 1));
        const shift = r(r(-scale * r(mu)) + (b ? b[ch] : 0));
        for (let k = 0; k < hw; k++) o.w[at + j * hw + k] = r(scale * x[at + j * hw + k]) + shift;
      }
      om.w[i] = mu;
      os.w[i] = s;
    }
    o.flush();
    om.flush();
    os.flush();
  },
  derivative: derivative('NativeGroupNormBackward0', ['input', 'weight', 'result1', 'result2'], {
    'input, weight, bias': (c) => {
      if (!c.grads[0]) return null;
      const g = c.call.contiguous(c.g);
      return c.call.many(
        'native_group_norm_backward',
        g,
        c.t('input'),
        c.results[1],
        c.results[2],
        c.arg('weight'),
        c.arg('N'),
        c.arg('C'),
        c.arg('HxW'),
        c.arg('group'),
        [c.needs('input'), c.needs('weight'), c.needs('bias')],
      );
    },
  }),
};

const groupNormBack: OpDef = {
  schema:
    'native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, SymInt N, SymInt C, SymInt HxW, int group, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (_g: Tensor, input: Tensor, _m: Tensor, _r: Tensor, weight: Tensor | null, _N: number, C: number, _H: number, _gr: number, mask: boolean[]) =>
    [
      mask[0] ? empty(input.sizes, input.dtype, { device: input.device }) : null,
      mask[1] ? empty([C], weight?.dtype ?? input.dtype, { device: input.device }) : null,
      mask[2] ? empty([C], weight?.dtype ?? input.dtype, { device: input.device }) : null,
    ] as Tensor[],
  kernel: (
    [dx, dw, db]: (Tensor | null)[],
    grad: Tensor,
    input: Tensor,
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | null,
    N: number,
    C: number,
    hw: number,
    group: number,
  ) => {
    const [g, x, mu, rs] = [read(grad, grad.dtype), read(input, input.dtype), read(mean, mean.dtype), read(rstd, rstd.dtype)];
    const w = weight ? read(weight, weight.dtype) : null;
    const D = C / group;
    const [sw, sb] = [new Float64Array(C), new Float64Array(C)];
    const o = dx ? dest(dx) : null;
    for (let i = 0; i < N * group; i++) {
      const at = i * D * hw;
      let ds = 0;
      let db1 = 0;
      for (let j = 0; j < D; j++) {
        const ch = (i % group) * D + j;
        let [a, b] = [0, 0];
        for (let k = 0; k < hw; k++) {
          a += g[at + j * hw + k] * x[at + j * hw + k];
          b += g[at + j * hw + k];
        }
        ds += a * (w ? w[ch] : 1);
        db1 += b * (w ? w[ch] : 1);
        sw[ch] += (a - b * mu[i]) * rs[i];
        sb[ch] += b;
      }
      if (!o) continue;
      const n = D * hw;
      const c2 = ((db1 * mu[i] - ds) * rs[i] ** 1 * rs[i] * rs[i]) / n;
      const c3 = -c2 * mu[i] - (db1 * rs[i]) / n;
      for (let j = 0; j < D; j++) {
        const c1 = rs[i] * (w ? w[(i % group) * D + j] : 1);
        for (let k = 0; k < hw; k++) o.w[at + j * hw + k] = c1 * g[at + j * hw + k] + c2 * x[at + j * hw + k] + c3;
      }
    }
    o?.flush();
    if (dw) write(dw, sw);
    if (db) write(db, sb);
  },
};

interface Channels {
  N: number;
  C: number;
  hw: number;
}
const channels = (t: Tensor): Channels => ({ N: t.sizes[0], C: t.sizes[1], hw: prod(t.sizes.slice(2)) });

function eachOf(c: Channels, ch: number, f: (at: number) => void): void {
  for (let i = 0; i < c.N; i++) for (let k = 0, at = (i * c.C + ch) * c.hw; k < c.hw; k++) f(at + k);
}

const batchNorm: OpDef = {
  schema:
    'native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (input: Tensor, weight: Tensor | null, _b: Tensor | null, _m: Tensor | null, _v: Tensor | null, training: boolean) => {
    const d = statType(input, weight);
    const o = { device: input.device };
    const n = training ? input.sizes[1] : 0;
    return [emptyLike(input), empty([n], d, o), empty([n], d, o)];
  },
  kernel: (
    [y, saveMean, saveInv]: Tensor[],
    input: Tensor,
    weight: Tensor | null,
    bias: Tensor | null,
    rm: Tensor | null,
    rv: Tensor | null,
    training: boolean,
    momentum: Scalar,
    eps: Scalar,
  ) => {
    const c = channels(input);
    const x = read(input, input.dtype);
    const w = weight ? read(weight, weight.dtype) : null;
    const b = bias ? read(bias, bias.dtype) : null;
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    const o = dest(y);
    const means = new Float64Array(c.C);
    const invs = new Float64Array(c.C);
    const n = c.N * c.hw;
    if (training) {
      const [newMean, newVar] = [rm ? [...read(rm, rm.dtype)] : [], rv ? [...read(rv, rv.dtype)] : []];
      const k = numberOf(momentum);
      for (let ch = 0; ch < c.C; ch++) {
        let s = 0;
        eachOf(c, ch, (at) => (s += x[at]));
        const mu = s / n;
        let q = 0;
        eachOf(c, ch, (at) => (q += (x[at] - mu) * (x[at] - mu)));
        means[ch] = r(mu);
        invs[ch] = r(1 / Math.sqrt(q / n + numberOf(eps)));
        if (rm) newMean[ch] = k * mu + (1 - k) * newMean[ch];
        if (rv) newVar[ch] = k * (q / (n - 1)) + (1 - k) * newVar[ch];
      }
      if (rm) write(rm, newMean);
      if (rv) write(rv, newVar);
      write(saveMean, means);
      write(saveInv, invs);
    } else {
      const [mean, variance] = [read(rm as Tensor, (rm as Tensor).dtype), read(rv as Tensor, (rv as Tensor).dtype)];
      for (let ch = 0; ch < c.C; ch++) {
        means[ch] = mean[ch];
        invs[ch] = r(1 / r(Math.sqrt(r(variance[ch] + r(numberOf(eps))))));
      }
    }
    for (let ch = 0; ch < c.C; ch++) {
      const alpha = r(invs[ch] * (w ? w[ch] : 1));
      const beta = r((b ? b[ch] : 0) - r(means[ch] * alpha));
      eachOf(c, ch, (at) => (o.w[at] = r(x[at] * alpha) + beta));
    }
    o.flush();
  },
  derivative: derivative(
    'NativeBatchNormBackward0',
    ['input', 'weight', 'running_mean', 'running_var', 'result1', 'result2'],
    {
      'input, weight, bias': (c) =>
        c.call.many(
          'native_batch_norm_backward',
          c.g,
          c.t('input'),
          c.arg('weight'),
          c.arg('running_mean'),
          c.arg('running_var'),
          c.results[1],
          c.results[2],
          c.arg('training'),
          c.arg('eps'),
          [c.needs('input'), c.needs('weight'), c.needs('bias')],
        ),
    },
    [1, 2],
  ),
};

const batchNormBack: OpDef = {
  schema:
    'native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (
    _g: Tensor,
    input: Tensor,
    weight: Tensor | null,
    _a: Tensor | null,
    _b: Tensor | null,
    _c: Tensor | null,
    _d: Tensor | null,
    _t: boolean,
    _e: Scalar,
    mask: boolean[],
  ) =>
    [
      mask[0] ? emptyLike(input) : null,
      mask[1] ? empty([input.sizes[1]], weight?.dtype ?? input.dtype, { device: input.device }) : null,
      mask[2] ? empty([input.sizes[1]], weight?.dtype ?? input.dtype, { device: input.device }) : null,
    ] as Tensor[],
  kernel: (
    [dx, dw, db]: (Tensor | null)[],
    grad: Tensor,
    input: Tensor,
    weight: Tensor | null,
    rm: Tensor | null,
    rv: Tensor | null,
    sm: Tensor | null,
    si: Tensor | null,
    train: boolean,
    eps: Scalar,
  ) => {
    const c = channels(input);
    const [g, x] = [read(grad, grad.dtype), read(input, input.dtype)];
    const w = weight ? read(weight, weight.dtype) : null;
    const mean = train ? read(sm as Tensor, (sm as Tensor).dtype) : read(rm as Tensor, (rm as Tensor).dtype);
    const inv = train ? read(si as Tensor, (si as Tensor).dtype) : read(rv as Tensor, (rv as Tensor).dtype).map((v) => 1 / Math.sqrt(v + numberOf(eps)));
    const n = c.N * c.hw;
    const [sw, sb] = [new Float64Array(c.C), new Float64Array(c.C)];
    const o = dx ? dest(dx) : null;
    for (let ch = 0; ch < c.C; ch++) {
      let [s, dot] = [0, 0];
      eachOf(c, ch, (at) => {
        s += g[at];
        dot += (x[at] - mean[ch]) * g[at];
      });
      sw[ch] = dot * inv[ch];
      sb[ch] = s;
      if (!o) continue;
      const gain = inv[ch] * (w ? w[ch] : 1);
      if (train) {
        const k = (dot * inv[ch] * inv[ch]) / n;
        const gm = s / n;
        eachOf(c, ch, (at) => (o.w[at] = (g[at] - gm - (x[at] - mean[ch]) * k) * gain));
      } else eachOf(c, ch, (at) => (o.w[at] = g[at] * gain));
    }
    o?.flush();
    if (dw) write(dw, sw);
    if (db) write(db, sb);
  },
};

function rmsNorm(call: Call, input: Tensor, shape: Sizes, weight: Tensor | null, eps: Scalar | null): Tensor {
  checkLayer(input, shape, weight, null);
  const dims = shape.map((_, i) => input.dim - shape.length + i);
  const wide = isReduced(input.dtype) ? call.one('to.dtype', input, float32) : input;
  const e = eps === null ? (wide.dtype.name === 'float64' ? 2.220446049250313e-16 : 1.1920928955078125e-7) : numberOf(eps);
  const mean = call.one('mean.dim', call.pow(wide, 2), dims, true, null);
  const r = call.u('rsqrt', call.one('add_.Scalar', mean, call.float(e), 1));
  let out = call.mul(wide, r);
  if (weight) out = call.mul(out, weight);
  return out.dtype === input.dtype ? out : call.one('to.dtype', out, input.dtype);
}

export const NORM_LAYERS: readonly OpDef[] = [
  layerNorm,
  layerNormBack,
  groupNorm,
  groupNormBack,
  batchNorm,
  batchNormBack,
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
  {
    schema: 'group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor',
    kind: 'composite',
    composite: (call, input: Tensor, groups: number, weight: Tensor | null, bias: Tensor | null, eps: Scalar) => {
      if (input.dim < 2) throw runtimeError(`Expected at least 2 dimensions for input tensor but received ${input.dim}`);
      const [N, C] = input.sizes;
      if (groups <= 0) throw runtimeError(`Expected num groups to be greater than 0, got ${groups}`);
      if (C % groups !== 0)
        throw runtimeError(
          `Expected number of channels in input to be divisible by num_groups, but got input of shape ${list(input.sizes)} and num_groups=${groups}`,
        );
      for (const [what, t] of [
        ['weight', weight],
        ['bias', bias],
      ] as const) {
        if (t !== null && (t.dim !== 1 || t.numel !== C)) {
          throw runtimeError(
            `Expected ${what} to be a vector of size equal to the number of channels in input, but got ${what} of shape ${list(t.sizes)} and input of shape ${list(input.sizes)}`,
          );
        }
      }
      return call.many('native_group_norm', call.contiguous(input), weight, bias, N, C, prod(input.sizes.slice(2)), groups, eps)[0];
    },
  },
  {
    schema:
      'batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor',
    kind: 'composite',
    composite: (
      call,
      input: Tensor,
      w: Tensor | null,
      b: Tensor | null,
      rm: Tensor | null,
      rv: Tensor | null,
      training: boolean,
      momentum: Scalar,
      eps: Scalar,
      cudnn: boolean,
    ) => call.many('_batch_norm_impl_index', input, w, b, rm, rv, training, momentum, eps, cudnn)[0],
  },
  {
    schema:
      '_batch_norm_impl_index(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> (Tensor, Tensor, Tensor, Tensor, int)',
    kind: 'composite',
    composite: (
      call,
      input: Tensor,
      w: Tensor | null,
      b: Tensor | null,
      rm: Tensor | null,
      rv: Tensor | null,
      training: boolean,
      momentum: Scalar,
      eps: Scalar,
    ) => {
      // Nothing is checked of an empty input (native/Normalization.cpp returns before).
      for (const [what, t] of Object.entries(input.numel === 0 ? {} : { running_mean: rm, running_var: rv, weight: w, bias: b })) {
        if (t !== null && t.numel !== input.sizes[1]) throw runtimeError(`${what} should contain ${input.sizes[1]} elements not ${t.numel}`);
      }
      const reserve = call.one('empty.memory_format', [0], DTYPES.uint8, 'strided', input.device, null, null);
      const made = call.many('native_batch_norm', input, w, b, rm, rv, training, momentum, eps);
      return [...made, reserve];
    },
  },
  {
    schema:
      'instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor',
    kind: 'composite',
    composite: (
      call,
      input: Tensor,
      w: Tensor | null,
      b: Tensor | null,
      rm: Tensor | null,
      rv: Tensor | null,
      stats: boolean,
      momentum: Scalar,
      eps: Scalar,
      cudnn: boolean,
    ) => {
      if (!stats && !(rm && rv)) throw runtimeError('Expected running_mean and running_var to be defined when use_input_stats is false');
      const [N, C] = input.sizes;
      const rep = (t: Tensor | null): Tensor | null => (t ? call.one('repeat', t, [N]) : null);
      const [w2, b2, m2, v2] = [rep(w), rep(b), rep(rm), rep(rv)];
      const shaped = call.view(call.contiguous(input), [1, N * C, ...input.sizes.slice(2)]);
      const out = call.one('batch_norm', shaped, w2, b2, m2, v2, stats, momentum, eps, cudnn);
      if (rm && m2) call('copy_', call.u('alias', rm), call.one('mean.dim', call.view(m2, [N, C]), [0], false, null), false);
      if (rv && v2) call('copy_', call.u('alias', rv), call.one('mean.dim', call.view(v2, [N, C]), [0], false, null), false);
      return call.view(out, input.sizes);
    },
  },
];
