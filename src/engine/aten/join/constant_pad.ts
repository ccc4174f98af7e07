/** constant_pad_nd, and pad, which chooses the kind of padding by its mode (PadNd.cpp). The other kinds stand in pad.ts. */
import { copyInto, fill } from '../../tensor/access.ts';
import { pyError, runtimeError } from '../../tensor/errors.ts';
import { emptyLike } from '../../tensor/create.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { emptySuggested, number } from '../making.ts';
import { composite, derivative, type OpDef, type Scalar } from '../op.ts';
import { numberOf } from '../work.ts';

const constantPad: OpDef = {
  schema: 'constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, pad: Sizes) => {
    if (pad.length % 2 !== 0) throw runtimeError(`Length of pad must be even but instead it equals ${pad.length}`);
    if (self.dim * 2 < pad.length) {
      throw runtimeError(
        `Length of pad should be no more than twice the number of dimensions of the input. Pad length is ${pad.length}while the input has ${self.dim}dimensions.`,
      );
    }
    const sizes = self.sizes.map((s, i) => {
      const k = (self.dim - 1 - i) * 2;
      return k < pad.length ? s + pad[k] + pad[k + 1] : s;
    });
    // What is taken away is narrowed first, a side at a time.
    self.sizes.forEach((s, i) => {
      const [l, r] = [0, 1].map((side) => Math.min(0, pad[(self.dim - 1 - i) * 2 + side] ?? 0));
      if (s + l < 0 || s + l + r < 0) throw runtimeError('narrow(): length must be non-negative.');
    });
    // What only takes away is a part, cloned.
    if (pad.every((p) => p <= 0)) return emptyLike(new Tensor(self.storage, self.dtype, sizes, self.strides, self.offset));
    return emptySuggested(self, sizes);
  },
  kernel: (out: Tensor, self: Tensor, pad: Sizes, value: Scalar) => {
    fill(out, number(value, out.dtype));
    const lo = self.sizes.map((_, i) => pad[(self.dim - 1 - i) * 2] ?? 0);
    const hi = self.sizes.map((_, i) => pad[(self.dim - 1 - i) * 2 + 1] ?? 0);
    const sizes = self.sizes.map((s, i) => s + Math.min(lo[i], 0) + Math.min(hi[i], 0));
    if (sizes.some((s) => s <= 0)) return;
    const src = self.offset + lo.reduce((o, l, i) => o + Math.max(-l, 0) * self.strides[i], 0);
    const dst = out.offset + lo.reduce((o, l, i) => o + Math.max(l, 0) * out.strides[i], 0);
    copyInto(new Tensor(out.storage, out.dtype, sizes, out.strides, dst), new Tensor(self.storage, self.dtype, sizes, self.strides, src));
  },
  derivative: derivative('ConstantPadNdBackward0', [], {
    self: (c) =>
      c.call.one(
        'constant_pad_nd',
        c.g,
        c.arg<number[]>('pad').map((p) => -p),
        0,
      ),
  }),
};

const refusal = (size: number, dim: number): string =>
  `Padding size ${size} is not supported for ${dim}D input tensor.\nSupported combinations for non-constant padding:\n  - 2D or 3D input: padding size = 2 (pads last dimension)\n  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)`;

export const CONSTANT_PADS: readonly OpDef[] = [
  constantPad,
  composite(
    'pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor',
    (call, self: Tensor, pad: Sizes, mode: string, value: Scalar | null) => {
      if (pad.length % 2 !== 0) throw runtimeError('Padding length must be divisible by 2');
      if (pad.length > 2 * self.dim)
        throw runtimeError(
          `Padding length should be less than or equal to two times the input dimension but got padding length ${pad.length} and input of dimension ${self.dim}`,
        );
      if (mode === 'constant') return call.one('constant_pad_nd', self, pad, value ?? call.float(0));
      if (value !== null && numberOf(value) !== 0) throw runtimeError(`Padding mode "${mode}" doesn't take in value argument`);
      const kind = { reflect: 'reflection', replicate: 'replication', circular: 'circular' }[mode];
      if (!kind) throw pyError('NotImplementedError', `Unrecognised padding mode ${mode}`);
      const n = pad.length / 2;
      if (n > 3 || !(self.dim === n + 1 || self.dim === n + 2)) {
        throw pyError('NotImplementedError', refusal(pad.length, self.dim));
      }
      return kind === 'circular' ? call.one('_pad_circular', self, pad) : call.one(`${kind}_pad${n}d`, self, pad);
    },
  ),
];
