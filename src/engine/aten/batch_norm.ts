/** Batch normalisation (its backward operator: batch_norm_backward.ts); instance norm as its composite. */
import { batchNormBack, channels, formatOf, suggested } from './batch_norm_backward.ts';
import { empty } from '../tensor/create.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { runtimeError, valueError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { derivative, type OpDef, type Scalar } from './op.ts';
import { isContiguous } from '../tensor/strides.ts';
import { sumFloat } from '../tensor/sums.ts';
import { dest, isReduced, numberOf, read, roundingOf, write } from './work.ts';
import { mixedTypes, statType } from './norm_shared.ts';

export const batchNorm: OpDef = {
  schema:
    'native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (input: Tensor, weight: Tensor | null, _b: Tensor | null, rm: Tensor | null, rv: Tensor | null, training: boolean) => {
    if (training && (rm === null) !== (rv === null)) throw valueError('running_mean and running_var must either both be None or neither be None');
    const d = statType(input, weight);
    const o = { device: input.device };
    const n = training ? input.sizes[1] : 0;
    // What is contiguous in both ways gives contiguous (suggest_memory_format_contig).
    const y = isContiguous(input.sizes, input.strides) ? empty(input.sizes, input.dtype, o) : suggested(input);
    return [y, empty([n], d, o), empty([n], d, o)];
  },
  kernel: (
    [result, saveMean, saveInv]: Tensor[],
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
    const o = dest(result);
    const y = o.w;
    const { hw } = c;
    const plane = c.C * hw;
    const means = new Float64Array(c.C);
    const invs = new Float64Array(c.C);
    const n = c.N * c.hw;
    const format = isReduced(input.dtype) ? 'planes' : formatOf(input);
    const acc = format === 'last' ? r : (v: number): number => v;
    const loose = format === 'other';
    const sums = loose
      ? sumFloat(
          input,
          input.sizes.map((_, d) => d !== 1),
        )
      : null;
    if (training) {
      const [newMean, newVar] = [rm ? [...read(rm, rm.dtype)] : [], rv ? [...read(rv, rv.dtype)] : []];
      const m = numberOf(momentum);
      // Only bfloat16 has kernels for the formats whose sums are of the parameters' type.
      const sumsKept = saveMean.dtype.name === 'bfloat16' ? roundingOf(saveMean.dtype) : (v: number): number => v;
      const kept = isReduced(saveMean.dtype) ? roundingOf(saveMean.dtype) : (v: number): number => v;
      for (let ch = 0; ch < c.C; ch++) {
        // Planes are summed in double, single values (N × C, which "is also channels last") in the type itself.
        let s = sums ? sums[ch] : 0;
        if (!sums) for (let p = ch * hw; p < x.length; p += plane) for (let at = p; at < p + hw; at++) s = acc(s + x[at]);
        const mu = r(s / n);
        let q = 0;
        for (let p = ch * hw; p < x.length; p += plane) {
          for (let at = p; at < p + hw; at++) {
            const d = loose ? x[at] - mu : r(x[at] - mu);
            q = acc(q + (loose ? d * d : r(d * d)));
          }
        }
        if (!loose) q = sumsKept(r(q));
        // What is kept is what the result is computed with: in half precision it is rounded.
        means[ch] = kept(mu);
        invs[ch] = kept(r(1 / Math.sqrt((loose ? q / n : sumsKept(r(q / n))) + numberOf(eps))));
        // Loose elements are weighed in double; in the formats the momentum is of the parameters' type.
        const [held, fresh, variance] = loose ? [1 - m, m, q / (n - 1)] : [r(1 - r(m)), r(m), r(q / (n - 1))];
        if (rm) newMean[ch] = loose ? fresh * mu + held * newMean[ch] : r(fresh * mu) + r(held * newMean[ch]);
        if (rv) newVar[ch] = fresh * variance + (loose ? held * newVar[ch] : r(held * newVar[ch]));
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
      const [mean, inv, gain, shift] = [means[ch], invs[ch], w ? w[ch] : 1, b ? b[ch] : 0];
      for (let p = ch * hw; p < x.length; p += plane) {
        if (loose) for (let at = p; at < p + hw; at++) y[at] = r(r(r(x[at] - mean) * inv) * gain) + shift;
        else for (let at = p; at < p + hw; at++) y[at] = r(x[at] * alpha) + beta;
      }
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
      if (stats && rm && m2) call('copy_', call.u('alias', rm), call.one('mean.dim', call.view(m2, [N, C]), [0], false, null), false);
      if (stats && rv && v2) call('copy_', call.u('alias', rv), call.one('mean.dim', call.view(v2, [N, C]), [0], false, null), false);
      return call.view(out, input.sizes);
    },
  },
];
