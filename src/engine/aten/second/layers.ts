/** Second derivatives of convolutions and of normalisation. */
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { type Arg, type BackwardContext, derivative, type Derivative } from '../op.ts';

type Call = BackwardContext['call'];

/** Convolution is linear in input and in weight: each gradient is a convolution or one of its gradients again. */
const CONVOLUTION: Derivative = derivative('ConvolutionBackwardBackward0', ['grad_output', 'input', 'weight'], {
  'grad_output, input, weight': (c) => {
    const k = c.call;
    const [gi, gw, gb] = c.grads;
    const [go, x, w] = [c.t('grad_output'), c.t('input'), c.t('weight')];
    const how: Arg[] = ['stride', 'padding', 'dilation', 'transposed', 'output_padding', 'groups'].map((n) => c.arg(n));
    const conv = (a: Tensor, b: Tensor): Tensor => k.one('convolution', a, b, null, ...how);
    const back = (a: Tensor, b: Tensor, which: number): Tensor =>
      k.many('convolution_backward', go, a, b, null, ...how, [which === 0, which === 1, false])[which];
    let out: Tensor | null = null;
    if (c.needs('grad_output')) {
      const terms = [gi ? conv(gi, w) : null, gw ? conv(x, gw) : null].filter((t): t is Tensor => t !== null);
      if (gb) terms.push(k.expand(k.view(gb, [1, -1, ...new Array<number>(go.dim - 2).fill(1)]), go.sizes));
      out = terms.length > 0 ? terms.reduce((a, b) => k.add(a, b)) : null;
    }
    return [out, gw && c.needs('input') ? back(x, gw, 0) : null, gi && c.needs('weight') ? back(gi, w, 1) : null];
  },
});

interface Norm {
  readonly x: Tensor;
  /** The gradient that came into the backward operator. */
  readonly go: Tensor;
  readonly mean: Tensor;
  readonly rstd: Tensor;
  /** Dimensions whose moments are taken. */
  readonly dims: Sizes;
  /** Scale, and the gradients of input, scale and shift; all broadcast over `x`. */
  readonly w: Tensor | null;
  readonly gi: Tensor | null;
  readonly gw: Tensor | null;
  readonly gb: Tensor | null;
}

/**
 * With h = (x − mean) rstd and u = w go the backward operator gives: input rstd (u − E u − h average(u h)), scale Σ go h,
 * shift Σ go. Returned: the gradients of go, of x, and of the scale before it is summed.
 */
function normSecond(k: Call, n: Norm): { go: Tensor | null; x: Tensor | null; w: Tensor | null } {
  const { x, go, mean, rstd, dims } = n;
  const count = dims.reduce((p, d) => p * x.sizes[d], 1);
  const average = (t: Tensor): Tensor => k.div(k.sum(t, dims, true), count);
  const h = k.mul(k.sub(x, mean), rstd);
  const u = n.w ? k.mul(go, n.w) : go;
  const plus = (a: Tensor | null, b: Tensor): Tensor => (a ? k.add(a, b) : b);
  const project = (t: Tensor): Tensor => k.sub(k.sub(t, average(t)), k.mul(h, average(k.mul(t, h))));
  let [gGo, gX, gW]: (Tensor | null)[] = [null, null, null];
  let q: Tensor | null = null;
  if (n.gi) {
    const v = n.gi;
    const through = k.mul(project(v), rstd);
    gGo = n.w ? k.mul(through, n.w) : through;
    gW = k.mul(go, through);
    const [vh, uh] = [average(k.mul(v, h)), average(k.mul(u, h))];
    q = k.neg(k.mul(k.add(k.mul(v, uh), k.mul(u, vh)), rstd));
    const inner = k.sub(k.sub(average(k.mul(v, u)), k.mul(average(v), average(u))), k.mul(vh, uh));
    gX = k.neg(k.mul(k.mul(h, inner), k.mul(rstd, rstd)));
  }
  if (n.gw) {
    gGo = plus(gGo, k.mul(h, n.gw));
    q = plus(q, k.mul(go, n.gw));
  }
  if (n.gb) gGo = plus(gGo, k.expand(n.gb, x.sizes));
  if (q) gX = plus(gX, k.mul(project(q), rstd));
  return { go: gGo, x: gX, w: gW };
}

const LAYER_NORM: Derivative = derivative('NativeLayerNormBackwardBackward0', ['grad_out', 'input', 'mean', 'rstd', 'weight'], {
  'grad_out, input, weight': (c) => {
    const k = c.call;
    const x = c.t('input');
    const rank = c.arg<number[]>('normalized_shape').length;
    const dims = Array.from({ length: rank }, (_, i) => x.dim - rank + i);
    const [gi, gw, gb] = c.grads;
    const w = c.arg<Tensor | null>('weight');
    const r = normSecond(k, { x, go: c.t('grad_out'), mean: c.t('mean'), rstd: c.t('rstd'), dims, w, gi, gw: gw ?? null, gb: gb ?? null });
    const lead = Array.from({ length: x.dim - rank }, (_, i) => i);
    return [r.go, r.x, w && r.w ? (lead.length > 0 ? k.sum(r.w, lead) : r.w) : null];
  },
});

const BATCH_NORM: Derivative = derivative(
  'NativeBatchNormBackwardBackward0',
  ['grad_out', 'input', 'weight', 'running_mean', 'running_var', 'save_mean', 'save_invstd'],
  {
    'input, weight, grad_out': (c) => {
      const k = c.call;
      const x = c.t('input');
      const up = (t: Tensor | null): Tensor | null => (t ? k.view(t, [1, -1, ...new Array<number>(x.dim - 2).fill(1)]) : null);
      const dims = x.sizes.map((_, i) => i).filter((i) => i !== 1);
      const [gi, gw, gb] = c.grads;
      const [w, go] = [up(c.arg('weight')), c.t('grad_out')];
      let r: { go: Tensor | null; x: Tensor | null; w: Tensor | null };
      if (c.arg<boolean>('train')) {
        r = normSecond(k, { x, go, mean: up(c.t('save_mean')) as Tensor, rstd: up(c.t('save_invstd')) as Tensor, dims, w, gi, gw: up(gw), gb: up(gb) });
      } else {
        // The moments are constants.
        const rstd = k.u('rsqrt', k.add(up(c.t('running_var')) as Tensor, c.arg('eps')));
        const h = k.mul(k.sub(x, up(c.t('running_mean')) as Tensor), rstd);
        const through = gi ? k.mul(gi, rstd) : null;
        const terms = [
          through ? (w ? k.mul(through, w) : through) : null,
          gw ? k.mul(h, up(gw) as Tensor) : null,
          gb ? k.expand(up(gb) as Tensor, x.sizes) : null,
        ];
        const sum = terms.filter((t): t is Tensor => t !== null);
        r = {
          go: sum.length > 0 ? sum.reduce((a, b) => k.add(a, b)) : null,
          x: gw ? k.mul(k.mul(go, up(gw) as Tensor), rstd) : null,
          w: through ? k.mul(go, through) : null,
        };
      }
      return [r.x, w && r.w ? k.sum(r.w, dims) : null, r.go];
    },
  },
);

const GROUP_NORM: Derivative = derivative('NativeGroupNormBackwardBackward0', ['grad_out', 'input', 'mean', 'rstd', 'weight'], {
  'grad_out, input, weight': (c) => {
    const k = c.call;
    const x = c.t('input');
    const [N, C, HxW, G] = ['N', 'C', 'HxW', 'group'].map((n) => c.arg<number>(n));
    const wide = (t: Tensor): Tensor => k.reshape(t, [N, G, C / G, HxW]);
    const channel = (t: Tensor | null | undefined): Tensor | null => (t ? k.view(t, [1, G, C / G, 1]) : null);
    const moment = (t: Tensor): Tensor => k.view(t, [N, G, 1, 1]);
    const [gi, gw, gb] = c.grads;
    const w = channel(c.arg<Tensor | null>('weight'));
    const r = normSecond(k, {
      x: wide(x),
      go: wide(c.t('grad_out')),
      mean: moment(c.t('mean')),
      rstd: moment(c.t('rstd')),
      dims: [2, 3],
      w,
      gi: gi ? wide(gi) : null,
      gw: channel(gw),
      gb: channel(gb),
    });
    const back = (t: Tensor | null): Tensor | null => (t ? k.reshape(t, x.sizes) : null);
    return [back(r.go), back(r.x), w && r.w ? k.reshape(k.sum(r.w, [0, 3]), [C]) : null];
  },
});

export const SECOND_LAYERS: Readonly<Record<string, Derivative>> = {
  convolution_backward: CONVOLUTION,
  native_layer_norm_backward: LAYER_NORM,
  native_batch_norm_backward: BATCH_NORM,
  native_group_norm_backward: GROUP_NORM,
};
