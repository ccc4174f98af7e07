/** Second derivatives of activations. `g`: the incoming gradient, `go`: what the backward operator was given. */
import type { Tensor } from '../../tensor/tensor.ts';
import { type BackwardContext, derivative, type Derivative, type Scalar } from '../op.ts';
import { numberOf } from '../work.ts';
import { same } from './shared.ts';

const BETA = Math.SQRT2 / Math.sqrt(Math.PI);
const KAPPA = 0.044715;

/** g · go · f''(x) for both kinds of gelu. */
function gelu(c: BackwardContext): Tensor {
  const k = c.call;
  const x = c.t('self');
  const f = (v: number): Scalar => k.float(v);
  const gg = k.mul(c.g, c.t('grad_output'));
  const x2 = k.mul(x, x);
  if (c.arg<string>('approximate') !== 'tanh') {
    const density = k.mul(k.u('exp', k.mul(x2, f(-0.5))), f(BETA / 2));
    return k.mul(gg, k.mul(density, k.rsub(2, x2)));
  }
  const t = k.u('tanh', k.mul(k.add(x, k.mul(k.mul(x2, x), f(KAPPA))), f(BETA)));
  const slope = k.rsub(1, k.mul(t, t));
  const inner = k.mul(k.add(k.mul(x2, f(3 * KAPPA)), 1), f(BETA));
  const inner2 = k.mul(x, f(6 * KAPPA * BETA));
  const curve = k.add(k.mul(k.mul(t, k.mul(inner, inner)), f(-2)), inner2);
  return k.mul(gg, k.mul(slope, k.add(inner, k.mul(k.mul(x, f(0.5)), curve))));
}

const negative = (k: BackwardContext['call'], x: Tensor, like: Tensor): Tensor => k.one('to.dtype', k.one('lt.Scalar', x, 0), like.dtype);

function elu(c: BackwardContext): Tensor {
  const k = c.call;
  const x = c.t('self_or_result');
  const gg = k.mul(k.mul(c.g, c.t('grad_output')), c.arg<Scalar>('input_scale'));
  if (c.arg<boolean>('is_result')) return k.mul(gg, negative(k, x, c.g));
  return k.mul(k.one('elu_backward', gg, c.arg('alpha'), c.arg('scale'), c.arg('input_scale'), false, x), negative(k, x, c.g));
}

function halves(c: BackwardContext, x: Tensor): [Tensor, Tensor] {
  const dim = c.arg<number>('dim');
  const d = dim < 0 ? dim + x.dim : dim;
  const n = x.sizes[d] / 2;
  return [c.call.one('narrow', x, d, 0, n), c.call.one('narrow', x, d, n, n)];
}

const GLU: Derivative = derivative('GluBackwardBackward0', ['grad_output', 'self'], {
  grad_output: (c) => {
    const k = c.call;
    const [a, b] = halves(c, c.t('self'));
    const [ga, gb] = halves(c, c.g);
    const s = k.u('sigmoid', b);
    return k.add(k.mul(ga, s), k.mul(k.mul(k.mul(gb, a), s), k.rsub(1, s)));
  },
  self: (c) => {
    const k = c.call;
    const [a, b] = halves(c, c.t('self'));
    const [ga, gb] = halves(c, c.g);
    const go = c.t('grad_output');
    const s = k.u('sigmoid', b);
    const slope = k.mul(k.mul(s, k.rsub(1, s)), go);
    const second = k.add(k.mul(ga, slope), k.mul(k.mul(k.mul(gb, a), slope), k.rsub(1, k.mul(s, 2))));
    return k.one('cat', [k.mul(gb, slope), second], c.arg('dim'));
  },
});

const PRELU: Derivative = derivative('PreluKernelBackwardBackward0', ['grad_output', 'self', 'weight'], {
  'grad_output, self, weight': (c) => {
    const k = c.call;
    const [x, w, go] = [c.t('self'), c.t('weight'), c.t('grad_output')];
    const [g0, g1] = c.grads;
    const zero = k.one('zeros', [], x.dtype, 'strided', x.device, null);
    const up = k.one('ge.Scalar', x, 0);
    let low: Tensor = zero;
    if (g0) low = k.mul(g0, w);
    if (g1) low = g0 ? k.add(low, k.mul(g1, x)) : k.mul(g1, x);
    return [k.where(up, g0 ?? zero, low), g1 ? k.where(up, zero, k.mul(go, g1)) : k.zerosLike(x), g0 ? k.where(up, zero, k.mul(go, g0)) : k.zerosLike(w)];
  },
});

export const SECOND_ACTIVATIONS: Readonly<Record<string, Derivative>> = {
  gelu_backward: derivative('GeluBackwardBackward0', ['grad_output', 'self'], {
    grad_output: (c) => c.call.one('gelu_backward', c.g, c.t('self'), c.arg('approximate')),
    self: gelu,
  }),
  silu_backward: derivative('SiluBackwardBackward0', ['grad_output', 'self'], {
    grad_output: (c) => c.call.one('silu_backward', c.g, c.t('self')),
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      const s = k.u('sigmoid', x);
      const slope = k.mul(s, k.rsub(1, s));
      const bend = k.add(k.mul(x, k.rsub(1, k.mul(s, 2))), 2);
      return k.mul(k.mul(c.g, c.t('grad_output')), k.mul(slope, bend));
    },
  }),
  mish_backward: derivative('MishBackwardBackward0', ['grad_output', 'self'], {
    grad_output: (c) => c.call.one('mish_backward', c.g, c.t('self')),
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      const [t, s] = [k.u('tanh', k.one('softplus', x)), k.u('sigmoid', x)];
      const dt = k.mul(k.rsub(1, k.mul(t, t)), s);
      // f' = t + x dt; dt' = dt (1 - s - 2 t s)
      const bend = k.mul(dt, k.sub(k.rsub(1, s), k.mul(k.mul(t, s), 2)));
      return k.mul(k.mul(c.g, c.t('grad_output')), k.add(k.mul(dt, 2), k.mul(x, bend)));
    },
  }),
  logit_backward: derivative('LogitBackwardBackward0', ['grad_output', 'self'], {
    grad_output: (c) => c.call.one('logit_backward', c.g, c.t('self'), c.arg('eps')),
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      const slope = k.one('logit_backward', k.mul(c.g, c.t('grad_output')), x, c.arg('eps'));
      return k.mul(slope, k.div(k.add(k.mul(x, 2), -1), k.mul(x, k.rsub(1, x))));
    },
  }),
  elu_backward: derivative('EluBackwardBackward0', ['grad_output', 'self_or_result'], {
    grad_output: (c) => c.call.one('elu_backward', c.g, c.arg('alpha'), c.arg('scale'), c.arg('input_scale'), c.arg('is_result'), c.t('self_or_result')),
    self_or_result: elu,
  }),
  glu_backward: GLU,
  _prelu_kernel_backward: PRELU,
  hardswish_backward: derivative('HardswishBackwardBackward0', ['grad_output', 'self'], {
    grad_output: (c) => c.call.one('hardswish_backward', c.g, c.t('self')),
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      const inside = k.one('logical_and', k.one('gt.Scalar', x, k.float(-3)), k.one('lt.Scalar', x, k.float(3)));
      return k.where(inside, k.div(k.mul(c.g, c.t('grad_output')), k.float(3)), k.one('zeros', [], x.dtype, 'strided', x.device, null));
    },
  }),
  hardshrink_backward: same('HardshrinkBackwardBackward0', 'hardshrink_backward', ['self', 'lambd'], 'grad_out'),
  softshrink_backward: same('SoftshrinkBackwardBackward0', 'softshrink_backward', ['self', 'lambd']),
  rrelu_with_noise_backward: same('RreluWithNoiseBackwardBackward0', 'rrelu_with_noise_backward', [
    'self',
    'noise',
    'lower',
    'upper',
    'training',
    'self_is_result',
  ]),
  leaky_relu_backward: same('LeakyReluBackwardBackward0', 'leaky_relu_backward', ['self', 'negative_slope', 'self_is_result']),
  log_sigmoid_backward: derivative('LogSigmoidBackwardBackward0', ['grad_output', 'self', 'buffer'], {
    grad_output: (c) => c.call.one('log_sigmoid_backward', c.g, c.t('self'), c.t('buffer')),
    self: (c) => {
      const k = c.call;
      const z = k.u('sigmoid', c.t('self'));
      return k.mul(k.mul(k.mul(c.g, c.t('grad_output')), k.sub(z, 1)), z);
    },
  }),
  softplus_backward: derivative('SoftplusBackwardBackward0', ['grad_output', 'self'], {
    grad_output: (c) => c.call.one('softplus_backward', c.g, c.t('self'), c.arg('beta'), c.arg('threshold')),
    self: (c) => {
      const k = c.call;
      const beta = c.arg<Scalar>('beta');
      const x = k.mul(c.t('self'), beta);
      const curve = k.one('sigmoid_backward', k.mul(c.g, c.t('grad_output')), k.u('sigmoid', x));
      const below = k.one('to.dtype', k.one('lt.Scalar', x, k.float(numberOf(c.arg<Scalar>('threshold')))), c.g.dtype);
      return k.mul(k.mul(curve, below), beta);
    },
  }),
};
