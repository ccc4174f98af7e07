/**
 * The table of sharding rules: operator overload → how it runs on distributed tensors. Those of rarer operators are in `rarer.ts`.
 *
 * Each entry follows the registration of the same operator in `torch/distributed/tensor/_ops`. An operator without an
 * entry is refused: PyTorch registers some 1,100, and decomposes others. The goldens of `test/golden/mesh` hold PyTorch's own choices.
 */
import { part } from '../../python/packs.ts';
import { type DType, DTYPES, type DTypeName } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { Partial, type Placement, type ReduceOp, Replicate, Shard, samePlacements } from '../placement.ts';
import { numShards, type Spec } from '../spec.ts';
import { type Choice, chooseAmong } from '../strategy.ts';
import { along, clearPartial, drawn, elementwise, first, names, norm, pointwise, productWithBias, rankOf, variance, whole } from './common.ts';
import { ELEMENTWISE } from './elementwise.ts';
import { nllLoss, nllLossBackward, squaredError, squaredErrorBackward } from './losses.ts';
import { EQUATIONS, einsumLayouts } from './matmul.ts';
import { LINEAR_REDUCTIONS, reduction } from './reduce.ts';
import { afterInsert, afterRemove, follow, fromLayouts, gathered, type Rule, type RuleCall, unshard, wrap, wrapDims } from './rule.ts';
import { gather, index, pairAlong } from './select.ts';
import { viewRule } from './view.ts';

const product = fromLayouts((c) => einsumLayouts(EQUATIONS[c.overload] as string));

/** `dot` still has the older rule: no partial inputs, and a layout may name a shard that no input has. */
const dot = fromLayouts(() => [[Partial('sum'), Shard(0), Shard(0)]], { placeholders: false });

const same: Rule = (c) => follow(first(c).placements);

const createLike: Rule = (c) => ({ inputs: [first(c).placements], outputs: [clearPartial(first(c).placements)] });

/** A partial result goes through a change of type where reducing and changing commute. */
function commutes(op: ReduceOp, from: string, to: unknown): boolean {
  const target = to as DType | null | undefined;
  if (!target || target.name === from) return true;
  if (target.name === 'bool') return false;
  return op === 'max' || op === 'min' || DTYPES[from as DTypeName].category !== 'float' || target.category === 'float';
}

const newLike =
  (uninitialised: boolean): Rule =>
  (c) => {
    const own = first(c);
    const sameShape = own.meta.shape.join() === (c.args[1] as number[]).join();
    const propagates = own.placements.some((p) => p.kind === 'shard') || uninitialised;
    return { inputs: [own.placements], outputs: [sameShape && propagates ? own.placements : own.placements.map(() => Replicate)] };
  };

const linear: Rule = (c) => reduction(first(c), wrapDims(c.args[1], rankOf(c)), c.args[2] === true, LINEAR_REDUCTIONS[c.overload] as never);

/** Does not combine from partial results. */
const indexReductions: Rule = (c) => reduction(first(c), wrapDims(c.args[1], rankOf(c)), c.args[2] === true, null);

const softmaxBackward: Rule = (c) => {
  const [grad, out] = c.inputs as [Spec, Spec];
  const src = numShards(grad) >= numShards(out) ? grad : out;
  return follow(gathered(src.placements, [wrap(c.args[2] as number, rankOf(c))]), 2);
};

const select: Rule = (c) => {
  const dim = wrap(c.args[1] as number, rankOf(c));
  const own = unshard(first(c).placements, [dim]);
  return { inputs: [own], outputs: [afterRemove(own, dim)] };
};

const selectBackward: Rule = (c) => ({ inputs: [first(c).placements], outputs: [afterInsert(first(c).placements, c.args[2] as number)] });

const slice: Rule = (c) => {
  const { shape } = first(c).meta;
  const dim = wrap((c.args[1] ?? 0) as number, shape.length);
  const size = shape[dim] as number;
  const at = (v: unknown, otherwise: number): number => (v === null || v === undefined ? otherwise : wrap(Math.min(v as number, size), size));
  const whole = at(c.args[2], 0) === 0 && at(c.args[3], size) === size && (c.args[4] ?? 1) === 1;
  return follow(whole ? first(c).placements : unshard(first(c).placements, [dim]));
};

const sliceBackward: Rule = (c) => follow(unshard(first(c).placements, [c.args[2] as number]));

const split: Rule = (c) => {
  const dim = wrap((c.args[2] ?? 0) as number, rankOf(c));
  const own = unshard(first(c).placements, [dim]);
  const size = first(c).meta.shape[dim] as number;
  const sizes = c.args[1] as number | number[];
  const count = typeof sizes === 'number' ? Math.ceil(size / sizes) : sizes.length;
  return { inputs: [own], outputs: new Array(count).fill(own) };
};

/** Each input's own layout, made whole along the joined dimension, is a candidate for all. */
const cat: Rule = (c) => {
  const dim = wrap((c.args[1] ?? 0) as number, rankOf(c));
  const examples: Placement[][] = [];
  for (const spec of c.inputs) {
    const own = unshard(spec.placements, [dim]);
    if (!examples.some((e) => samePlacements(e, own))) examples.push(own);
  }
  return cheapestFollow(c, examples);
};

const stack: Rule = (c) => {
  const merged = (first(c).placements as Placement[]).map((p, m) => c.inputs.slice(1).reduce((now, s) => merge(now, s.placements[m] as Placement), p));
  const dim = wrap((c.args[1] ?? 0) as number, rankOf(c) + 1);
  return { inputs: c.inputs.map(() => merged), outputs: [afterInsert(merged, dim)] };
};

function merge(now: Placement, next: Placement): Placement {
  if (samePlacements([now], [next])) return now;
  if (now.kind === 'partial') return next.kind === 'shard' ? next : next.kind === 'partial' ? Replicate : now;
  if (now.kind === 'shard') return next.kind === 'shard' ? Replicate : now;
  return next;
}

function cheapestFollow(c: RuleCall, examples: readonly Placement[][]): Choice | null {
  return chooseAmong(
    c.inputs,
    c.rank,
    examples.map((e) => ({ inputs: c.inputs.map(() => e), outputs: [e] })),
  );
}

const layerNorm = fromLayouts(
  (c) => {
    const rank = rankOf(c);
    const outer = rank - (c.args[1] as number[]).length;
    const params = c.inputs.length - 1;
    return Array.from({ length: outer }, (_, d) => [Shard(d), Shard(d), Shard(d), Shard(d), ...new Array<Placement>(params).fill(Replicate)]);
  },
  { outputs: 3 },
);

const embedding = fromLayouts(
  (c) => {
    const indices = (c.inputs[1] as Spec).meta.shape;
    return [
      [Shard(indices.length), Shard(1), Replicate],
      [Partial('mask'), Shard(0), Partial('mask')],
      ...indices.map((_, i) => [Shard(i), Replicate, Shard(i)]),
    ];
  },
  { placeholders: false },
);

const embeddingBackward = fromLayouts(
  (c) => {
    const rank = rankOf(c);
    const indices = (c.inputs[1] as Spec).meta.shape;
    return [
      [Shard(1), Shard(rank - 1), Replicate],
      ...indices.map((_, i) => [Partial('sum'), Shard(i), Shard(i)]),
      [Partial('sum'), Partial('sum'), Replicate],
    ];
  },
  { placeholders: false },
);

const layerNormBackward = fromLayouts(
  (c) => {
    const outer = rankOf(c) - (c.args[2] as number[]).length;
    const params = c.inputs.length - 4;
    return Array.from({ length: outer }, (_, d) => [
      Shard(d),
      Partial('sum'),
      Partial('sum'),
      Shard(d),
      Shard(d),
      Shard(d),
      Shard(d),
      ...new Array<Placement>(params).fill(Replicate),
    ]);
  },
  { outputs: 3 },
);

const unbind: Rule = (c) => {
  const dim = wrap((c.args[1] ?? 0) as number, rankOf(c));
  const { placements, meta } = first(c);
  if (placements.some((p) => p.kind === 'shard' && p.dim === dim)) {
    throw runtimeError(
      `('Attempted to unbind along the sharded dimension ${dim}. ', 'It cannot be performed without redistribution, which is disallowed by the current operator.')`,
    );
  }
  const out = afterRemove(placements, dim);
  return { inputs: [placements], outputs: new Array(meta.shape[dim] as number).fill(out) };
};

export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['fused', elementwise],
  ...ELEMENTWISE.map((n): [string, Rule] => [n, pointwise]),
  ['fused', elementwise],
  ...names('mm.default bmm.default', product),
  ...names('dot.default', dot),
  ...names('addmm.default baddbmm.default', productWithBias),
  ...names(Object.keys(LINEAR_REDUCTIONS).join(' '), linear),
  // The gradient of a mean is taken over each block's own elements, as PyTorch takes it.
  ...names('mse_loss_backward.default', squaredErrorBackward),
  ...names('masked_fill.Tensor floor_divide.default floor_divide.Scalar', pointwise),
  ...names('normal_.default uniform_.default bernoulli_.float bernoulli.default log_normal_.default exponential_.default geometric_.default', drawn(1)),
  ...names('native_dropout.default', drawn(2)),
  ...names('logsumexp.default', indexReductions),
  ...names('linalg_vector_norm.default', norm),
  ...names('argmax.default argmin.default', indexReductions),
  ...names('var.correction std.correction', variance),
  ...names('_softmax.default _log_softmax.default _safe_softmax.default', along(1)),
  ...names('cumsum.default cumprod.default logcumsumexp.default', along(1)),
  ...names('_softmax_backward_data.default _log_softmax_backward_data.default', softmaxBackward),
  ...names(
    't.default transpose.int permute.default view.default _unsafe_view.default reshape.default unsqueeze.default squeeze.default squeeze.dim squeeze.dims expand.default',
    viewRule,
  ),
  ...names('empty_like.default detach.default alias.default fill_.Scalar zero_.default contiguous.default', same),
  ...names(
    '_to_copy.default',
    fromLayouts(
      (c) => [
        ...first(c).meta.shape.map((_, d) => [Shard(d), Shard(d)]),
        ...(['sum', 'avg', 'max', 'min', 'product'] as const)
          .filter((op) => commutes(op, first(c).meta.dtype, c.args[1]))
          .map((op) => [Partial(op), Partial(op)]),
      ],
      { allowUneven: true },
    ),
  ),
  ...names(
    'zeros_like.default ones_like.default full_like.default rand_like.default randn_like.default randint_like.default randint_like.low_dtype fill.Scalar',
    createLike,
  ),
  ...names('new_zeros.default new_ones.default new_full.default', newLike(false)),
  ...names('new_empty.default new_empty_strided.default', newLike(true)),
  ...names('select.int', select),
  ...names('select_backward.default', selectBackward),
  ...names('slice.Tensor', slice),
  ...names('slice_backward.default', sliceBackward),
  ...names('split.Tensor split_with_sizes.default', split),
  ...names('cat.default', cat),
  ...names('stack.default', stack),
  ...names('native_layer_norm.default', layerNorm),
  ...names('native_layer_norm_backward.default', layerNormBackward),
  ...names('tril.default triu.default diagonal.default diag.default diag_embed.default', whole(1)),
  ...names('max.dim min.dim', pairAlong(1, true, 2)),
  ...names('topk.default', pairAlong(2, false)),
  ...names('sort.default', pairAlong(1, false)),
  ...names('gather.default', gather),
  ...names('index.Tensor', index),
  ...names('unbind.int', unbind),
  ...names('mse_loss.default', squaredError),
  ...names('nll_loss_forward.default', nllLoss),
  ...names('nll_loss_backward.default', nllLossBackward),
  ...names('embedding.default', embedding),
  ...names('embedding_dense_backward.default', embeddingBackward),
]);

const rarer = part<ReadonlyMap<string, Rule>>('mesh-more', 'rules');

/** The rule of an operator: its own, its twin's that is not in place, or that of all elementwise functions of `special`. */
export function ruleOf(overload: string): Rule | undefined {
  const own = RULES.get(overload) ?? (overload.startsWith('special_') ? pointwise : rarer().get(overload));
  if (own) return own;
  const twin = overload.replace(/_(?=\.)/, '');
  const rule = twin === overload ? undefined : (RULES.get(twin) ?? rarer().get(twin));
  return rule === pointwise || rule === elementwise ? rule : undefined;
}
