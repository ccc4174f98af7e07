/**
 * Rounding to the values an integer type would keep: fake quantisation with one scale, or one a channel.
 *
 * As native/quantized/cpu/kernels/QuantizedOpKernels.cpp has it: the product with 1/scale in float32 rounded to even, the
 * zero point added; gradients pass where nothing was cut. Leaves out: learnable scales, half types.
 */
import { empty, emptyLike } from '../tensor/create.ts';
import { bool } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type BackwardContext, composite, type Derivative, derivative, type OpDef, type Scalar } from './op.ts';
import { dest, numberOf, read } from './work.ts';

const round = Math.fround;

/** To the nearest integer, halves to the even one. */
function nearest(x: number): number {
  const r = Math.round(x);
  return r - x === 0.5 && r % 2 !== 0 ? r - 1 : r;
}

type Of = (i: number) => number;

function fill(outs: Tensor[], self: Tensor, scale: Of, zero: Of, low: number, high: number): void {
  if (self.dtype.category !== 'float') throw notImplementedFor('fake_quantize_tensor_cachemask_kernel_type_handling', CPP[self.dtype.name]);
  const x = read(self, self.dtype);
  const [y, mask] = outs.map(dest);
  for (let i = 0; i < x.length; i++) {
    const [s, z] = [scale(i), zero(i)];
    const q = Math.trunc(z + nearest(round(x[i] * round(1 / s))));
    y.w[i] = round((Math.min(Math.max(q, low), high) - z) * s);
    mask.w[i] = low <= q && q <= high ? 1 : 0;
  }
  y.flush();
  mask.flush();
}

function checkRange(low: number, high: number): void {
  if (low > high) throw runtimeError('`quant_min` should be less than or         equal to `quant_max`.');
}

const both = (self: Tensor): Tensor[] => [emptyLike(self), empty(self.sizes, bool, { device: self.device })];

const gradient = (name: string, mask: string): Derivative =>
  derivative(name, [mask], { self: (c: BackwardContext) => c.call.one('mul.Tensor', c.g, c.results[1] as Tensor) }, [1]);

export const FAKE_QUANTIZE: readonly OpDef[] = [
  composite(
    'fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> Tensor',
    (call, ...args) => call.many('fake_quantize_per_tensor_affine_cachemask', ...args)[0],
  ),
  {
    schema: 'fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> (Tensor output, Tensor mask)',
    kind: 'kernel',
    meta: (self: Tensor, _s: Scalar, zero: number, low: number, high: number) => {
      checkRange(low, high);
      if (zero < low || zero > high) throw runtimeError('`zero_point` must be between `quant_min` and `quant_max`.');
      return both(self);
    },
    kernel: (outs: Tensor[], self: Tensor, scale: Scalar, zero: number, low: number, high: number) => {
      const s = round(numberOf(scale));
      fill(
        outs,
        self,
        () => s,
        () => zero,
        low,
        high,
      );
    },
    derivative: gradient('FakeQuantizePerTensorAffineCachemaskBackward0', 'result1'),
  },
  composite(
    'fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int quant_min, int quant_max) -> Tensor',
    (call, self: Tensor, scale: Tensor, zero: Tensor, low: number, high: number) => {
      const on = call.one('ones', [1], null, null, null, null);
      return call.many('_fake_quantize_per_tensor_affine_cachemask_tensor_qparams', self, scale, zero, on, low, high)[0];
    },
  ),
  {
    schema:
      '_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, Tensor fake_quant_enabled, int quant_min, int quant_max) -> (Tensor output, Tensor mask)',
    kind: 'kernel',
    meta: (self: Tensor, _s: Tensor, _z: Tensor, _on: Tensor, low: number, high: number) => {
      checkRange(low, high);
      return both(self);
    },
    kernel: (outs: Tensor[], self: Tensor, scale: Tensor, zero: Tensor, _on: Tensor, low: number, high: number) => {
      const [s, z] = [read(scale, scale.dtype)[0], read(zero, zero.dtype)[0]];
      fill(
        outs,
        self,
        () => s,
        () => z,
        low,
        high,
      );
    },
    derivative: gradient('FakeQuantizePerTensorAffineCachemaskTensorQparamsBackward0', 'result1'),
  },
  composite(
    'fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> Tensor',
    (call, ...args) => call.many('fake_quantize_per_channel_affine_cachemask', ...args)[0],
  ),
  {
    schema:
      'fake_quantize_per_channel_affine_cachemask(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> (Tensor output, Tensor mask)',
    kind: 'kernel',
    meta: (self: Tensor, scale: Tensor, zero: Tensor, axis: number, low: number, high: number) => {
      const name = zero.dtype.name;
      if (name !== 'int32' && name !== 'float32' && name !== 'float16') throw runtimeError(`Zero-point must be Int32, Float or Half, found ${CPP[name]}`);
      if (scale.dim !== 1) throw runtimeError('scale should be a 1-D tensor');
      if (zero.dim !== 1) throw runtimeError('zero point should be a 1-D tensor');
      if (scale.numel !== zero.numel) throw runtimeError('scale and zero-point need to have the same dimensions');
      if (scale.numel !== self.sizes[axis]) throw runtimeError('dimensions of scale and zero-point are not consistent with input tensor');
      checkRange(low, high);
      return both(self);
    },
    kernel: (outs: Tensor[], self: Tensor, scale: Tensor, zero: Tensor, axis: number, low: number, high: number) => {
      const [s, z] = [read(scale, scale.dtype), read(zero, zero.dtype)];
      const inner = self.sizes.slice(axis + 1).reduce((a, b) => a * b, 1);
      const at = (i: number): number => Math.floor(i / inner) % s.length;
      fill(
        outs,
        self,
        (i) => s[at(i)],
        (i) => z[at(i)],
        low,
        high,
      );
    },
    derivative: gradient('FakeQuantizePerChannelAffineCachemaskBackward0', 'result1'),
  },
];
