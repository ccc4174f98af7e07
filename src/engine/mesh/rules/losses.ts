/** Layouts of nll_loss and its backward: the batch may be cut, the classes may not (`_math_ops.py`). */
import { isEvenOn, type Spec } from '../spec.ts';
import { Partial, type Placement, Replicate } from '../placement.ts';
import type { Layout } from '../strategy.ts';
import { valueError } from '../../tensor/errors.ts';
import { pointwiseLayouts } from './pointwise.ts';
import { fromLayouts, gathered, type Rule } from './rule.ts';
import { afterRemove } from './rule.ts';

const NONE = 0;
const MEAN = 1;

const whole = (list: readonly Placement[]): Placement[] => list.map(() => Replicate);
const channelOf = (input: Spec): number => (input.meta.shape.length >= 2 ? 1 : 0);
const reduced = (list: readonly Placement[], op: 'avg' | 'sum'): Placement[] => list.map((p) => (p.kind === 'shard' ? Partial(op) : p));

/** The mean squared error: as the difference lies, then reduced; of unequal blocks the mean of their means is taken. */
export const squaredError: Rule = (c) => {
  const shapes = c.inputs.map((s) => s.meta.shape);
  const differs = fromLayouts(() => pointwiseLayouts('pow.Tensor_Tensor', shapes), { allowUneven: true })(c);
  const reduction = c.args[2] as number;
  if (!differs || reduction === NONE) return differs;
  const [out] = differs.outputs as [readonly Placement[]];
  return { inputs: differs.inputs, outputs: [reduced(out, reduction === MEAN ? 'avg' : 'sum')] };
};

/** A factor, the difference and the gradient, multiplied: what each of them lets through. */
export const squaredErrorBackward: Rule = fromLayouts(
  (c) => {
    const shapes = c.inputs.map((s) => s.meta.shape);
    const [sum, avg] = [Partial('sum'), Partial('avg')];
    const partial: Layout[] = [
      [sum, sum, Replicate, Replicate],
      [avg, avg, Replicate, Replicate],
      [sum, Replicate, sum, sum],
      [avg, Replicate, avg, avg],
      [avg, Replicate, avg, Replicate],
      [avg, Replicate, Replicate, avg],
    ];
    return [...pointwiseLayouts('', shapes), ...partial];
  },
  { allowUneven: true },
);

export const nllLoss: Rule = (c) => {
  const [input, target] = c.inputs as [Spec, Spec];
  const reduction = c.args[3] as number;
  const own = gathered(input.placements, [channelOf(input)]);
  const ofTarget = afterRemove(own, channelOf(input));
  const weight = c.inputs.slice(2).map((s) => whole(s.placements));
  const inputs = [own, ofTarget, ...weight];
  if (reduction === NONE) return { inputs, outputs: [ofTarget, whole(own)] };
  const cut: Spec = { ...target, placements: ofTarget };
  if (reduction === MEAN && target.meta.shape.some((_, d) => !isEvenOn(cut, d))) {
    throw valueError('The intermediate results of nll_loss cannot be evenly sharded,                         resulting in biased mean result.');
  }
  return { inputs, outputs: [reduced(ofTarget, reduction === MEAN ? 'avg' : 'sum'), reduced(ofTarget, 'sum')] };
};

export const nllLossBackward: Rule = (c) => {
  const [grad, input] = c.inputs as [Spec, Spec];
  const reduction = c.args[4] as number;
  const own = gathered(input.placements, [channelOf(input)]);
  const ofTarget = afterRemove(own, channelOf(input));
  const total = c.inputs.at(-1) as Spec;
  const weight = c.inputs.slice(3, -1).map((s) => whole(s.placements));
  const gradWants = reduction === NONE ? ofTarget : whole(grad.placements);
  return { inputs: [gradWants, own, ofTarget, ...weight, reduction === MEAN ? whole(total.placements) : total.placements], outputs: [own] };
};
