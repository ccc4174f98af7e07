/**
 * The table of sharding rules: operator overload → how it runs on distributed tensors.
 *
 * Each entry follows the registration of the same operator in `torch/distributed/tensor/_ops`. An operator without an
 * entry is refused: PyTorch registers some 1,100, and decomposes others. The goldens of `test/golden/mesh` hold PyTorch's own choices.
 */
import type { Scalar } from '../../aten/op.ts';
import { numberOf } from '../../aten/work.ts';
import { PyFloat } from '../../python/values.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { isNorm, Partial, type Placement, type ReduceOp, Replicate, Shard, samePlacements } from '../placement.ts';
import { numShards, type Spec } from '../spec.ts';
import { type Choice, chooseAmong } from '../strategy.ts';
import { EQUATIONS, einsumLayouts, withBias } from './matmul.ts';
import { pointwiseLayouts } from './pointwise.ts';
import { LINEAR_REDUCTIONS, reduction } from './reduce.ts';
import { afterInsert, afterRemove, follow, fromLayouts, gathered, type Rule, type RuleCall, unshard, wrap, wrapDims } from './rule.ts';
import { drawn, inactive, scatterRule } from './arrange.ts';
import { ELEMENTWISE } from './elementwise.ts';
import { nllLoss, nllLossBackward, squaredError } from './losses.ts';
import * as layers from './layers.ts';
import { gather, index, indexSelect, pairAlong } from './select.ts';
import { viewRule } from './view.ts';

const first = (call: RuleCall): Spec => call.inputs[0] as Spec;
const rankOf = (call: RuleCall): number => first(call).meta.shape.length;
const clearPartial = (list: readonly Placement[]): Placement[] => list.map((p) => (p.kind === 'partial' ? Replicate : p));
const names = (text: string, rule: Rule): [string, Rule][] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((n) => [n, rule]);

const pointwise = fromLayouts(
  (c) =>
    pointwiseLayouts(
      c.overload,
      c.inputs.map((s) => s.meta.shape),
    ),
  { allowUneven: true },
);

const product = fromLayouts((c) => einsumLayouts(EQUATIONS[c.overload] as string));

/** `dot` still has the older rule: no partial inputs, and a layout may name a shard that no input has. */
const dot = fromLayouts(() => [[Partial('sum'), Shard(0), Shard(0)]], { placeholders: false });

const productWithBias = fromLayouts((c) => {
  const [bias, a, b] = c.inputs.map((s) => s.meta.shape) as [number[], number[], number[]];
  return withBias(einsumLayouts(EQUATIONS[c.overload] as string), [...a.slice(0, -1), b.at(-1) as number], bias);
});

const same: Rule = (c) => follow(first(c).placements);

const createLike: Rule = (c) => ({ inputs: [first(c).placements], outputs: [clearPartial(first(c).placements)] });

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

const variance: Rule = (c) => reduction(first(c), wrapDims(c.args[1], rankOf(c)), c.args.at(-1) === true, null);

function normOf(arg: unknown): ReduceOp {
  const order = numberOf((arg ?? 2) as Scalar);
  if (order === 0) return 'sum';
  if (!Number.isFinite(order)) return order > 0 ? 'max' : 'min';
  return `norm${arg instanceof PyFloat && Number.isInteger(order) ? `${order}.0` : order}`;
}

const distance: Rule = (c) => {
  const apart = pointwise({ ...c, overload: 'sub.Tensor' });
  const [out] = apart?.outputs ?? [];
  if (!apart || !out) return null;
  const ends = reduction({ ...first(c), placements: out }, wrapDims(null, rankOf(c)), false, normOf(c.args[2]));
  return { inputs: apart.inputs, outputs: ends.outputs };
};

const norm: Rule = (c) => {
  const op = normOf(c.args[1]);
  const own = first(c);
  // A partial norm is completed first; any other partial value makes `reduction` gather.
  const placements = own.placements.map((p) => (p.kind === 'partial' && isNorm(p.op) ? Replicate : p));
  return reduction({ ...own, placements }, wrapDims(c.args[2], rankOf(c)), c.args[3] === true, op);
};

/** Runs along one dimension: that one must be whole on every rank. */
const along =
  (position: number, outputs = 1): Rule =>
  (c) => {
    const own = gathered(first(c).placements, [wrap((c.args[position] ?? -1) as number, rankOf(c))]);
    return { inputs: [own], outputs: new Array(outputs).fill(own) };
  };

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

/** Solvers, triangles, diagonals: whole on every rank. */
const whole =
  (outputs: number): Rule =>
  (c) => {
    const everywhere = first(c).placements.map(() => Replicate);
    return { inputs: c.inputs.map(() => everywhere), outputs: new Array(outputs).fill(everywhere) };
  };

/** A repeated dimension must be whole; new ones stand before. */
const repeat: Rule = (c) => {
  const times = c.args[1] as number[];
  const pad = times.length - rankOf(c);
  const own = first(c).placements.map((p) => (p.kind === 'shard' && times[p.dim + pad] !== 1 ? Replicate : p));
  return { inputs: [own], outputs: [own.map((p) => (p.kind === 'shard' ? Shard(p.dim + pad, p.factor) : p))] };
};

const unbind: Rule = (c) => {
  const dim = wrap((c.args[1] ?? 0) as number, rankOf(c));
  const { placements, meta } = first(c);
  if (placements.some((p) => p.kind === 'shard' && p.dim === dim)) {
    throw runtimeError(`Attempted to unbind along the sharded dimension ${dim}. `);
  }
  const out = afterRemove(placements, dim);
  return { inputs: [placements], outputs: new Array(meta.shape[dim] as number).fill(out) };
};

/** Partial values are completed first: PyTorch follows what the operator is made of. */
const elementwise = fromLayouts(
  (c) =>
    pointwiseLayouts(
      '',
      c.inputs.map((s) => s.meta.shape),
    ),
  { allowUneven: true },
);

export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...ELEMENTWISE.map((n): [string, Rule] => [n, pointwise]),
  ...names(
    'leaky_relu_backward.default elu_backward.default hardswish.default hardsigmoid_backward.default softplus_backward.default mish_backward.default _prelu_kernel.default smooth_l1_loss_backward.default huber_loss_backward.default soft_margin_loss_backward.default binary_cross_entropy_backward.default fill.Scalar fill_.Tensor complex.default polar.default isin.Tensor_Tensor isin.Tensor_Scalar',
    elementwise,
  ),
  ['fused', elementwise],
  ...names('view_as_real.default view.dtype', (c) => follow(first(c).placements)),
  ...names('view_as_complex.default', layers.fromPairs),
  ...names('binary_cross_entropy_with_logits.default', layers.loss(4)),
  ...names('binary_cross_entropy.default', layers.loss(3)),
  ...names('smooth_l1_loss.default huber_loss.default soft_margin_loss.default', layers.loss(2)),
  ...names('median.default nanmedian.default', (c) => reduction(first(c), wrapDims(null, rankOf(c)), false, null)),
  ...names('median.dim nanmedian.dim mode.default', pairAlong(1, true, 2)),
  ...names('kthvalue.default', pairAlong(2, true, 3)),
  ...names('cummax.default cummin.default', pairAlong(1, false)),
  ...names('sort.stable', pairAlong(2, false)),
  ...names('var_mean.correction std_mean.correction', layers.twice(variance)),
  ...names('count_nonzero.default count_nonzero.dim_IntList', layers.count),
  ...names('aminmax.default', layers.leastAndMost),
  ...names('trace.default', whole(1)),
  ...names('dist.default', distance),
  ...names('norm.Scalar norm.ScalarOpt_dim', norm),
  ...names('histc.default', layers.histogram),
  ...names('constant_pad_nd.default', layers.padded),
  ...names('linalg_cross.default', layers.besides(2)),
  ...names('log_sigmoid_forward.default', layers.twice(elementwise)),
  ...names('glu.default', layers.besides(1)),
  ...names('multinomial.default', along(-1)),
  ...names('mv.default', layers.matrixVector),
  ...names(
    'cholesky.default cholesky_inverse.default linalg_matrix_exp.default linalg_solve_triangular.default cholesky_solve.default linalg_lu_solve.default',
    layers.matrices(1),
  ),
  ...names('linalg_cholesky_ex.default linalg_inv_ex.default', layers.matrices(2)),
  ...names('_linalg_det.default linalg_lu.default linalg_lu_factor_ex.default lu_unpack.default', layers.matrices(3)),
  ...names('_linalg_check_errors.default', layers.matrices(0)),
  ...names('_linalg_slogdet.default _linalg_solve_ex.default', layers.matrices(4, layers.SOLVED)),
  ...names('native_group_norm.default', layers.overBatch(3)),
  ...names('convolution.default', layers.overBatch(1)),
  ...names('convolution_backward.default', layers.convolutionBackward),
  ...names('native_batch_norm.default', layers.batchNorm),
  ...names('native_batch_norm_backward.default', layers.batchNormBackward),
  ...names('avg_pool2d.default avg_pool3d.default _adaptive_avg_pool2d.default _adaptive_avg_pool3d.default', layers.pictures(1, true)),
  ...names('max_pool2d_with_indices.default max_pool3d_with_indices.default adaptive_max_pool2d.default', layers.pictures(2, false)),
  ...names('max_pool2d_with_indices_backward.default _adaptive_avg_pool2d_backward.default', layers.pictures(1, false)),
  ...names(
    'upsample_nearest1d.default upsample_nearest2d.default upsample_bilinear2d.default upsample_linear1d.default upsample_bicubic2d.default',
    layers.pictures(1, true),
  ),
  ...names('grid_sampler_2d.default', layers.pictures(1, false, false)),
  ...names('select_scatter.default', layers.written(2, 'lacking')),
  ...names('index_fill.int_Scalar index_fill_.int_Scalar index_fill.int_Tensor index_fill_.int_Tensor', layers.written(1, 'number')),
  ...names('index_add.default index_add_.default index_copy.default index_copy_.default', layers.written(1, 'source')),
  ...names('index_put.default index_put_.default _index_put_impl_.default', layers.indexPut),
  ...names('slice_scatter.default', (c) => {
    const own = gathered(first(c).placements, [wrap((c.args[2] ?? 0) as number, rankOf(c))]);
    return { inputs: [own, own], outputs: [own] };
  }),
  ...names('addmm_.default baddbmm_.default', productWithBias),
  ...names('scatter_add_.default', scatterRule),
  ...names('mm.default bmm.default', product),
  ...names('dot.default', dot),
  ...names('addmm.default baddbmm.default', productWithBias),
  ...names(Object.keys(LINEAR_REDUCTIONS).join(' '), linear),
  // The gradient of a mean is taken over each block's own elements, as PyTorch takes it.
  ...names('mse_loss_backward.default', pointwise),
  ...names('masked_fill.Tensor floor_divide.default floor_divide.Scalar', pointwise),
  ...names('normal_.default uniform_.default bernoulli_.float bernoulli.default log_normal_.default exponential_.default geometric_.default', drawn(1)),
  ...names('native_dropout.default', drawn(2)),
  ...names('flip.default', inactive(1)),
  ...names('roll.default', inactive(2)),
  ...names('repeat.default', repeat),
  ...names('scatter.src scatter.value scatter_.src scatter_.value scatter_add.default', scatterRule),
  ...names('logsumexp.default', indexReductions),
  ...names('equal.default', (c) => {
    const own = clearPartial(first(c).placements);
    return { inputs: c.inputs.map(() => own), outputs: [] };
  }),
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
  ...names('detach.default alias.default fill_.Scalar zero_.default contiguous.default', same),
  ...names(
    '_to_copy.default',
    fromLayouts(
      (c) => [
        ...first(c).meta.shape.map((_, d) => [Shard(d), Shard(d)]),
        ...(['sum', 'avg', 'max', 'min', 'product'] as const).map((op) => [Partial(op), Partial(op)]),
      ],
      { allowUneven: true },
    ),
  ),
  ...names(
    'zeros_like.default ones_like.default full_like.default rand_like.default randn_like.default randint_like.default randint_like.low_dtype empty_like.default',
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
  ...names('linalg_qr.default _linalg_eigh.default', whole(2)),
  ...names('_linalg_svd.default', whole(3)),
  ...names('max.dim min.dim', pairAlong(1, true, 2)),
  ...names('topk.default', pairAlong(2, false)),
  ...names('sort.default', pairAlong(1, false)),
  ...names('gather.default', gather),
  ...names('index_select.default', indexSelect),
  ...names('index.Tensor', index),
  ...names('unbind.int', unbind),
  ...names('mse_loss.default', squaredError),
  ...names('nll_loss_forward.default', nllLoss),
  ...names('nll_loss_backward.default', nllLossBackward),
  ...names('embedding.default', embedding),
  ...names('embedding_dense_backward.default', embeddingBackward),
]);

/** The rule of an operator: its own, its twin's that is not in place, or that of all elementwise functions of `special`. */
export function ruleOf(overload: string): Rule | undefined {
  const own = RULES.get(overload) ?? (overload.startsWith('special_') ? pointwise : undefined);
  if (own) return own;
  const twin = overload.replace(/_(?=\.)/, '');
  const rule = twin === overload ? undefined : RULES.get(twin);
  return rule === pointwise || rule === elementwise ? rule : undefined;
}
