/**
 * Derivatives of backward operators, asked for where gradients are differentiated themselves (`create_graph=True`).
 *
 * Formulas: derivatives.yaml and the double backward functions of FunctionsManual.cpp, for values; the rows of a
 * composed formula may differ from PyTorch's. What PyTorch refuses is refused in its words.
 */
import { pyError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { type Arg, type BackwardContext, derivative, type Derivative, type Gradient } from '../op.ts';
import { SECOND_ACTIVATIONS } from './activations.ts';
import { SECOND_LAYERS } from './layers.ts';
import { SECOND_LOSSES } from './losses.ts';
import { zeros } from './shared.ts';

/** The gradient goes through an operator of the same name with the same arguments. */
const rest = (c: BackwardContext, names: readonly string[]): Arg[] => names.map((n) => c.arg(n));

/** Linear in the incoming gradient: its derivative is the forward operator. */
const forward = (name: string, op: string, args: readonly string[], other: string | null = 'self', own = 'grad_output'): Derivative =>
  derivative(name, [], {
    [own]: (c: BackwardContext) => c.call.one(op, c.g, ...rest(c, args)),
    ...(other === null ? {} : { [other]: (c: BackwardContext) => c.call.one('zeros', c.like(other).sizes, c.g.dtype, 'strided', c.g.device, null) }),
  });

/** `max_pool_double_backward`: the gradient where the maxima were. */
const poolBack = (name: string, dims: number): Derivative =>
  derivative(name, ['indices'], {
    grad_output: (c) => {
      const k = c.call;
      const at = c.t('indices');
      const lead = at.sizes.slice(0, at.dim - dims);
      const flat = (t: Tensor): Tensor => k.reshape(t, [...lead, -1]);
      return k.view(k.one('gather', flat(k.contiguous(c.g)), -1, flat(at), false), at.sizes);
    },
    self: (c) => zeros(c, 'self'),
  });

const refuse = (message: string) => (): Gradient => {
  throw pyError('RuntimeError', message);
};
const NOT = (op: string): string => `derivative for aten::${op} is not implemented`;
const refused = (op: string, args: readonly string[], message = NOT(op)): Derivative =>
  derivative('NotImplemented', [], { [args.join(', ')]: refuse(message) });

const PADS = Object.fromEntries(
  ['reflection', 'replication'].flatMap((kind) =>
    [1, 2, 3].map((n) => [
      `${kind}_pad${n}d_backward`,
      forward(`${kind === 'reflection' ? 'Reflection' : 'Replication'}Pad${n}DBackwardBackward0`, `${kind}_pad${n}d`, ['padding']),
    ]),
  ),
);

const SCALES = [[], ['scales'], ['scales_h', 'scales_w'], ['scales_d', 'scales_h', 'scales_w']];
/** Resizing is linear too. */
const upsample = (name: string, title: string, dims: number): [string, Derivative] => [
  `${name}_backward`,
  forward(`${title}BackwardBackward0`, name, ['output_size', ...(/linear|cubic/.test(name) ? ['align_corners'] : []), ...SCALES[dims]], null),
];
const UPSAMPLES = Object.fromEntries([
  ...[1, 2, 3].map((n) => upsample(`upsample_nearest${n}d`, `UpsampleNearest${n}D`, n)),
  ...[1, 2, 3].map((n) => upsample(`_upsample_nearest_exact${n}d`, `UpsampleNearestExact${n}D`, n)),
  upsample('upsample_linear1d', 'UpsampleLinear1D', 1),
  upsample('upsample_bilinear2d', 'UpsampleBilinear2D', 2),
  upsample('upsample_trilinear3d', 'UpsampleTrilinear3D', 3),
  upsample('upsample_bicubic2d', 'UpsampleBicubic2D', 2),
]);

const AVERAGES = ['kernel_size', 'stride', 'padding', 'ceil_mode', 'count_include_pad', 'divisor_override'];

const adaptive = (n: number): Derivative =>
  derivative(`AdaptiveAvgPool${n}DBackwardBackward0`, [], {
    grad_output: (c) => c.call.one(`_adaptive_avg_pool${n}d`, c.g, c.like('grad_output').sizes.slice(-n)),
    self: (c) => zeros(c, 'self'),
  });

/** By overload: the derivative of a backward operator. */
export const SECOND: Readonly<Record<string, Derivative>> = {
  ...SECOND_ACTIVATIONS,
  ...SECOND_LAYERS,
  ...SECOND_LOSSES,
  ...PADS,
  avg_pool2d_backward: forward('AvgPool2DBackwardBackward0', 'avg_pool2d', AVERAGES),
  avg_pool3d_backward: forward('AvgPool3DBackwardBackward0', 'avg_pool3d', AVERAGES),
  ...UPSAMPLES,
  _adaptive_avg_pool2d_backward: adaptive(2),
  _adaptive_avg_pool3d_backward: adaptive(3),
  adaptive_max_pool2d_backward: poolBack('AdaptiveMaxPool2DBackwardBackward0', 2),
  adaptive_max_pool3d_backward: poolBack('AdaptiveMaxPool3DBackwardBackward0', 3),
  max_pool2d_with_indices_backward: poolBack('MaxPool2DWithIndicesBackwardBackward0', 2),
  max_pool3d_with_indices_backward: poolBack('MaxPool3DWithIndicesBackwardBackward0', 3),
  fractional_max_pool2d_backward: poolBack('FractionalMaxPool2DBackwardBackward0', 2),
  fractional_max_pool3d_backward: poolBack('FractionalMaxPool3DBackwardBackward0', 3),
  hardsigmoid_backward: refused('hardsigmoid_backward', ['grad_output', 'self']),
  multi_margin_loss_backward: refused('multi_margin_loss_backward', ['grad_output', 'self']),
  multilabel_margin_loss_backward: refused('multilabel_margin_loss_backward', ['grad_output', 'self']),
  _embedding_bag_per_sample_weights_backward: refused('_embedding_bag_per_sample_weights_backward', ['grad', 'weight']),
  _ctc_loss_backward: refused('_ctc_loss_backward', ['grad', 'log_probs']),
  _segment_reduce_backward: refused('_segment_reduce_backward', ['grad', 'output', 'data']),
  _cdist_backward: refused('_cdist_backward', ['grad', 'x1', 'x2', 'cdist'], "the derivative for '_cdist_backward' is not implemented."),
  _pdist_backward: refused('_pdist_backward', ['grad', 'self', 'pdist'], "the derivative for '_pdist_backward' is not implemented."),
};
