/**
 * Losses written in other operators: l1, kl_div; and the distances that losses measure with, pairwise_distance and
 * cosine_similarity.
 *
 * After Loss.cpp and Distance.cpp, row by row. The losses with several classes a sample stand in nn_more.ts, embeddings, rankings and triplets in rarer.ts.
 */
import { runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { composite, type OpDef, type Scalar } from '../op.ts';
import { commonType } from '../work.ts';
import { reduceLoss } from './reduction.ts';

export const LOSS_COMPOSITES: readonly OpDef[] = [
  composite('l1_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor', (call, a: Tensor, b: Tensor, reduction: number) =>
    reduceLoss(call, call.u('abs', call.sub(a, b)), reduction),
  ),
  composite(
    'kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool log_target=False) -> Tensor',
    (call, x: Tensor, t: Tensor, reduction: number, logTarget: boolean) => {
      if (x.dtype.category !== 'float' || t.dtype.category !== 'float') throw runtimeError('kl_div: Integral inputs not supported.');
      if (logTarget) {
        const gap = call.sub(t, x);
        return reduceLoss(call, call.mul(call.u('exp', t), gap), reduction);
      }
      const cross = call.mul(t, x);
      return reduceLoss(call, call.sub(call.one('xlogy.Tensor', t, t), cross), reduction);
    },
  ),
  composite(
    'pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor',
    (call, a: Tensor, b: Tensor, p: Scalar, eps: Scalar, keepdim: boolean) => {
      const dim = Math.max(a.dim, b.dim) - 1;
      return call.one('norm.ScalarOpt_dim', call.add(call.sub(a, b), eps), p, [dim], keepdim);
    },
  ),
  composite('cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor', (call, a: Tensor, b: Tensor, dim: number, eps: Scalar) => {
    const t = commonType(a, b);
    if (t.category !== 'float') throw runtimeError(`expected common dtype to be floating point, yet common dtype is ${CPP[t.name]}`);
    const sizes = broadcastSizes(a.sizes, b.sizes);
    const [x, y] = [a.dtype === t ? a : call.one('to.dtype', a, t), b.dtype === t ? b : call.one('to.dtype', b, t)].map((v) =>
      v.sizes.length === sizes.length && v.sizes.every((s, i) => s === sizes[i]) ? v : call.expand(v, sizes),
    );
    const n1 = call.u('clone', call.one('linalg_vector_norm', x, 2, [dim], true, null));
    const n2 = call.u('clone', call.one('linalg_vector_norm', y, 2, [dim], true, null));
    const e = call.one('scalar_tensor', eps, t, null, a.device, null);
    call.noGrad(() => {
      call('clamp_min_.Tensor', n1, e);
      call('clamp_min_.Tensor', n2, e);
    });
    const u2 = call.div(y, n2);
    return call.sum(call.mul(call.div(x, n1), u2), [dim]);
  }),
];
