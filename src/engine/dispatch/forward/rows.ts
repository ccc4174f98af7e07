/**
 * Rows of what forward mode asks beside the operators of its formulas: comparisons of layouts, and the composites that the
 * kernels of zero tensors call below autograd, where a mode sees them whole. They compute nothing here.
 */
import { type Op, resolve } from '../../aten/op.ts';
import { empty } from '../../tensor/create.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { batched, batchOf, unwrap } from '../batching/batch.ts';
import type { Dispatcher } from '../dispatcher.ts';

const made = new Map<string, Op>();

/** An operator that gives back its first tensor. */
function rowOp(name: string, count: number): Op {
  let op = made.get(name);
  if (op === undefined) {
    const args = count === 1 ? 'Tensor self' : 'Tensor self, Tensor other';
    op = resolve({ schema: `${name}(${args}) -> Tensor`, kind: 'kernel', meta: (t: Tensor) => t });
    made.set(name, op);
  }
  return op;
}

export function rows(d: Dispatcher, name: string, ...tensors: Tensor[]): void {
  d.belowConjugates(rowOp(name, tensors.length), tensors);
}

const itemsOf = (t: Tensor): number => t.storage.nbytes / t.dtype.itemsize;

/** Zeros for a tangent, laid out as its primal is; what hides a dimension has it in front. */
const LIKE = resolve({
  schema: '_new_zeros_with_same_feature_meta(Tensor self, Tensor other, *, int self_num_batch_dims=0) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, other: Tensor, hidden: number) => {
    const front = self.sizes.slice(0, hidden);
    const whole = empty([front.reduce((n, s) => n * s, 1) * itemsOf(other)], self.dtype, { device: self.device });
    const strides = front.map((_, i) => front.slice(i + 1).reduce((n, s) => n * s, itemsOf(other)));
    return new Tensor(whole.storage, self.dtype, [...front, ...other.sizes], [...strides, ...other.strides], other.offset);
  },
  kernel: (out: Tensor) => out,
});

export function likeMeta(d: Dispatcher, tangent: Tensor, primal: Tensor): Tensor {
  const batch = batchOf(tangent);
  if (batch === null) return d.belowConjugates(LIKE, [tangent, primal, 0]) as Tensor;
  const { t, dim } = unwrap(tangent, batch.level);
  if (batchOf(t) !== null || batchOf(primal) !== null) throw new Unsupported('a tangent of another layout than its primal under two levels of vmap');
  const front = dim === 0 ? t : d.call.one('movedim.int', t, dim, 0);
  return batched(d.belowConjugates(LIKE, [front, primal, 1]) as Tensor, 0, batch.level);
}
