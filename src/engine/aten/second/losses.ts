/** Second derivatives of losses. `reduction`: 0 none, 1 mean, 2 sum. */
import type { Tensor } from '../../tensor/tensor.ts';
import { type BackwardContext, derivative, type Derivative, type Scalar } from '../op.ts';
import { numberOf } from '../work.ts';

type Call = BackwardContext['call'];
const MEAN = 1;

/** Divided by the number of elements where the loss is a mean. */
const shared = (c: BackwardContext, t: Tensor, n: number): Tensor => (c.arg<number>('reduction') === MEAN ? c.call.div(t, n) : t);
const weighted = (c: BackwardContext, t: Tensor): Tensor => {
  const w = c.arg<Tensor | null>('weight');
  return w ? c.call.mul(t, w) : t;
};
const both = (c: BackwardContext): Tensor => c.call.mul(c.g, c.t('grad_output'));
const cast = (k: Call, mask: Tensor, like: Tensor): Tensor => k.one('to.dtype', mask, like.dtype);

/** The gradient of the incoming gradient: summed where that is one number. */
const incoming = (c: BackwardContext, slope: Tensor): Tensor => {
  const product = c.call.mul(slope, c.g);
  return c.like('grad_output').sizes.length === 0 && product.dim > 0 ? c.call.one('sum', product) : product;
};

const EPS = 1e-12;

const BCE: Derivative = derivative('BinaryCrossEntropyBackwardBackward0', ['grad_output', 'self', 'target', 'weight'], {
  grad_output: (c) => {
    const k = c.call;
    const x = c.t('self');
    const slope = k.div(k.sub(x, c.t('target')), k.mul(k.add(x, k.float(EPS)), k.add(k.rsub(1, x), k.float(EPS))));
    return incoming(c, shared(c, weighted(c, slope), x.numel));
  },
  self: (c) => {
    const k = c.call;
    const [x, t] = [c.t('self'), c.t('target')];
    const [p, q] = [k.add(x, k.float(EPS)), k.add(k.rsub(1, x), k.float(EPS))];
    const top = k.add(k.sub(k.mul(x, x), k.mul(k.mul(x, t), 2)), t);
    const curve = k.div(top, k.mul(k.mul(p, p), k.mul(q, q)));
    return shared(c, weighted(c, k.mul(curve, both(c))), x.numel);
  },
  target: (c) => {
    const k = c.call;
    const x = c.t('self');
    const bottom = k.one('clamp', k.mul(k.rsub(1, x), x), k.float(EPS), null);
    return shared(c, weighted(c, k.div(k.neg(both(c)), bottom)), x.numel);
  },
});

/** Quadratic inside a width: the second derivative is one number there. */
const inside = (c: BackwardContext, width: number, height: number): Tensor => {
  const k = c.call;
  const d = k.u('abs', k.sub(c.t('self'), c.t('target')));
  return shared(c, k.mul(k.mul(both(c), cast(k, k.one('lt.Scalar', d, k.float(width)), d)), k.float(height)), d.numel);
};
const smooth = (c: BackwardContext): Tensor => {
  const beta = numberOf(c.arg<Scalar>('beta'));
  return beta === 0 ? c.call.zerosLike(c.t('self')) : inside(c, beta, 1 / beta);
};

const SMOOTH: Derivative = derivative('SmoothL1LossBackwardBackward0', ['grad_output', 'self', 'target'], {
  grad_output: (c) => incoming(c, c.call.one('smooth_l1_loss_backward', ones(c), c.t('self'), c.t('target'), c.arg('reduction'), c.arg('beta'))),
  self: smooth,
  target: (c) => c.call.neg(smooth(c)),
});

const ones = (c: BackwardContext): Tensor => c.call.one('ones', c.like('grad_output').sizes, c.g.dtype, 'strided', c.g.device, null);

const HUBER: Derivative = derivative('HuberLossBackwardBackward0', ['grad_output', 'self', 'target'], {
  grad_output: (c) => incoming(c, c.call.one('huber_loss_backward', ones(c), c.t('self'), c.t('target'), c.arg('reduction'), c.arg('delta'))),
  self: (c) => inside(c, numberOf(c.arg<Scalar>('delta')), 1),
  target: (c) => c.call.neg(inside(c, numberOf(c.arg<Scalar>('delta')), 1)),
});

const SOFT_MARGIN: Derivative = derivative('SoftMarginLossBackwardBackward0', ['grad_output', 'self', 'target'], {
  grad_output: (c) => incoming(c, c.call.one('soft_margin_loss_backward', ones(c), c.t('self'), c.t('target'), c.arg('reduction'))),
  self: (c) => {
    const k = c.call;
    const [x, t] = [c.t('self'), c.t('target')];
    const z = k.u('exp', k.mul(x, k.neg(t)));
    const z1 = k.add(z, 1);
    return shared(c, k.div(k.mul(k.mul(both(c), k.mul(t, t)), z), k.mul(z1, z1)), x.numel);
  },
});

export const SECOND_LOSSES: Readonly<Record<string, Derivative>> = {
  binary_cross_entropy_backward: BCE,
  smooth_l1_loss_backward: SMOOTH,
  huber_loss_backward: HUBER,
  soft_margin_loss_backward: SOFT_MARGIN,
};
