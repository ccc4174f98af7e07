/**
 * PyTorch's longer refusals, in its words: a pack, since a program that runs through asks for none.
 *
 * Whoever refuses decides; what is said stands here (`words().…`). What a size says is in `sizing.ts`.
 */

import { type PyError, Unsupported } from '../python/errors.ts';
import { pyError, runtimeError } from './errors.ts';

export const SHARED_PLACES =
  'unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.';

export const PARTLY_SHARED =
  'unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.';

export const subtraction = (both: boolean): string =>
  both
    ? 'Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.'
    : 'Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.';

export const alpha = (bool: boolean): string =>
  bool ? 'Boolean alpha only supported for Boolean results.' : 'For integral input tensors, argument alpha must not be a floating point number.';

export const NOT_PINNED = 'pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on this system.';

export const changedInference = (): PyError =>
  runtimeError(
    'Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.',
  );

export const keptInference = (): PyError =>
  runtimeError(
    'Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.',
  );

export const OF_INFERENCE = 'Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.';

export const NOT_A_LEAF =
  "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().";

export const gradientType = (of: string, to: string): string =>
  `attempting to assign a gradient with dtype '${of}' to a tensor with grad_dtype '${to}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems that assume they match.`;

export const gradientKind = (got: string): string => `assigned grad expected to be a Tensor or None but got grad of type ${got}`;
export const OWN_GRADIENT = "can't assign Variable as its own grad";
export const dataKind = (got: string): string => `Variable data has to be a tensor, but got ${got}`;
export const DATA_OF_INTEGERS = 'data set to a tensor that requires gradients must be floating point or complex dtype';

export const notMatrices = (name: string, dim: number): string =>
  `tensor.${name} is only supported on matrices or batches of matrices. Got ${dim}-D tensor.${dim > 2 ? ' For batches of matrices, consider using tensor.mH' : ''}`;
export const notAMatrix = (dim: number): string =>
  `tensor.H is only supported on matrices (2-D tensors). Got ${dim}-D tensor.${dim > 2 ? ' For batches of matrices, consider using tensor.mH' : ''}`;

export const gradientSize = (of: readonly number[], to: readonly number[]): string =>
  `attempting to assign a gradient of size '[${of.join(', ')}]' to a tensor of size '[${to.join(', ')}]'. Please ensure that the gradient and the tensor are the same size`;

export const outGiven = (name: string): string =>
  `${name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.`;

/** What asks for the numbers of a tensor of the meta device. */
export const withoutData = (overload: string): PyError | Unsupported =>
  overload === '_local_scalar_dense'
    ? runtimeError('Tensor.item() cannot be called on meta tensors')
    : overload === 'nonzero'
      ? pyError(
          'NotImplementedError',
          "The register_meta function for torch.nonzero() raises unimplemented by default, as a correct data-independent implementation does not exist. This implementation returns a fake value, assuming all elements of the tensor are non-zero. To enable this registration, please set 'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to True.",
        )
      : new Unsupported(`aten.${overload} on the meta device`);
export const noData = (): PyError => pyError('NotImplementedError', 'Cannot copy out of meta tensor; no data!');

export const twoDevices = (a: string, b: string): string =>
  a === 'meta' || b === 'meta'
    ? `Tensor on device ${b} is not on the expected device ${a}!`
    : `Expected all tensors to be on the same device, but found at least two devices, ${a} and ${b}!`;

export const rankOf = (rank: number, format: string): PyError => runtimeError(`required rank ${rank} tensor to use ${format} format`);

/** The signatures of `Tensor.to`. */
export const TO = [
  '(torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)',
  '(torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)',
  '(Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)',
];
