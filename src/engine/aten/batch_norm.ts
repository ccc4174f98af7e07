/** Batch normalisation with its backward operator; instance norm as its composite. */
import { empty, emptyLike } from '../tensor/create.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { runtimeError, valueError } from '../tensor/errors.ts';
import { numelOf } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { derivative, type OpDef, type Scalar } from './op.ts';
import { dest, numberOf, read, write } from './work.ts';
import { mixedTypes, statType } from './norm_shared.ts';

interface Channels {
  N: number;
  C: number;
  hw: number;
}
const channels = (t: Tensor): Channels => ({ N: t.sizes[0], C: t.sizes[1], hw: numelOf(t.sizes.slice(2)) });

function eachOf(c: Channels, ch: number, f: (at: number) => void): void {
  for (let i = 0; i < c.N; i++) for (let k = 0, at = (i * c.C + ch) * c.hw; k < c.hw; k++) f(at + k);
}

export const batchNorm: OpDef = {
  schema:
    'native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (input: Tensor, weight: Tensor | null, _b: Tensor | null, rm: Tensor | null, rv: Tensor | null, training: boolean) => {
    if (training && (rm === null) !== (rv === null)) throw valueError('running_mean and running_var must either both be None or neither be None');
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
    mixedTypes('batch_norm', input, [weight, bias, rm, rv]);
    const c = channels(input);
    const x = read(input, input.dtype);
    const w = weight ? read(weight, weight.dtype) : null;
    const b = bias ? read(bias, bias.dtype) : null;
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    const o = dest(y);
    const means = new Float64Array(c.C);
    const invs = new Float64Array(c.C);
    const n = c.N * c.hw;
    const lastly = input.dim === 4 && input.strides[1] === 1 && c.C > 1;
    const acc = c.hw === 1 || lastly ? r : (v: number): number => v;
    if (training) {
      const [newMean, newVar] = [rm ? [...read(rm, rm.dtype)] : [], rv ? [...read(rv, rv.dtype)] : []];
      const k = numberOf(momentum);
      for (let ch = 0; ch < c.C; ch++) {
        // Planes are summed in double, single values (N × C, which "is also channels last") in the type itself.
        let s = 0;
        eachOf(c, ch, (at) => (s = acc(s + x[at])));
        const mu = r(s / n);
        let q = 0;
        eachOf(c, ch, (at) => {
          const d = r(x[at] - mu);
          q = acc(q + r(d * d));
        });
        q = r(q);
        means[ch] = mu;
        invs[ch] = r(1 / Math.sqrt(r(q / n) + numberOf(eps)));
        if (rm) newMean[ch] = r(r(k) * mu) + r(r(1 - k) * newMean[ch]);
        if (rv) newVar[ch] = r(r(k) * r(q / (n - 1))) + r(r(1 - k) * newVar[ch]);
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
    // Single values (N × C) are summed in the type itself, in the kernel's order of operations.
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    if (c.hw === 1 && train) {
      for (let ch = 0; ch < c.C; ch++) {
        let [s, dot] = [0, 0];
        eachOf(c, ch, (at) => {
          s = r(s + g[at]);
          dot = r(dot + r(r(x[at] - mean[ch]) * g[at]));
        });
        sw[ch] = r(dot * inv[ch]);
        sb[ch] = s;
        if (!o) continue;
        const k = r(r(sw[ch] * inv[ch]) / n);
        const gm = r(s / n);
        eachOf(c, ch, (at) => (o.w[at] = r(r(r(g[at] - gm) - r(r(x[at] - mean[ch]) * k)) * inv[ch]) * (w ? w[ch] : 1)));
      }
      o?.flush();
      if (dw) write(dw, sw);
      if (db) write(db, sb);
      return;
    }
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

export const BATCH_NORM: readonly OpDef[] = [
  batchNorm,
  batchNormBack,
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
    ) => {
      return call.many('_batch_norm_impl_index', input, w, b, rm, rv, training, momentum, eps, cudnn)[0];
    },
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
      if (!training && input.numel > 0) {
        if (!rm) throw runtimeError('running_mean must be defined in evaluation mode');
        if (!rv) throw runtimeError('running_var must be defined in evaluation mode');
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
