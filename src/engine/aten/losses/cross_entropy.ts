/**
 * cross_entropy_loss: class indices, class probabilities, label smoothing. The composite of LossNLL.cpp, row by row.
 */
import { runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { type Call, composite, type OpDef, type Scalar } from '../op.ts';
import { numberOf } from '../work.ts';
import { MEAN, NONE, SUM } from './reduction.ts';

function crossEntropy(call: Call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number, smoothing: Scalar): Tensor {
  const eps = numberOf(smoothing);
  const dim = self.dim === 1 ? 0 : 1;
  if (!(eps >= 0 && eps <= 1)) throw runtimeError(`label_smoothing must be between 0.0 and 1.0. Got: ${eps}`);
  if (target.sizes.length === self.sizes.length && target.sizes.every((s, i) => s === self.sizes[i])) {
    if (target.dtype.category !== 'float')
      throw runtimeError(`Expected floating point type for target with class probabilities, got ${CPP[target.dtype.name]}`);
    if (ignore >= 0) throw runtimeError('ignore_index is not supported for floating point target');
    return withProbabilities(call, self, target, weight, reduction, eps, dim);
  }
  if (eps > 0) return smoothed(call, self, target, weight, reduction, ignore, eps, dim);
  return call.one('nll_loss_nd', call.one('log_softmax.int', self, dim, self.dtype), target, weight, reduction, ignore);
}

function weightShape(call: Call, weight: Tensor, input: Tensor, dim: number): Tensor {
  return call.view(
    weight,
    input.sizes.map((_, i) => (i === dim ? weight.numel : 1)),
  );
}

function withProbabilities(call: Call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, eps: number, dim: number): Tensor {
  const input = call.one('log_softmax.int', self, dim, self.dtype);
  let t = target;
  if (eps > 0) t = call.add(call.mul(target, call.float(1 - eps)), call.float(eps / self.sizes[dim]));
  const shaped = weight && weightShape(call, weight, input, dim); // made before the product, as the rows show
  const scaled = call.mul(input, t);
  const w = shaped ? call.mul(scaled, shaped) : scaled;
  if (reduction === NONE) return call.neg(call.sum(w, [dim]));
  const total = call.neg(call.one('sum', w));
  return reduction === SUM ? total : call.div(total, input.numel / self.sizes[dim]);
}

function smoothed(call: Call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number, eps: number, dim: number): Tensor {
  const classes = self.sizes[dim];
  const input = call.one('log_softmax.int', self, dim, self.dtype);
  const nllLoss = call.one('nll_loss_nd', input, target, weight, reduction, ignore);
  let smooth: Tensor;
  if (weight) smooth = call.neg(call.sum(call.mul(input, weightShape(call, weight, input, dim)), [dim]));
  else smooth = call.neg(call.sum(input, [dim]));
  const mask = call.one('eq.Scalar', target, ignore);
  call('masked_fill_.Scalar', smooth, mask, call.float(0));
  let ret: Tensor;
  if (reduction === MEAN) {
    if (weight) {
      // What a dispatch mode makes of it: the classes left out are taken as the first and their weights cleared.
      const picked = call.one('gather', weight, 0, call.one('flatten.using_ints', call.one('masked_fill.Scalar', target, mask, 0), 0, -1));
      call('masked_fill_.Scalar', picked, call.one('flatten.using_ints', mask, 0, -1), 0);
      const kept = call.one('sum', picked);
      ret = call.div(call.one('sum', smooth), kept);
    } else {
      const kept = call.one('sum', call.one('bitwise_not', mask)); // before the sum of the losses, as the rows show
      ret = call.div(call.one('sum', smooth), kept);
    }
  } else if (reduction === SUM) ret = call.one('sum', smooth);
  else ret = smooth;
  const right = call.mul(ret, call.float(eps / classes));
  return call.add(call.mul(nllLoss, call.float(1 - eps)), right);
}

export const CROSS_ENTROPY: readonly OpDef[] = [
  composite(
    'cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100, float label_smoothing=0.0) -> Tensor',
    crossEntropy,
  ),
];
