/** Rules that the table of everyday operators and that of rarer ones share. */
import type { Scalar } from '../../aten/op.ts';
import { numberOf } from '../../aten/work.ts';
import { PyFloat } from '../../python/values.ts';
import { isNorm, type Placement, type ReduceOp, Replicate, Shard } from '../placement.ts';
import type { Spec } from '../spec.ts';
import type { Layout } from '../strategy.ts';
import { EQUATIONS, einsumLayouts, withBias } from './matmul.ts';
import { pointwiseLayouts } from './pointwise.ts';
import { reduction } from './reduce.ts';
import { fromLayouts, gathered, type Rule, type RuleCall, wrap, wrapDims } from './rule.ts';

export const first = (call: RuleCall): Spec => call.inputs[0] as Spec;
export const rankOf = (call: RuleCall): number => first(call).meta.shape.length;
export const clearPartial = (list: readonly Placement[]): Placement[] => list.map((p) => (p.kind === 'partial' ? Replicate : p));
export const names = (text: string, rule: Rule): [string, Rule][] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((n) => [n, rule]);

export const pointwise = fromLayouts(
  (c) =>
    pointwiseLayouts(
      c.overload,
      c.inputs.map((s) => s.meta.shape),
    ),
  { allowUneven: true },
);

/** Partial values are completed first: PyTorch follows what the operator is made of. */
export const elementwise = fromLayouts(
  (c) =>
    pointwiseLayouts(
      '',
      c.inputs.map((s) => s.meta.shape),
    ),
  { allowUneven: true },
);

export const productWithBias = fromLayouts((c) => {
  const [bias, a, b] = c.inputs.map((s) => s.meta.shape) as [number[], number[], number[]];
  return withBias(einsumLayouts(EQUATIONS[c.overload.replace('_.', '.')] as string), [...a.slice(0, -1), b.at(-1) as number], bias);
});

export const variance: Rule = (c) => reduction(first(c), wrapDims(c.args[1], rankOf(c)), c.args.at(-1) === true, null);

export function normOf(arg: unknown): ReduceOp {
  const order = numberOf((arg ?? 2) as Scalar);
  if (order === 0) return 'sum';
  if (!Number.isFinite(order)) return order > 0 ? 'max' : 'min';
  return `norm${arg instanceof PyFloat && Number.isInteger(order) ? `${order}.0` : order}`;
}

export const norm: Rule = (c) => {
  const op = normOf(c.args[1]);
  const own = first(c);
  // A partial norm is completed first; any other partial value makes `reduction` gather.
  const placements = own.placements.map((p) => (p.kind === 'partial' && isNorm(p.op) ? Replicate : p));
  return reduction({ ...own, placements }, wrapDims(c.args[2], rankOf(c)), c.args[3] === true, op);
};

/** Runs along one dimension: that one must be whole on every rank. */
export const along =
  (position: number, outputs = 1): Rule =>
  (c) => {
    const own = gathered(first(c).placements, [wrap((c.args[position] ?? -1) as number, rankOf(c))]);
    return { inputs: [own], outputs: new Array(outputs).fill(own) };
  };

/** Solvers, triangles, diagonals: whole on every rank. */
export const whole =
  (outputs: number): Rule =>
  (c) => {
    const everywhere = first(c).placements.map(() => Replicate);
    return { inputs: c.inputs.map(() => everywhere), outputs: new Array(outputs).fill(everywhere) };
  };

/**
 * Every dimension may be cut, outputs like the input (`_random_ops.py`): random operators run on each rank's block with the
 * rank's own generator. PyTorch keeps ranks in step on CUDA alone.
 */
export const drawn = (outputs: number): Rule =>
  fromLayouts((c) => first(c).meta.shape.map((_, d): Layout => new Array<Placement>(outputs + 1).fill(Shard(d))), { outputs, allowUneven: true });
