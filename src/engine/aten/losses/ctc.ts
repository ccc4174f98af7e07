/**
 * Connectionist temporal classification: ctc_loss, its kernels and their backward, after LossCTC.cpp. The sums over
 * alignments run in logarithms.
 *
 * On the host PyTorch reads lengths given as tensors before it differentiates: the node has the name of the other form.
 */
import { toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { noHalf } from '../no_half.ts';
import { stepsFor } from '../../tensor/math/index.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { type Arg, type Call, derivative, type OpDef } from '../op.ts';
import { accumulatingIn, read, write } from '../work.ts';
import { MEAN, SUM } from './reduction.ts';

const lengthsOf = (x: Sizes | Tensor): number[] => (Array.isArray(x) ? [...(x as number[])] : [...toWorking(x as Tensor)]);

interface Plan {
  T: number;
  N: number;
  C: number;
  input: number[];
  target: number[];
  /** The labels of a sample with blanks between. */
  labels: number[][];
  width: number;
}

/** `ctc_loss_allocate_outputs`: the checks, and what each sample spells. */
function plan(logits: Tensor, targets: Tensor, input: number[], target: number[], blank: number): Plan {
  const [T, N, C] = logits.sizes;
  if (targets.dtype.name !== 'int64' && targets.dtype.name !== 'int32') throw runtimeError('targets must be int32 or int64');
  if (blank < 0 || blank >= C) throw runtimeError('blank must be in label range');
  if (input.length !== N) throw runtimeError('input_lengths must be of size batch_size');
  if (target.length !== N) throw runtimeError('target_lengths must be of size batch_size');
  const most = target.reduce((a, b) => Math.max(a, b), 0);
  const place = '(while checking arguments for ctc_loss_allocate_outputs)';
  if (targets.dim === 1) {
    const sum = target.reduce((a, b) => a + b, 0);
    if (targets.numel !== sum)
      throw runtimeError(`Expected tensor to have size ${sum} at dimension 0, but got size ${targets.numel} for argument #2 'targets' ${place}`);
  } else if (targets.sizes[1] < most) {
    throw runtimeError(`Expected tensor to have size at least ${most} at dimension 1, but got size ${targets.sizes[1]} for argument #2 'targets' ${place}`);
  }
  const long = input.find((l) => l > T);
  if (long !== undefined) throw runtimeError(`Expected input_lengths to have value at most ${T}, but got value ${long} ${place}`);
  const t = targets.isFake ? new Float64Array(targets.numel) : toWorking(targets);
  let at = 0;
  const labels = target.map((n, i) => {
    const from = targets.dim === 1 ? at : i * targets.sizes[1];
    at += n;
    return Array.from({ length: 2 * n + 1 }, (_, s) => (s % 2 === 0 ? blank : t[from + (s - 1) / 2]));
  });
  return { T, N, C, input, target, labels, width: 2 * most + 1 };
}

type Round = (v: number) => number;

/** log(e^a + e^b + …), every step rounded. */
function add(r: Round, ...xs: number[]): number {
  const m = Math.max(...xs);
  if (m === -Infinity) return m;
  const { exp, log } = stepsFor(r);
  return r(r(log(xs.reduce((s, x) => r(s + r(exp(r(x - m)))), 0))) + m);
}

function forward([loss, alpha]: Tensor[], logits: Tensor, p: Plan): void {
  const x = read(logits, logits.dtype);
  const r = accumulatingIn(logits.dtype);
  const a = new Float64Array(alpha.numel).fill(-Infinity);
  const out = new Float64Array(p.N);
  for (let n = 0; n < p.N; n++) {
    const [l, len, time] = [p.labels[n], p.target[n], p.input[n]];
    const at = (t: number, s: number): number => (n * p.T + t) * p.width + s;
    const y = (t: number, s: number): number => x[(t * p.N + n) * p.C + l[s]];
    if (time === 0) {
      out[n] = len === 0 ? 0 : Infinity;
      continue;
    }
    a[at(0, 0)] = y(0, 0);
    if (len > 0) a[at(0, 1)] = y(0, 1);
    for (let t = 1; t < time; t++) {
      for (let s = 0; s < l.length; s++) {
        const from = [a[at(t - 1, s)]];
        if (s > 0) from.push(a[at(t - 1, s - 1)]);
        if (s > 1 && l[s] !== l[s - 2]) from.push(a[at(t - 1, s - 2)]);
        a[at(t, s)] = r(add(r, ...from) + y(t, s));
      }
    }
    const last = l.length - 1;
    out[n] = -add(r, a[at(time - 1, last)], ...(len > 0 ? [a[at(time - 1, last - 1)]] : []));
  }
  write(loss, out);
  write(alpha, a);
}

function backward(out: Tensor, grad: Tensor, logits: Tensor, p: Plan, nll: Tensor, alpha: Tensor, zeroInfinity: boolean): void {
  const [x, g, loss, a] = [read(logits, logits.dtype), read(grad, grad.dtype), read(nll, nll.dtype), read(alpha, alpha.dtype)];
  const o = new Float64Array(out.numel);
  const r = accumulatingIn(logits.dtype);
  const { exp } = stepsFor(r);
  for (let n = 0; n < p.N; n++) {
    const [l, time] = [p.labels[n], p.input[n]];
    if (time === 0 || (zeroInfinity && loss[n] === Infinity)) continue;
    const y = (t: number, s: number): number => x[(t * p.N + n) * p.C + l[s]];
    let beta = new Float64Array(l.length).fill(-Infinity);
    for (let t = time - 1; t >= 0; t--) {
      const next = new Float64Array(l.length).fill(-Infinity);
      for (let s = 0; s < l.length; s++) {
        if (t === time - 1) next[s] = s >= l.length - 2 ? y(t, s) : -Infinity;
        else {
          const from = [beta[s]];
          if (s + 1 < l.length) from.push(beta[s + 1]);
          if (s + 2 < l.length && l[s] !== l[s + 2]) from.push(beta[s + 2]);
          next[s] = r(add(r, ...from) + y(t, s));
        }
      }
      beta = next;
      const collected = new Float64Array(p.C).fill(-Infinity);
      // From the last label on, as the sums of C++ go.
      for (let s = l.length - 1; s >= 0; s--) collected[l[s]] = add(r, collected[l[s]], r(a[(n * p.T + t) * p.width + s] + beta[s]));
      for (let c = 0; c < p.C; c++) {
        const i = (t * p.N + n) * p.C + c;
        o[i] = r(r(r(exp(x[i])) - r(exp(r(r(collected[c] + loss[n]) - x[i])))) * g[n]);
      }
    }
  }
  write(out, o);
}

const kernels = (form: 'Tensor' | ''): OpDef[] => {
  const type = form === 'Tensor' ? 'Tensor' : 'int[]';
  const dot = form === 'Tensor' ? '.Tensor' : '';
  type L = Sizes | Tensor;
  return [
    {
      schema: `_ctc_loss${dot}(Tensor log_probs, Tensor targets, ${type} input_lengths, ${type} target_lengths, int blank=0, bool zero_infinity=False) -> (Tensor, Tensor)`,
      kind: 'kernel',
      meta: (x: Tensor, targets: Tensor, input: L, target: L, blank: number) => {
        const p = plan(x, targets, lengthsOf(input), lengthsOf(target), blank);
        const o = { device: x.device };
        return [empty([p.N], x.dtype, o), empty([p.N, p.T, p.width], x.dtype, o)];
      },
      kernel: (outs: Tensor[], x: Tensor, targets: Tensor, input: L, target: L, blank: number) => {
        noHalf(x, 'ctc_loss_cpu');
        forward(outs, x, plan(x, targets, lengthsOf(input), lengthsOf(target), blank));
      },
      derivative: derivative(
        'CtcLossBackward0',
        ['log_probs', 'targets', ...(form === 'Tensor' ? ['input_lengths', 'target_lengths'] : []), 'result0', 'result1'],
        {
          log_probs: (c) =>
            c.call.one(
              `_ctc_loss_backward${dot}`,
              c.g,
              c.t('log_probs'),
              c.t('targets'),
              c.arg('input_lengths'),
              c.arg('target_lengths'),
              c.results[0],
              c.results[1],
              c.arg('blank'),
              c.arg('zero_infinity'),
            ),
        },
        [1],
      ),
    },
    {
      schema: `_ctc_loss_backward${dot}(Tensor grad, Tensor log_probs, Tensor targets, ${type} input_lengths, ${type} target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, bool zero_infinity=False) -> Tensor`,
      kind: 'kernel',
      meta: (_g: Tensor, x: Tensor) => empty(x.sizes, x.dtype, { device: x.device }),
      kernel: (out: Tensor, g: Tensor, x: Tensor, targets: Tensor, input: L, target: L, nll: Tensor, alpha: Tensor, blank: number, zero: boolean) =>
        backward(out, g, x, plan(x, targets, lengthsOf(input), lengthsOf(target), blank), nll, alpha, zero),
    },
  ];
};

/** Mean: each loss over the length of its target, at least one. */
function reduced(k: Call, res: Tensor, lengths: Tensor, reduction: number, zeroInfinity: boolean): Tensor {
  let x = res;
  if (zeroInfinity) {
    const zero = k.one('zeros', [], x.dtype, 'strided', x.device, null);
    x = k.one('where.self', k.one('eq.Scalar', x, k.float(Infinity)), zero, x);
  }
  if (reduction === MEAN) return k.one('mean', k.div(x, k.one('clamp_min', lengths, 1)));
  return reduction === SUM ? k.one('sum', x) : x;
}

function ctc(k: Call, x: Tensor, targets: Tensor, input: Arg, target: Arg, blank: number, reduction: number, zero: boolean): Tensor {
  const batched = x.dim === 3;
  const lp = batched ? x : k.unsqueeze(x, 1);
  const byTensor = !Array.isArray(input);
  const res = k.many(byTensor ? '_ctc_loss.Tensor' : '_ctc_loss', lp, targets, input, target, blank, zero)[0];
  let lengths = target as Tensor;
  if (!byTensor && reduction === MEAN) {
    lengths = k.one('empty.memory_format', [(target as number[]).length], int64, null, null, null, null);
    if (!lengths.isFake) write(lengths, target as number[]);
  }
  const out = reduced(k, res, lengths, reduction, zero);
  return batched || out.dim === 0 ? out : k.squeeze(out, 0);
}

export const CTC: readonly OpDef[] = [
  ...kernels('Tensor'),
  ...kernels(''),
  ...(['Tensor', 'IntList'] as const).map((form): OpDef => ({
    schema: `ctc_loss.${form}(Tensor log_probs, Tensor targets, ${form === 'Tensor' ? 'Tensor' : 'int[]'} input_lengths, ${form === 'Tensor' ? 'Tensor' : 'int[]'} target_lengths, int blank=0, int reduction=Mean, bool zero_infinity=False) -> Tensor`,
    kind: 'composite',
    composite: ctc as NonNullable<OpDef['composite']>,
  })),
];
