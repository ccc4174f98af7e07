/**
 * The sharding rules of rarer operators, in a pack of their own: solvers, convolutions, pooling, writing at indices, losses that
 * PyTorch takes apart.
 *
 * Each entry follows the registration of the same operator in `torch/distributed/tensor/_ops`.
 */
import { Replicate, Shard } from '../placement.ts';
import { inactive, scatterAddRule, scatterRule } from './arrange.ts';
import { along, clearPartial, elementwise, first, names, norm, normOf, productWithBias, rankOf, variance, whole } from './common.ts';
import * as layers from './layers.ts';
import { reduction } from './reduce.ts';
import { follow, gathered, type Rule, wrap, wrapDims } from './rule.ts';
import { indexSelect, pairAlong } from './select.ts';

const distance: Rule = (c) => {
  const apart = elementwise(c);
  const [out] = apart?.outputs ?? [];
  if (!apart || !out) return null;
  const ends = reduction({ ...first(c), placements: out }, wrapDims(null, rankOf(c)), false, normOf(c.args[2]));
  return { inputs: apart.inputs, outputs: ends.outputs };
};

/** A repeated dimension must be whole; new ones stand before. */
const repeat: Rule = (c) => {
  const times = c.args[1] as number[];
  const pad = times.length - rankOf(c);
  const own = first(c).placements.map((p) => (p.kind === 'shard' && times[p.dim + pad] !== 1 ? Replicate : p));
  return { inputs: [own], outputs: [own.map((p) => (p.kind === 'shard' ? Shard(p.dim + pad, p.factor) : p))] };
};

export const RARER: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...names(
    'leaky_relu_backward.default elu_backward.default hardswish.default softplus_backward.default _prelu_kernel.default smooth_l1_loss_backward.default huber_loss_backward.default polar.default',
    elementwise,
  ),
  ...names('view_as_real.default view.dtype', (c) => follow(first(c).placements)),
  ...names('mish_backward.default soft_margin_loss_backward.default binary_cross_entropy_backward.default', layers.linearInGradient),
  ...names('view_as_complex.default', layers.fromPairs),
  ...names('complex.default', layers.fromParts),
  ...names('isin.Tensor_Tensor isin.Tensor_Scalar', layers.among),
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
  ...names('avg_pool2d.default _adaptive_avg_pool2d.default', layers.pooling(1, true, 2)),
  ...names('avg_pool3d.default _adaptive_avg_pool3d.default', layers.pooling(1, true, 3)),
  ...names('max_pool2d_with_indices.default adaptive_max_pool2d.default', layers.pooling(2, false, 2)),
  ...names('max_pool3d_with_indices.default', layers.pooling(2, false, 3)),
  ...names('max_pool2d_with_indices_backward.default', layers.pictures(1, true)),
  ...names('_adaptive_avg_pool2d_backward.default', layers.pictures(1, false)),
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
  ...names('scatter_add_.default', scatterAddRule),
  ...names('flip.default', inactive(1)),
  ...names('roll.default', inactive(2)),
  ...names('repeat.default', repeat),
  ...names('scatter.src scatter.value scatter_.src scatter_.value scatter_add.default', scatterRule),
  ...names('equal.default', (c) => {
    const own = clearPartial(first(c).placements);
    return { inputs: c.inputs.map(() => own), outputs: [] };
  }),
  ...names('linalg_qr.default _linalg_eigh.default', whole(2)),
  ...names('_linalg_svd.default', whole(3)),
  ...names('index_select.default', indexSelect),
]);
