/**
 * Layouts of operators that work on a few dimensions and leave the others alone: solvers, layers over pictures, padding,
 * writing at indices, losses (`_math_ops.py`, `_conv_ops.py`, `_matrix_ops.py`, `_tensor_ops.py`), and of those that PyTorch
 * takes apart and follows (`_decompositions.py`).
 *
 * Leaves out: the exchange of borders that convolutions over a cut width make.
 */
import type { Scalar } from '../../aten/op.ts';
import { numberOf } from '../../aten/work.ts';
import { Partial, type Placement, Replicate, type ReduceOp, Shard } from '../placement.ts';
import type { Spec } from '../spec.ts';
import type { Choice, Layout } from '../strategy.ts';
import { pointwiseLayouts } from './pointwise.ts';
import { reduction } from './reduce.ts';
import { fromLayouts, type Rule, type RuleCall, wrap, wrapDims } from './rule.ts';

const shapeOf = (c: RuleCall, i = 0): readonly number[] => (c.inputs[i] as Spec).meta.shape;
const dimsOf = (c: RuleCall): number[] => shapeOf(c).map((_, d) => d);
const all = (p: Placement, count: number): Placement[] => new Array<Placement>(count).fill(p);
const partials = (ops: readonly ReduceOp[], count = 2): Layout[] => ops.map((op) => all(Partial(op), count));

/** Dimensions before the matrix may be cut, the same for all operands and results. */
export const matrices = (outputs: number, ...more: Layout[]): Rule =>
  fromLayouts(
    (c) => [
      ...dimsOf(c)
        .slice(0, -2)
        .map((d) => all(Shard(d), outputs + c.inputs.length)),
      ...more.filter((l) => l.length === outputs + c.inputs.length),
    ],
    { outputs },
  );
export const SOLVED: Layout = [Partial('sum'), Replicate, Replicate, Replicate, Replicate, Partial('sum')];

/** Batch and channels may be cut, whether an input is or not. @param linear partial sums go through */
export const pooling = (outputs: number, linear: boolean, spatial: number): Rule =>
  fromLayouts(
    (c) => {
      const n = outputs + c.inputs.length;
      return [all(Shard(0), n), ...(linear ? partials(['sum', 'avg'], n) : []), ...(shapeOf(c).length > spatial + 1 ? [all(Shard(1), n)] : [])];
    },
    { outputs, placeholders: false },
  );

/** Batch and channels may be cut. @param linear partial sums go through; those of the first input alone where there are more */
export const pictures = (outputs: number, linear: boolean, channels = true): Rule =>
  fromLayouts(
    (c) => {
      const n = outputs + c.inputs.length;
      return [
        all(Shard(0), n),
        ...(channels && shapeOf(c).length > 2 ? [all(Shard(1), n)] : []),
        ...(linear ? (['sum', 'avg'] as const).map((op): Layout => [...all(Partial(op), outputs + 1), ...all(Replicate, n - outputs - 1)]) : []),
      ];
    },
    { outputs },
  );

/** The batch may be cut; weights are whole. */
export const overBatch = (outputs: number): Rule => fromLayouts((c) => [[...all(Shard(0), outputs + 1), ...all(Replicate, c.inputs.length - 1)]], { outputs });

export const convolutionBackward: Rule = fromLayouts(
  (c) => [[Shard(0), Partial('sum'), Partial('sum'), Shard(0), Shard(0), ...all(Replicate, c.inputs.length - 2)]],
  { outputs: 3 },
);

/** Statistics of a channel are taken over the rest, so channels alone may be cut. */
export const batchNorm: Rule = fromLayouts((c) => [[Shard(1), Shard(0), Shard(0), Shard(1), ...all(Shard(0), c.inputs.length - 1)]], { outputs: 3 });
export const batchNormBackward: Rule = fromLayouts((c) => [[Shard(1), Shard(0), Shard(0), Shard(1), Shard(1), ...all(Shard(0), c.inputs.length - 2)]], {
  outputs: 3,
});

/** Dimensions that get no border may be cut; partial values only where a border of zeros adds nothing. */
export const padded: Rule = fromLayouts((c) => {
  const sizes = c.args[1] as number[];
  const rank = shapeOf(c).length;
  const grows = (d: number): boolean => [0, 1].some((side) => (sizes[2 * (rank - 1 - d) + side] ?? 0) !== 0);
  const zero = numberOf((c.args[2] ?? 0) as Scalar) === 0 || sizes.every((n) => n === 0);
  return [
    ...dimsOf(c)
      .filter((d) => !grows(d))
      .map((d): Layout => [Shard(d), Shard(d)]),
    ...partials(zero ? ['sum', 'avg', 'max', 'min'] : ['avg', 'max', 'min']),
  ];
});

/** All tensors of one shape; any dimension but one may be cut. @param at position of that dimension among the arguments */
export const besides = (at: number, outputs = 1): Rule =>
  fromLayouts(
    (c) => {
      const dim = wrap((c.args[at] ?? -1) as number, shapeOf(c).length);
      return dimsOf(c)
        .filter((d) => d !== dim)
        .map((d) => all(Shard(d), outputs + c.inputs.length));
    },
    { outputs },
  );

/** An index of one dimension goes along; `source` has the written one's shape, or lacks a dimension. */
export const written = (at: number, form: 'source' | 'lacking' | 'number'): Rule =>
  fromLayouts(
    (c) => {
      const dim = wrap(c.args[at] as number, shapeOf(c).length);
      const rows = dimsOf(c)
        .filter((d) => d !== dim)
        .map((d): Layout => {
          if (form === 'lacking') return [Shard(d), Shard(d), Shard(d < dim ? d : d - 1)];
          if (form === 'source') return [Shard(d), Shard(d), ...all(Replicate, c.inputs.length - 2), Shard(d)];
          return [Shard(d), Shard(d), ...all(Replicate, c.inputs.length - 1)];
        });
      if (form === 'source') rows.push([Partial('sum'), Partial('sum'), ...all(Replicate, c.inputs.length - 2), Partial('sum')]);
      if (form === 'number' && c.inputs.length === 3)
        for (const op of ['sum', 'avg', 'max', 'min', 'product'] as const) rows.push([Partial(op), Partial(op), Replicate, Partial(op)]);
      return form === 'number' && c.inputs.length === 2
        ? [...rows, ...(['avg', 'max', 'min'] as const).map((op): Layout => [Partial(op), Partial(op), Replicate])]
        : rows;
    },
    { relays: form === 'source', derived: form === 'source' },
  );

/** Dimensions without an index may be cut, and the values with them where they have that dimension. */
export const indexPut: Rule = fromLayouts((c) => {
  const rank = shapeOf(c).length;
  const slots = (c.args[1] as unknown[]).flatMap((t, i) => (t === null ? [] : [i]));
  const shapes = slots.map((_, k) => shapeOf(c, k + 1));
  const wide = Math.max(0, ...shapes.map((s) => s.length));
  const values = shapeOf(c, c.inputs.length - 1);
  const first = slots[0] ?? 0;
  const together = (slots.at(-1) ?? 0) - first + 1 === slots.length;
  const free = Array.from({ length: rank }, (_, d) => d).filter((d) => !slots.includes(d));
  const rows = free.map((d, i): Layout => {
    const place = together && slots.length > 0 ? (d < first ? d : d - slots.length + wide) : wide + i;
    const own = place - (wide + free.length - values.length);
    return [Shard(d), Shard(d), ...all(Replicate, slots.length), own < 0 || values[own] === 1 ? Replicate : Shard(own)];
  });
  return [...rows, [Partial('sum'), Partial('sum'), ...all(Replicate, slots.length), Partial('sum')]];
});

/** Backward of what is taken element by element: linear in the gradient, which comes first. */
export const linearInGradient: Rule = fromLayouts(
  (c) => [
    ...pointwiseLayouts(
      '',
      c.inputs.map((s) => s.meta.shape),
    ),
    ...(['sum', 'avg'] as const).map((op): Layout => [Partial(op), Partial(op), ...all(Replicate, c.inputs.length - 1)]),
    // The target of this one is subtracted and no more.
    ...(c.overload.startsWith('binary') ? [[Partial('avg'), Replicate, Replicate, Partial('avg')]] : []),
  ],
  { allowUneven: true, derived: true },
);

/** A number for each element, reduced at the end. @param at position of `reduction` */
export const loss =
  (at: number): Rule =>
  (c) => {
    const shapes = c.inputs.map((s) => s.meta.shape);
    const choice = fromLayouts(() => pointwiseLayouts('', shapes), { allowUneven: true })(c);
    const kind = c.args[at] as number;
    if (!choice || kind === 0) return choice;
    const [out] = choice.outputs as [readonly Placement[]];
    return { inputs: choice.inputs, outputs: [out.map((p) => (p.kind === 'shard' ? Partial(kind === 1 ? 'avg' : 'sum') : p))] };
  };

/** Counts: a truth an element, summed; of partial values it knows nothing. */
export const count: Rule = (c) => {
  const [own] = c.inputs as [Spec];
  const placements = own.placements.map((p) => (p.kind === 'partial' ? Replicate : p));
  return reduction({ ...own, placements }, wrapDims(c.args[1], own.meta.shape.length), false, 'sum');
};

/** The same reduction for two results. */
export const twice =
  (rule: Rule): Rule =>
  (c) => {
    const choice = rule(c);
    return choice && { inputs: choice.inputs, outputs: [choice.outputs[0], choice.outputs[0]] as Choice['outputs'] };
  };

export const leastAndMost: Rule = (c) => {
  const [own] = c.inputs as [Spec];
  const dims = wrapDims(c.args[1], own.meta.shape.length);
  const placements = own.placements.map((p) => (p.kind === 'partial' ? Replicate : p));
  const [least, most] = (['min', 'max'] as const).map((op) => reduction({ ...own, placements }, dims, c.args[2] === true, op) as Choice) as [Choice, Choice];
  return { inputs: least.inputs, outputs: [least.outputs[0], most.outputs[0]] as Choice['outputs'] };
};

/** A matrix with a vector. */
export const matrixVector: Rule = fromLayouts(() => [
  [Shard(0), Shard(0), Replicate],
  [Partial('sum'), Shard(1), Shard(0)],
  [Partial('sum'), Partial('sum'), Replicate],
  [Partial('sum'), Replicate, Partial('sum')],
]);

/** Bins between given bounds can be counted apart; without bounds each rank would find its own. */
export const histogram: Rule = fromLayouts(
  (c) => (c.args.length > 3 && !(c.args[2] === 0 && c.args[3] === 0) ? dimsOf(c).map((d): Layout => [Partial('sum'), Shard(d)]) : []),
  {
    placeholders: false,
  },
);

/** Complex numbers from pairs: the last dimension holds them. */
export const fromPairs: Rule = fromLayouts((c) => [
  ...dimsOf(c)
    .slice(0, -1)
    .map((d): Layout => [Shard(d), Shard(d)]),
  ...partials(['sum', 'avg']),
]);

/** Complex numbers from two parts, which are copied in. */
export const fromParts: Rule = fromLayouts(
  (c) => [
    ...pointwiseLayouts(
      '',
      c.inputs.map((s) => s.meta.shape),
    ),
    ...partials(['sum', 'avg', 'max', 'min'], 3),
  ],
  { allowUneven: true },
);

/** Each element is looked up among all that are given. */
export const among: Rule = fromLayouts((c) => dimsOf(c).map((d): Layout => [Shard(d), Shard(d), ...all(Replicate, c.inputs.length - 1)]), { derived: true });
