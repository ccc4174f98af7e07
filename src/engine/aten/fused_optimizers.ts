/**
 * The fused steps of optimizers: one operator over lists of parameters, gradients and states.
 *
 * After FusedAdamKernel.cpp, FusedSGDKernel.cpp and FusedAdagradKernel.cpp: every product and sum is rounded to the type
 * of arithmetic (float32 for the half types). Leaves out: fused multiply-adds, which the vector kernels have.
 */
import { fromWorking, toWorking } from '../tensor/access.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { OpDef, Scalar } from './op.ts';
import { numberOf } from './work.ts';

type Round = (v: number) => number;
type Rate = Scalar | Tensor;
const roundOf = (t: Tensor): Round => (t.dtype.name === 'float64' ? (v) => v : Math.fround);
const rateOf = (lr: Rate): number => (typeof lr === 'object' && lr !== null && 'storage' in lr ? toWorking(lr)[0] : numberOf(lr as Scalar));

/** Calls `element` for each number of each parameter; `lists` are read before it and written after it. */
function eachElement(
  params: Tensor[],
  lists: readonly Tensor[][],
  scale: Tensor | null,
  found: Tensor | null,
  make: (r: Round, i: number) => (v: number[]) => void,
): null {
  if (found !== null && toWorking(found)[0] === 1) return null;
  params.forEach((param, i) => {
    const r = roundOf(param);
    const tensors = [param, ...lists.filter((l) => l.length > 0).map((l) => l[i])];
    const held = tensors.map((t) => Float64Array.from(toWorking(t)));
    const element = make(r, i);
    const by = scale === null ? null : toWorking(scale)[0];
    const v = new Array<number>(tensors.length);
    for (let k = 0; k < param.numel; k++) {
      for (let j = 0; j < held.length; j++) v[j] = held[j][k];
      // The gradient, which is the second, is left unscaled in its place.
      if (by !== null) v[1] = held[1][k] = r(v[1] / by);
      const grad = held[1][k];
      element(v);
      for (let j = 0; j < held.length; j++) held[j][k] = j === 1 ? grad : v[j];
    }
    tensors.forEach((t, j) => (j !== 1 || by !== null) && fromWorking(t, held[j]));
  });
  return null;
}

/** The gradient with its sign and, where weights decay by it, with their share. */
function gradientOf(r: Round, v: readonly number[], maximize: boolean, decay: number): number {
  const grad = maximize ? -v[1] : v[1];
  return decay === 0 ? grad : r(grad + r(v[0] * r(decay)));
}

const SCALED = 'Tensor? grad_scale=None, Tensor? found_inf=None';
const both = (make: (overload: string, lr: string) => OpDef): OpDef[] => [make('', 'float lr'), make('.tensor_lr', 'Tensor lr')];
const none = (): null => null;

const adam = (name: string, decoupled: boolean): OpDef[] =>
  both((overload, lr) => ({
    schema: `${name}${overload}(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs, Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, ${lr}, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, ${SCALED}) -> ()`,
    kind: 'kernel',
    meta: none,
    kernel: (
      _o: null,
      params: Tensor[],
      grads: Tensor[],
      avgs: Tensor[],
      squares: Tensor[],
      maxima: Tensor[],
      steps: Tensor[],
      ...[rate, first, second, decay, tiny, amsgrad, maximize, scale, found]: [
        Rate,
        Scalar,
        Scalar,
        Scalar,
        Scalar,
        boolean,
        boolean,
        Tensor | null,
        Tensor | null,
      ]
    ) => {
      const [lr, beta1, beta2, wd, eps] = [rateOf(rate), ...[first, second, decay, tiny].map(numberOf)];
      return eachElement(params, [grads, avgs, squares, amsgrad ? maxima : []], scale, found, (r, i) => {
        const step = toWorking(steps[i])[0];
        const root = r(Math.sqrt(1 - beta2 ** step));
        const size = r(-lr / (1 - beta1 ** step));
        const [weight, b2, rest2, e] = [r(1 - beta1), r(beta2), r(1 - beta2), r(eps)];
        return (v) => {
          const grad = gradientOf(r, v, maximize, decoupled ? 0 : wd);
          if (wd !== 0 && decoupled) v[0] = r(v[0] * r(1 - lr * wd));
          const far = r(grad - v[2]);
          v[2] = Math.abs(weight) < 0.5 ? r(v[2] + r(weight * far)) : r(grad + r(r(weight - 1) * far));
          v[3] = r(r(v[3] * b2) + r(r(rest2 * grad) * grad));
          if (amsgrad) v[4] = Math.max(v[4], v[3]);
          const denominator = r(r(r(Math.sqrt(amsgrad ? v[4] : v[3])) / root) + e);
          v[0] = r(v[0] + r(r(size * v[2]) / denominator));
        };
      });
    },
  }));

const sgd = both((overload, lr) => ({
  schema: `_fused_sgd_${overload}(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] momentum_buffer_list, *, float weight_decay, float momentum, ${lr}, float dampening, bool nesterov, bool maximize, bool is_first_step, ${SCALED}) -> ()`,
  kind: 'kernel',
  meta: none,
  kernel: (
    _o: null,
    params: Tensor[],
    grads: Tensor[],
    buffers: Tensor[],
    ...[decay, kept, rate, damped, nesterov, maximize, isFirst, scale, found]: [
      Scalar,
      Scalar,
      Rate,
      Scalar,
      boolean,
      boolean,
      boolean,
      Tensor | null,
      Tensor | null,
    ]
  ) => {
    const [wd, momentum, dampening] = [decay, kept, damped].map(numberOf);
    return eachElement(params, [grads, buffers], scale, found, (r) => {
      const [size, m, fresh] = [r(-rateOf(rate)), r(momentum), r(1 - dampening)];
      return (v) => {
        let grad = gradientOf(r, v, maximize, wd);
        if (momentum !== 0) {
          v[2] = isFirst ? grad : r(r(v[2] * m) + r(grad * fresh));
          grad = nesterov ? r(grad + r(v[2] * m)) : v[2];
        }
        v[0] = r(v[0] + r(size * grad));
      };
    });
  },
}));

const adagrad = both((overload, lr) => ({
  schema: `_fused_adagrad_${overload}(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] state_sums, ${overload ? 'Tensor[]' : 'Tensor(d!)[]'} state_steps, *, ${lr}, float lr_decay, float weight_decay, float eps, bool maximize, ${SCALED}) -> ()`,
  kind: 'kernel',
  meta: none,
  kernel: (
    _o: null,
    params: Tensor[],
    grads: Tensor[],
    sums: Tensor[],
    steps: Tensor[],
    ...[rate, falling, decay, tiny, maximize, scale, found]: [Rate, Scalar, Scalar, Scalar, boolean, Tensor | null, Tensor | null]
  ) => {
    const [wd, eps] = [numberOf(decay), numberOf(tiny)];
    return eachElement(params, [grads, sums], scale, found, (r, i) => {
      const size = r(rateOf(rate) / (1 + (toWorking(steps[i])[0] - 1) * numberOf(falling)));
      return (v) => {
        const grad = gradientOf(r, v, maximize, wd);
        v[2] = r(v[2] + r(grad * grad));
        v[0] = r(v[0] - r(r(size * grad) / r(r(Math.sqrt(v[2])) + r(eps))));
      };
    });
  },
}));

export const FUSED_OPTIMIZERS: readonly OpDef[] = [...adam('_fused_adam_', false), ...adam('_fused_adamw_', true), ...sgd, ...adagrad];
