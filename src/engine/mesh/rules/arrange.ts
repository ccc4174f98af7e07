/**
 * Layouts of operators that turn rows around or write at indices (`_tensor_ops.py`).
 */
import { Partial, Shard } from '../placement.ts';
import type { Spec } from '../spec.ts';
import type { Layout } from '../strategy.ts';
import { fromLayouts, type Rule, type RuleCall, wrap, wrapDims } from './rule.ts';

const shapeOf = (c: RuleCall, i = 0): readonly number[] => (c.inputs[i] as Spec).meta.shape;
const all = (rank: number): number[] => Array.from({ length: rank }, (_, d) => d);
const through: Layout[] = (['sum', 'avg', 'max', 'min'] as const).map((op) => [Partial(op), Partial(op)]);

/** Dimensions that the operator does not touch may be cut. @param at position of the dimensions among the arguments */
export const inactive = (at: number): Rule =>
  fromLayouts((c) => {
    const rank = shapeOf(c).length;
    const active = wrapDims(c.args[at], rank);
    return [
      ...all(rank)
        .filter((d) => !active.includes(d))
        .map((d): Layout => [Shard(d), Shard(d)]),
      ...through,
    ];
  });

/** Dimensions other than the one written along, where all operands have the same size there. */
const scattered = (relays: boolean): Rule =>
  fromLayouts(
    (c) => {
      const shapes = c.inputs.map((s) => s.meta.shape);
      const rank = shapeOf(c).length;
      const dim = wrap(c.args[1] as number, rank);
      return all(rank)
        .filter((d) => d !== dim && shapes.every((s) => s.length === rank && s[d] === (shapes[0] as readonly number[])[d]))
        .map((d): Layout => [Shard(d), ...shapes.map(() => Shard(d))]);
    },
    { placeholders: relays, relays },
  );

export const scatterRule = scattered(false);
export const scatterAddRule = scattered(true);
