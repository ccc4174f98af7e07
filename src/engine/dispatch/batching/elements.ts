/** Batching rules element by element: what is not batched gets dimensions of size 1 (BatchRulesUnaryOps, -BinaryOps.cpp). */
import { number } from '../../aten/making.ts';
import type { Op, Ret, Scalar } from '../../aten/op.ts';
import { commonType, isTensor } from '../../aten/work.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { PyFloat } from '../../python/values.ts';
import { scalarTensor } from '../../tensor/create.ts';
import { bool, float64, int64 } from '../../tensor/dtype.ts';
import { resultType } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { unwrap } from './batch.ts';
import { type Rule, rank, type Site } from './site.ts';

/** Element by element over all tensors there are, of whatever rank. */
export const pointwise: Rule = (s) => {
  const tensors = s.args.filter(isTensor);
  const first = tensors[0];
  // A number in a tensor's place counts as a tensor.
  if (s.op.sig.tensors.filter((p) => s.args[p] !== null).length === 1) {
    const { t, dim } = unwrap(first, s.level);
    return s.again(
      s.args.map((a) => (a === first ? t : a)),
      dim as number,
    );
  }
  const most = Math.max(...tensors.map(rank));
  const values = new Map(tensors.map((t) => [t, s.front(t)]));
  if (tensors.length === 1 && first.dim === 0 && promotes(s.op)) return besideNumber(s, first, values.get(first) as Tensor);
  if (tensors.length === 2 && promotes(s.op)) promote(s, tensors, values);
  return s.again(s.args.map((a) => (isTensor(a) ? s.pad(values.get(a) as Tensor, s.has(a), most) : a)));
};

const promotes = (op: Op): boolean => !op.sig.base.includes('_backward');

/** A number of one example is no number any more with its batch: types are settled as they were for the example. */
function promote(s: Site, [a, b]: Tensor[], values: Map<Tensor, Tensor>): void {
  const isNumber = (t: Tensor, other: Tensor): boolean => t.dim === 0 && s.has(t) && (other.dim > 0 || !s.has(other));
  const number = isNumber(a, b) ? a : isNumber(b, a) ? b : null;
  if (number === null) return;
  const other = number === a ? b : a;
  const value = values.get(number) as Tensor;
  const type = resultType(s.call.select(value, 0, 0), values.get(other) as Tensor);
  for (const t of [number, other]) values.set(t, s.call.one('to.dtype', values.get(t) as Tensor, type));
}

/** A Python number beside a number of each example: it is a tensor here, of the type that both give. */
function besideNumber(s: Site, t: Tensor, value: Tensor): Ret {
  const at = s.op.sig.tensors.find((p) => s.args[p] !== t) as number;
  const given = s.args[at] as Scalar;
  const type = commonType(s.call.select(value, 0, 0), given);
  const own = typeof given === 'boolean' ? bool : given instanceof PyFloat ? float64 : int64;
  const other = scalarTensor(number(given, own), own);
  const cast = (x: Tensor): Tensor => (x.dtype === type ? x : s.call.one('to.dtype', x, type));
  return s.again(s.args.map((a, i) => (i === at ? cast(other) : a === t ? cast(value) : a)));
}

/** In place: what is written must have the dimension itself. */
export const inplacePointwise: Rule = (s) => {
  const self = s.t(0);
  const tensors = s.args.filter(isTensor);
  if (!s.has(self)) return incompatible(s);
  const most = Math.max(...tensors.map(rank));
  const first = tensors.length === 1 ? unwrap(self, s.level).t : s.pad(s.front(self), true, most);
  s.call(s.op.overload, first, ...s.args.slice(1).map((a) => (isTensor(a) ? s.pad(s.front(a), s.has(a), most) : a)));
  return self;
};

/** What is written has no place for the examples: the operator says so itself; where it does not, the call is refused. */
export function incompatible(s: Site): Ret {
  s.call(s.op.overload, ...s.args.map((a) => (isTensor(a) ? s.front(a) : a)));
  throw new Unsupported(`${s.op.name} under vmap into a tensor that all examples share`);
}

export const copy: Rule = (s) => {
  const [self, other] = [s.t(0), s.t(1)];
  if (!s.has(self)) return incompatible(s);
  const most = Math.max(self.dim, other.dim);
  s.call(s.op.overload, s.pad(s.front(self), true, most), s.pad(s.front(other), s.has(other), most), s.args[2]);
  return self;
};
