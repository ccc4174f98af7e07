/**
 * What an operator does with a hidden dimension, by families of operators: the rows are those of PyTorch's batching rules
 * (aten/src/ATen/functorch/BatchRules*.cpp), whose order of moving, padding and calling each rule follows.
 *
 * An operator without a rule is refused by name. Leaves out: named dimensions, sparse and quantised tensors.
 */
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { convolution, convolutionBack } from './convolutions.ts';
import { copy, inplacePointwise, pointwise } from './elements.ts';
import { batchNorm, batchNormBack, groupNorm, layerNorm, layerNormBack } from './norms.ts';
import { added, dot, mm, mv } from './products.ts';
import {
  along,
  embedding,
  expand,
  flat,
  index,
  indexSelect,
  joined,
  overAll,
  partBack,
  placed,
  reduction,
  roll,
  sized,
  softmax,
  softmaxBack,
  squeeze,
  squeezeDims,
  viewInplace,
} from './shapes.ts';
import { give, type Rule } from './site.ts';

const local: Rule = () => {
  throw runtimeError(
    "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try to rewrite what " +
      "you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file a bug report.",
  );
};

give(
  `abs acos acosh angle asin asinh atan atanh bitwise_not ceil clone cos cosh deg2rad detach alias digamma erf erfc erfinv exp exp2 expm1 floor frac
  isnan isposinf isneginf lgamma log log10 log1p log2 log_sigmoid_forward logical_not logit mish nan_to_num neg positive rad2deg reciprocal relu round rsqrt sgn
  sigmoid sign signbit silu sin sinc sinh special_i0 special_i1 special_entr special_ndtri special_log_ndtr sqrt square tan tanh trunc
  elu hardtanh hardsigmoid hardswish leaky_relu softplus threshold gelu celu selu
  _to_copy _conj zeros_like ones_like empty_like full_like
  add sub rsub mul div pow remainder fmod floor_divide true_divide atan2 hypot maximum minimum fmax fmin xlogy copysign lerp addcmul addcdiv logaddexp logaddexp2
  heaviside nextafter ldexp gcd lcm where clamp clamp_min clamp_max
  eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor __lshift__ __rshift__ masked_fill
  threshold_backward sigmoid_backward tanh_backward silu_backward softplus_backward elu_backward leaky_relu_backward hardtanh_backward hardswish_backward
  hardsigmoid_backward mish_backward logit_backward`,
  pointwise,
);
give(
  'add_ sub_ mul_ div_ pow_ relu_ sigmoid_ tanh_ exp_ neg_ clamp_ clamp_min_ clamp_max_ zero_ sqrt_ sin_ cos_ floor_ addcmul_ addcdiv_ lerp_ fill_ masked_fill_',
  inplacePointwise,
);
give('sum.dim_IntList mean.dim amax amin logsumexp nansum var.correction std.correction', reduction(1, true));
give('prod.dim_int any.dim all.dim argmax argmin max.dim min.dim cumsum cumprod logcumsumexp _softmax _log_softmax cummax cummin', softmax);
give('linalg_vector_norm', reduction(2, true));
give('sort', along(1));
give('sort.stable', along(2));
give('topk', along(2));
give('kthvalue', along(2));
give('var_mean.correction', reduction(1, true));
give('std_mean.correction', reduction(1, true));
give('median.dim', reduction(1, false));
give('argmax argmin', (s) => (s.args[1] === null && s.t(0).dim > 1 ? s.call(s.op.overload, s.call.reshape(s.t(0), [-1]), 0, false) : reduction(1, false)(s)));
give('_softmax_backward_data _log_softmax_backward_data', softmaxBack);
give('flip', along(1));
give('roll', roll);
give('select_backward slice_backward', partBack(2));
give('diagonal_backward', partBack(3, 4));
give('unsqueeze', (s) => s.again([s.front(s.t(0)), wrapDim(s.args[1] as number, s.t(0).dim + 1) + 1]));
give('transpose.int', (s) => (s.t(0).dim === 0 ? s.t(0) : along(1, 2)(s)));
give('select.int slice.Tensor unfold split.Tensor split_with_sizes unbind.int chunk', along(1));
give('split.Tensor split_with_sizes', along(2));
give('diagonal', (s) => {
  const r = s.t(0).dim;
  return s.again([s.front(s.t(0)), s.args[1], wrapDim(s.args[2] as number, r) + 1, wrapDim(s.args[3] as number, r) + 1]);
});
give('permute', (s) => s.again([s.front(s.t(0)), [0, ...(s.args[1] as number[]).map((d) => wrapDim(d, s.t(0).dim) + 1)]]));
give('t', (s) => (s.t(0).dim < 2 ? s.t(0) : s.call.transpose(s.t(0), 0, 1)));
give('view _unsafe_view new_zeros new_ones new_full new_empty', sized(1));
give('expand', expand);
give('squeeze.dim squeeze.dims', squeezeDims);
give('squeeze', squeeze);
give(
  'squeeze_.dim squeeze_.dims',
  viewInplace('squeeze_.dims', (s) => [(Array.isArray(s.args[1]) ? (s.args[1] as number[]) : [s.args[1] as number]).map((d) => wrapDim(d, s.t(0).dim) + 1)]),
);
give(
  'unsqueeze_',
  viewInplace('unsqueeze_', (s) => [wrapDim(s.args[1] as number, s.t(0).dim + 1) + 1]),
);
give('repeat', (s) => {
  let value = s.front(s.t(0));
  const sizes = [1, ...(s.args[1] as number[])];
  while (value.dim < sizes.length) value = s.call.unsqueeze(value, 1);
  return s.again([value, sizes]);
});
give('tril triu', (s) => s.again(s.with({ 0: s.front(s.t(0)) })));
give('mm bmm', mm);
give('mv', mv);
give('dot', dot);
give('addmm', added('mm'));
give('addmv', added('mv'));
give('baddbmm', added('bmm'));
give('stack cat', joined);
give('gather scatter.src scatter.value scatter_add', placed);
give('index_select', indexSelect);
give('embedding', embedding);
give('index.Tensor', index);
give('native_layer_norm', layerNorm);
give('native_layer_norm_backward', layerNormBack);
give('native_batch_norm', batchNorm);
give('native_batch_norm_backward', batchNormBack);
give('native_group_norm', groupNorm);
give('convolution', convolution);
give('convolution_backward', convolutionBack);
give('_local_scalar_dense', local);
give('copy_', copy);
// Whole tensors, in words that name dimensions.
give(
  'sum',
  overAll('sum.dim_IntList', (s, dims) => [dims, false, s.args[1]]),
);
give(
  'mean',
  overAll('mean.dim', (s, dims) => [dims, false, s.args[1]]),
);
give('prod', (s) => s.call('prod.dim_int', flat(s), 0, false, s.args[1]));
give('any', (s) => s.call('any.dim', flat(s), 0, false));
give('all', (s) => s.call('all.dim', flat(s), 0, false));
give('max', (s) => s.call.many('max.dim', flat(s), 0, false)[0]);
give('min', (s) => s.call.many('min.dim', flat(s), 0, false)[0]);
give('median', (s) => s.call.many('median.dim', flat(s), 0, false)[0]);
give('gelu_backward', (s) => s.again(s.with({ 0: s.whole(s.t(0)), 1: s.whole(s.t(1)) })));

const branch: Rule = () => {
  throw runtimeError(
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, please file an issue " +
      'at https://github.com/pytorch/pytorch/issues .',
  );
};

/** Composites that PyTorch takes apart in another way here. */
export const COMPOSITES: Record<string, Rule> = {
  is_nonzero: branch,
};
