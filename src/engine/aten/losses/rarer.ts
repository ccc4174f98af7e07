/**
 * Losses made of other operators that few programs ask for: embeddings, rankings, triplets, counts.
 *
 * As `composites.ts`, after Loss.cpp.
 */
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { composite, type OpDef, type Scalar } from '../op.ts';
import { reduceLoss } from './reduction.ts';

export const RARER_LOSSES: readonly OpDef[] = [
  composite(
    'hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=Mean) -> Tensor',
    (call, self: Tensor, target: Tensor, margin: Scalar, reduction: number) => {
      const zeros = call.one('zeros_like', self, null, null, null, null, 'contiguous_format');
      const diff = call.rsub(margin, self);
      const clamped = call.one('clamp_min_', diff, 0);
      const a = call.where(call.one('ne.Scalar', target, 1), clamped, zeros);
      const b = call.where(call.one('ne.Scalar', target, -1), self, zeros);
      return reduceLoss(call, call.add(a, b), reduction);
    },
  ),
  composite(
    'margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor',
    (call, a: Tensor, b: Tensor, t: Tensor, margin: Scalar, reduction: number) => {
      const d = call.sub(a, b);
      const out = call.one('clamp_min_', call.add(call.mul(call.neg(t), d), margin), 0);
      return reduceLoss(call, out, reduction);
    },
  ),
  composite(
    'poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor',
    (call, x: Tensor, t: Tensor, logInput: boolean, full: boolean, eps: Scalar, reduction: number) => {
      let out: Tensor;
      if (logInput) {
        const prod = call.mul(t, x);
        out = call.sub(call.u('exp', x), prod);
      } else {
        const l = call.u('log', call.add(x, eps));
        out = call.sub(x, call.mul(t, l));
      }
      if (full) {
        const half = call.mul(call.u('log', call.mul(t, call.float(2 * Math.PI))), call.float(0.5));
        const st = call.add(call.sub(call.mul(t, call.u('log', t)), t), half);
        out = call.one('add_.Tensor', out, call.one('masked_fill.Scalar', st, call.one('le.Scalar', t, 1), 0), 1);
      }
      return reduceLoss(call, out, reduction);
    },
  ),
  composite(
    'cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor',
    (call, a: Tensor, b: Tensor, t: Tensor, margin: Scalar, reduction: number) => {
      if (t.dim > 1) throw runtimeError('0D or 1D target tensor expected, multi-target not supported');
      if (a.dim !== t.dim + 1 || b.dim !== t.dim + 1)
        throw runtimeError(`${t.dim}D target tensor expects ${t.dim + 1}D input tensors, but found inputs with sizes ${list(a.sizes)} and ${list(b.sizes)}.`);
      const dim = [t.dim];
      const EPS = call.float(Math.fround(1e-12));
      const prod = call.sum(call.mul(a, b), dim);
      const m1 = call.add(call.sum(call.mul(a, a), dim), EPS);
      const m2 = call.add(call.sum(call.mul(b, b), dim), EPS);
      const den = call.one('sqrt_', call.mul(m1, m2));
      const cos = call.div(prod, den);
      const zeros = call.one('zeros_like', cos, null, null, null, null, 'contiguous_format');
      const pos = call.rsub(1, cos);
      const neg = call.one('clamp_min_', call.sub(cos, margin), 0);
      const x = call.where(call.one('eq.Scalar', t, 1), pos, zeros);
      const y = call.where(call.one('eq.Scalar', t, -1), neg, zeros);
      return reduceLoss(call, call.add(x, y), reduction);
    },
  ),
  composite(
    'triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06, bool swap=False, int reduction=Mean) -> Tensor',
    (call, a: Tensor, p: Tensor, n: Tensor, margin: Scalar, pow: Scalar, eps: Scalar, swap: boolean, reduction: number) => {
      if (a.dim !== p.dim || a.dim !== n.dim)
        throw runtimeError(
          `The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor ${a.dim}D, positive ${p.dim}D, and negative ${n.dim}D inputs`,
        );
      const dp = call.one('pairwise_distance', a, p, pow, eps, false);
      let dn = call.one('pairwise_distance', a, n, pow, eps, false);
      if (swap) dn = call.one('minimum', dn, call.one('pairwise_distance', p, n, pow, eps, false));
      const out = call.one('clamp_min', call.sub(call.add(dp, margin), dn), 0);
      return reduceLoss(call, out, reduction);
    },
  ),
];
