/**
 * Layouts of pointwise operators over one mesh dimension.
 *
 * Each output dimension may be cut, with every input cut alike (a broadcast input stays whole); operators that are
 * linear or monotone let partial results through as well. The table follows
 * `torch/distributed/tensor/_ops/_pointwise_ops.py`.
 */
import { broadcastAll } from '../../tensor/strides.ts';
import { Partial, type Placement, Replicate, type ReduceOp, Shard } from '../placement.ts';
import type { Layout } from '../strategy.ts';

const P = (op: ReduceOp): Placement => Partial(op);
const R = Replicate;

const unaryLinear: Layout[] = [
  [P('sum'), P('sum')],
  [P('avg'), P('avg')],
];
const additive: Layout[] = [
  [P('sum'), P('sum'), P('sum')],
  [P('avg'), P('avg'), P('avg')],
  [P('avg'), P('avg'), R],
  [P('max'), P('max'), R],
  [P('min'), P('min'), R],
  [P('avg'), R, P('avg')],
];
const multiplicative: Layout[] = [...unaryLinear, [P('sum'), P('sum'), R], [P('avg'), P('avg'), R], [P('sum'), R, P('sum')], [P('avg'), R, P('avg')]];
const division: Layout[] = [...unaryLinear, [P('sum'), P('sum'), R], [P('avg'), P('avg'), R]];
const nonDecreasing: Layout[] = [
  [P('max'), P('max')],
  [P('min'), P('min')],
];
const nonIncreasing: Layout[] = [
  [P('min'), P('max')],
  [P('max'), P('min')],
];
const keepsUnary: Layout[] = (['sum', 'avg', 'max', 'min'] as const).map((op) => [P(op), P(op)]);
const keepsBinary: Layout[] = (['sum', 'avg', 'max', 'min'] as const).map((op) => [P(op), P(op), P(op)]);
const monotone: Layout[] = [
  [P('max'), P('max'), R],
  [P('max'), R, P('max')],
  [P('min'), P('min'), R],
  [P('min'), R, P('min')],
];

const list = (names: string, rules: Layout[]): [string, Layout[]][] => names.split(' ').map((n) => [n, rules]);

/** Overload without `aten.` and without a trailing `_` of the name → rules that let partial results through. */
const PARTIAL_RULES = new Map<string, Layout[]>([
  ...list('add.Tensor sub.Tensor _foreach_add.List _foreach_sub.List', additive),
  ...list('mul.Tensor _foreach_mul.List _foreach_mul.Tensor', multiplicative),
  ...list('div.Tensor _foreach_div.List _foreach_div.Tensor', division),
  ...list('mul.Scalar div.Scalar _foreach_mul.Scalar _foreach_div.Scalar _foreach_mul.ScalarList _foreach_div.ScalarList', unaryLinear),
  ...list(
    'asinh.default atan.default ceil.default erf.default exp.default exp2.default expm1.default floor.default relu.default round.default sgn.default sigmoid.default sign.default sinh.default tanh.default trunc.default deg2rad.default rad2deg.default round.decimals nan_to_num.default threshold.default hardshrink.default special_modified_bessel_i1.default',
    nonDecreasing,
  ),
  ...list('erfc.default special_erfcx.default', nonIncreasing),
  ...list('neg.default _foreach_neg.default', [...unaryLinear, ...nonIncreasing]),
  ...list(
    'special_modified_bessel_k0.default special_modified_bessel_k1.default special_scaled_modified_bessel_k0.default special_scaled_modified_bessel_k1.default',
    [[P('max'), P('min')]],
  ),
  ...list('special_xlog1py.default', division.slice(2)),
  ...list('positive.default', keepsUnary),
  ...list('copy.default', keepsBinary),
  ...list('logaddexp.default logaddexp2.default', monotone),
  ...list('maximum.default fmax.default clamp_min.Tensor', [...monotone, [P('max'), P('max'), P('max')]]),
  ...list('minimum.default fmin.default clamp_max.Tensor', [...monotone, [P('min'), P('min'), P('min')]]),
]);

/** Layouts as [output, inputs…]; `shapes` are those of the tensor inputs. */
export function pointwiseLayouts(overload: string, shapes: readonly (readonly number[])[]): Layout[] {
  const common = broadcastAll(shapes);
  const layouts: Layout[] = common.map((_, dim) => {
    const inputs = shapes.map((shape) => {
      const own = dim - (common.length - shape.length);
      return own >= 0 && shape[own] === common[dim] ? Shard(own) : R;
    });
    return [Shard(dim), ...inputs];
  });
  // Of the clamps by a tensor the forms in place have no such rule.
  const key = overload.startsWith('clamp_') ? overload : overload.replace(/_(?=\.)/, '');
  const extra = (PARTIAL_RULES.get(key) ?? []).filter((rule) => rule.length === shapes.length + 1);
  return [...layouts, ...extra];
}
