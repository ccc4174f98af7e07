/**
 * The convolutions that programs call: `conv1d` to `conv3d`, their forms with a padding by name, and the transposed ones.
 *
 * Composites over `convolution`, after Convolution.cpp.
 */
import { runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { cppType } from '../tensor/promotion.ts';
import type { Geometry } from './conv.ts';
import { list, type Sizes } from './dims.ts';
import type { Call, OpDef } from './op.ts';

function sameAsBias(input: Tensor, bias: Tensor | null): void {
  if (bias && bias.dtype !== input.dtype) throw runtimeError(`Input type (${cppType(input.dtype)}) and bias type (${cppType(bias.dtype)}) should be the same`);
}

/** `input` with a batch in front and without; `n`: spatial dimensions. */
function run(call: Call, name: string, n: number, input: Tensor, weight: Tensor, bias: Tensor | null, ...geometry: Geometry): Tensor {
  sameAsBias(input, bias);
  const batched = input.dim === n + 2;
  if (!batched && input.dim !== n + 1) {
    throw runtimeError(`Expected ${n + 1}D (unbatched) or ${n + 2}D (batched) input to ${name}, but got input of size: ${list(input.sizes)}`);
  }
  const x = batched ? input : call.unsqueeze(input, 0);
  const out = call.one('convolution', x, weight, bias, ...geometry);
  return batched ? out : call.squeeze(out, 0);
}

/** `padding='same'` and `'valid'`: what is uneven is padded before (`_convolution_same` of Convolution.cpp). */
function withMode(
  call: Call,
  name: string,
  n: number,
  input: Tensor,
  weight: Tensor,
  bias: Tensor | null,
  stride: Sizes,
  mode: string,
  dilation: Sizes,
  groups: number,
): Tensor {
  const zeros = new Array<number>(n).fill(0);
  sameAsBias(input, bias);
  if (mode === 'valid') return run(call, name, n, input, weight, bias, stride, zeros, dilation, false, zeros, groups);
  if (mode !== 'same') throw runtimeError(`Invalid padding string: '${mode}'`);
  if (weight.dim < 3) throw runtimeError('weight should have at least three dimensions');
  if (groups <= 0) throw runtimeError('non-positive groups is not supported');
  if (input.dim === n + 2 && input.dim !== weight.dim)
    throw runtimeError(
      `Expected ${weight.dim}-dimensional input for ${weight.dim}-dimensional weight${list(weight.sizes)}, but got ${input.dim}-dimensional input of size ${list(input.sizes)} instead`,
    );
  if (stride.some((s) => s !== 1)) throw runtimeError("padding='same' is not supported for strided convolutions");
  const total = dilation.map((d, i) => d * (weight.sizes[i + 2] - 1));
  const left = total.map((p) => Math.floor(p / 2));
  const right = total.map((p, i) => p - left[i]);
  if (left.every((p, i) => p === right[i])) return run(call, name, n, input, weight, bias, stride, left, dilation, false, zeros, groups);
  const batched = input.dim === n + 2;
  const x = batched ? input : call.unsqueeze(input, 0);
  const extra: number[] = [];
  for (let i = n - 1; i >= 0; i--) extra.push(Math.max(left[i] - right[i], 0), Math.max(right[i] - left[i], 0));
  const padded = call.one('constant_pad_nd', x, extra, 0);
  const out = call.one(
    'convolution',
    padded,
    weight,
    bias,
    stride,
    left.map((l, i) => Math.min(l, right[i])),
    dilation,
    false,
    zeros,
    groups,
  );
  return batched ? out : call.squeeze(out, 0);
}

const conv = (n: number): OpDef[] => [
  {
    schema: `conv${n}d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[${n}] stride=1, SymInt[${n}] padding=0, SymInt[${n}] dilation=1, SymInt groups=1) -> Tensor`,
    kind: 'composite',
    composite: (call, input: Tensor, weight: Tensor, bias: Tensor | null, stride: Sizes, padding: Sizes, dilation: Sizes, groups: number) =>
      run(call, `conv${n}d`, n, input, weight, bias, stride, padding, dilation, false, new Array<number>(n).fill(0), groups),
  },
  {
    schema: `conv${n}d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[${n}] stride=1, str padding="valid", SymInt[${n}] dilation=1, SymInt groups=1) -> Tensor`,
    kind: 'composite',
    composite: (call, input: Tensor, weight: Tensor, bias: Tensor | null, stride: Sizes, mode: string, dilation: Sizes, groups: number) =>
      withMode(call, `conv${n}d`, n, input, weight, bias, stride, mode, dilation, groups),
  },
  {
    schema: `conv_transpose${n}d${n === 1 ? '' : '.input'}(Tensor input, Tensor weight, Tensor? bias=None, SymInt[${n}] stride=1, SymInt[${n}] padding=0, SymInt[${n}] output_padding=0, SymInt groups=1, SymInt[${n}] dilation=1) -> Tensor`,
    kind: 'composite',
    composite: (call, input: Tensor, weight: Tensor, bias: Tensor | null, stride: Sizes, padding: Sizes, op: Sizes, groups: number, dilation: Sizes) =>
      run(call, `conv_transpose${n}d`, n, input, weight, bias, stride, padding, dilation, true, op, groups),
  },
];

export const CONVOLUTION_FORMS: readonly OpDef[] = [...conv(1), ...conv(2), ...conv(3)];
