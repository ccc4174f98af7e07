/**
 * Operators that PyTorch refuses for complex numbers, in its words (read from PyTorch 2.13.0, operator by operator).
 *
 * Three kinds of refusal: a kernel without code for the type, named by its C++ name; a shape rule that says what the
 * operator does not support; and a check that is an error of use. Leaves out: what the type is called but ComplexFloat.
 */
import { notImplementedFor, pyError, runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Arg, Op } from '../op.ts';

/** The kernel's name: that of the operator and `_cpu`, but for these. */
const CPU_KERNELS = new Set(
  'lt le gt ge frac hardswish hardsigmoid leaky_relu elu softplus mish logit hypot atan2 nextafter copysign fmod remainder igamma igammac logaddexp2 gcd lcm xlogy cummax cummin kthvalue mode aminmax bincount threshold poisson glu median'.split(
    ' ',
  ),
);
const KERNELS: Readonly<Record<string, string>> = {
  max: 'max_all',
  min: 'min_all',
  round: 'round_vml_cpu',
  erf: 'erf_vml_cpu',
  erfc: 'erfc_vml_cpu',
  erfinv: 'erfinv_vml_cpu',
  lgamma: 'lgamma_vml_cpu',
  i0: 'i0_vml_cpu',
  digamma: 'digamma',
  gelu: 'GeluKernelImpl',
  log_sigmoid_forward: 'log_sigmoid_cpu',
  nanmedian: 'median_cpu',
  special_i1: 'i1_cpu',
  special_ndtri: 'ndtri_cpu',
  special_erfcx: 'erfcx_cpu',
  floor_divide: 'div_floor_cpu',
  'median.dim': 'median_out',
  amax: 'max_values_cpu',
  amin: 'min_values_cpu',
  histc: 'aminmax_cpu',
  searchsorted: 'searchsorted_out_cpu',
  unique_dim: 'unique_dim',
  _unique2: 'unique',
  native_layer_norm: 'LayerNormKernelImpl',
  native_group_norm: 'GroupNormKernelImpl',
  max_pool2d_with_indices: 'max_pool2d',
  avg_pool2d: 'avg_pool2d',
  mse_loss: 'mse_cpu',
  huber_loss: 'huber_cpu',
  smooth_l1_loss: 'smooth_l1_cpu',
  nll_loss_forward: 'nll_loss_out_frame',
  binary_cross_entropy: 'binary_cross_entropy',
};
const BITWISE = /^bitwise_(and|or|xor)$/;

const notImplemented = (words: string): Error => pyError('NotImplementedError', words);
const CLAMP = (): Error => notImplemented('clamp is not supported for complex types');
const noSense = (name: string) => (): Error => notImplemented(`${name} is not supported for complex inputs`);
const notYet = (name: string) => (): Error => runtimeError(`${name} not implemented for complex tensors.`);
const input = (name: string) => (): Error => runtimeError(`${name}(): does not support complex input`);
const softmax =
  (name: string) =>
  (args: readonly Arg[]): Error => {
    const self = args[0] as Tensor;
    const isLast = wrapDim(args[1] as number, self.dim) === self.dim - 1;
    return notImplementedFor(`${name}_${isLast ? 'lastdim_' : ''}kernel_impl`, 'ComplexFloat');
  };

const WORDS: Readonly<Record<string, (args: readonly Arg[]) => Error>> = {
  floor: noSense('floor'),
  ceil: noSense('ceil'),
  trunc: noSense('trunc'),
  sign: () => notImplemented('Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.'),
  signbit: () => notImplemented('signbit is not implemented for complex tensors.'),
  relu: CLAMP,
  hardtanh: CLAMP,
  clamp: CLAMP,
  clamp_min: CLAMP,
  clamp_max: CLAMP,
  isposinf: () => runtimeError('isposinf does not support complex inputs.'),
  isneginf: () => runtimeError('isneginf does not support complex inputs.'),
  deg2rad: () => runtimeError('deg2rad is not supported for complex tensors.'),
  rad2deg: () => runtimeError('rad2deg is not supported for complex tensors.'),
  heaviside: () => runtimeError('heaviside is not yet implemented for complex tensors.'),
  maximum: notYet('maximum'),
  minimum: notYet('minimum'),
  fmax: notYet('fmax'),
  fmin: notYet('fmin'),
  'max.dim': input('max'),
  'min.dim': input('min'),
  argmax: input('argmax'),
  argmin: input('argmin'),
  sort: () => runtimeError(' Sort does not support complex dtypes on CPU'),
  topk: () => runtimeError(' topk does not support complex dtypes on CPU'),
  _softmax: softmax('softmax'),
  _log_softmax: softmax('log_softmax'),
  'div.Tensor_mode': (args) => notImplementedFor(`div_${args[2]}_cpu`, 'ComplexFloat'),
  isin: () => runtimeError('Unsupported input type encountered for isin(): ComplexFloat'),
};

/** What PyTorch says where the operator is called with complex numbers, or null where that is not known. */
export function refusalOf(op: Op): ((args: readonly Arg[]) => Error) | null {
  const base = op.sig.base.replace(/([^_])_$/, '$1');
  for (const name of [`${base}.${op.sig.overload}`, base]) {
    const words = WORDS[name];
    if (words) return words;
    const kernel = KERNELS[name];
    if (kernel) return () => notImplementedFor(kernel, 'ComplexFloat');
  }
  return CPU_KERNELS.has(base) || BITWISE.test(base) ? () => notImplementedFor(`${base}_cpu`, 'ComplexFloat') : null;
}
