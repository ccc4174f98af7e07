/**
 * Losses of two tensors of one shape, element by element: mse, smooth l1, huber, soft margin, with their backward operators.
 *
 * One entry a loss: the term and its slope, rounded as the CPU kernels round (BinaryOpsKernel.cpp, PointwiseOpsKernel.cpp).
 */
import { empty } from '../../tensor/create.ts';
import { notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { exp, log1p } from '../../tensor/math/index.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { elementwiseOut, type F2, type F3, type Make, pair, run2, run3 } from '../elementwise.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { stepwise } from '../stepwise.ts';
import { sumAll } from '../sum.ts';
import { commonType, numberOf, read, write } from '../work.ts';
import { MEAN, NONE } from './reduction.ts';

interface LossSpec {
  name: string;
  /** The kernel's name, where it has no code for integers. */
  kernel?: string;
  /** Extra argument: `float beta=1.0`. */
  extra?: string;
  f: (...rest: Scalar[]) => (r: (v: number) => number) => F2;
  /** d loss / d input times `k`, without the incoming gradient. */
  slope: (...rest: Scalar[]) => (r: (v: number) => number, k: number) => F2;
  /** This half type is rounded at the end alone. */
  wide?: 'bfloat16' | 'float16';
  symmetric: boolean;
  grad: string;
  check?: (...rest: Scalar[]) => void;
  /** Its backward is a chain of operators in PyTorch, the first of which gives the layout. */
  steps?: boolean;
}

/** A loss of two tensors of one shape, with its backward operator. */
function pairLoss(s: LossSpec): OpDef[] {
  const args = `Tensor self, Tensor target, int reduction=Mean${s.extra ? `, ${s.extra}` : ''}`;
  const extraNames = s.extra ? [s.extra.split(' ')[1].split('=')[0]] : [];
  const loss: OpDef = {
    schema: `${s.name}(${args}) -> Tensor`,
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor, reduction: number, ...rest: Scalar[]) => {
      s.check?.(...rest);
      const full = elementwiseOut([a, b], commonType(a, b));
      return reduction === NONE ? full : empty([], full.dtype, { device: full.device });
    },
    kernel: (out: Tensor, a: Tensor, b: Tensor, reduction: number, ...rest: Scalar[]) => {
      const d = commonType(a, b);
      if (s.kernel && (d.category === 'int' || d.category === 'bool')) throw notImplementedFor(s.kernel, CPP[d.name]);
      const f = s.wide === d.name ? pair(s.f(...rest)) : stepwise(s.f(...rest), d);
      if (reduction === NONE) {
        run2(out, f, a, b, d);
        return;
      }
      const full = elementwiseOut([a, b], d);
      run2(full, f, a, b, d);
      const w = read(full, d);
      const total = sumAll(w);
      write(out, [reduction === MEAN ? total / w.length : total]);
    },
    derivative: derivative(s.grad, ['self', 'target'], {
      self: (c) => c.call.one(`${s.name}_backward`, c.g, c.t('self'), c.t('target'), c.arg('reduction'), ...extraNames.map((n) => c.arg(n))),
      ...(s.symmetric
        ? {
            target: (c: BackwardContext) =>
              c.call.one(`${s.name}_backward`, c.g, c.t('target'), c.t('self'), c.arg('reduction'), ...extraNames.map((n) => c.arg(n))),
          }
        : {}),
    }),
  };
  const twice = (c: BackwardContext): Tensor => {
    const g = c.call.mul(c.call.mul(c.g, c.t('grad_output')), 2);
    return c.arg<number>('reduction') === MEAN ? c.call.one('div_.Scalar', g, c.t('self').numel) : g;
  };
  const back: OpDef = {
    ...(s.name === 'mse_loss'
      ? {
          derivative: derivative('MseLossBackwardBackward0', ['grad_output', 'self', 'target'], {
            grad_output: (c) => {
              const full = c.call.one('mse_loss_backward', c.g, c.t('self'), c.t('target'), c.arg('reduction'));
              return c.arg<number>('reduction') === NONE ? full : c.call.one('sum', c.call.mul(full, 1));
            },
            self: twice,
            target: (c) => c.call.neg(twice(c)),
          }),
        }
      : {}),
    schema: `${s.name}_backward(Tensor grad_output, Tensor self, Tensor target, int reduction${s.extra ? `, ${s.extra.split('=')[0]}` : ''}) -> Tensor`,
    kind: 'kernel',
    meta: (g: Tensor, a: Tensor, b: Tensor) => {
      const full = elementwiseOut([a, b, g], commonType(a, b));
      // soft_margin_loss_backward multiplies the target with exp(-target * input), and that product gives the layout.
      if (s.steps) return elementwiseOut([b, elementwiseOut([b, a], full.dtype)], full.dtype);
      return empty(full.sizes, full.dtype, { device: full.device });
    },
    kernel: (out: Tensor, g: Tensor, a: Tensor, b: Tensor, reduction: number, ...rest: Scalar[]) => {
      const n = reduction === MEAN ? a.numel : 1;
      const slope = s.slope(...rest);
      const d = commonType(a, b);
      const make: Make<F3> = (r) => {
        const k = r(1 / n);
        const f = slope(r, k);
        return (x, y, dy) => r(f(x, y) * dy);
      };
      run3(out, s.wide === 'bfloat16' ? pair(make) : stepwise(make, d), a, b, g, d);
    },
  };
  return [loss, back];
}

const num = numberOf;

const ELEMENTWISE: readonly LossSpec[] = [
  {
    name: 'mse_loss',
    kernel: 'mse_cpu',
    grad: 'MseLossBackward0',
    symmetric: true,
    f: () => (r) => (a, b) => {
      const d = r(a - b);
      return r(d * d);
    },
    slope: () => (r, k) => (a, b) => r(k * 2 * r(a - b)),
  },
  {
    name: 'smooth_l1_loss',
    kernel: 'smooth_l1_cpu',
    extra: 'float beta=1.0',
    grad: 'SmoothL1LossBackward0',
    symmetric: true,
    check: (beta) => {
      if (num(beta) < 0) throw runtimeError('smooth_l1_loss does not support negative values for beta.');
    },
    f: (beta) => (r) => (a, b) => {
      const z = Math.abs(r(a - b));
      const t = r(num(beta));
      return z < t ? r(r(r(0.5 * z) * z) / t) : r(z - r(0.5 * t));
    },
    wide: 'bfloat16',
    slope: (beta) => (r, k) => (a, b) => {
      const x = r(a - b);
      const t = r(num(beta));
      return r(k * (x <= -t ? -1 : x >= t ? 1 : r(x / t)));
    },
  },
  {
    name: 'huber_loss',
    kernel: 'huber_cpu',
    wide: 'float16',
    extra: 'float delta=1.0',
    grad: 'HuberLossBackward0',
    symmetric: true,
    check: (delta) => {
      if (num(delta) <= 0) throw runtimeError('huber_loss does not support non-positive values for delta.');
    },
    f: (delta) => (r) => (a, b) => {
      const z = Math.abs(r(a - b));
      const t = r(num(delta));
      return z < t ? r(r(0.5 * z) * z) : r(t * r(z - r(0.5 * t)));
    },
    slope: (delta) => (r, k) => (a, b) => {
      const x = r(a - b);
      const t = r(num(delta));
      return r(k * (x <= -t ? -t : x >= t ? t : x));
    },
  },
  {
    name: 'soft_margin_loss',
    steps: true,
    grad: 'SoftMarginLossBackward0',
    symmetric: false,
    f: () => (r) => (a, b) => r(log1p(r(exp(r(-a * b))))),
    slope: () => (r, k) => (a, b) => {
      const z = r(exp(r(-b * a)));
      return r(r(r(b * z) * -k) / r(z + 1));
    },
  },
];

export const POINTWISE_LOSSES: readonly OpDef[] = [...ELEMENTWISE.flatMap(pairLoss)];
