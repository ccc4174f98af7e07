/** Elements in another order: flip, roll, fliplr, flipud, rot90, after TensorTransformations.cpp. Results are copies, as in PyTorch. */
import { copyInto, fromWorking, toWorking } from '../../tensor/access.ts';
import { empty, emptyLike } from '../../tensor/create.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { emptySuggested } from '../making.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { composite, derivative, type OpDef } from '../op.ts';

const flip: OpDef = {
  schema: 'flip(Tensor self, int[] dims) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dims: Sizes) => {
    const w = dims.map((d) => wrapDim(d, self.dim));
    const twice = w.find((d, i) => w.indexOf(d) !== i);
    if (twice !== undefined) throw runtimeError(`dim ${twice} appears multiple times in the list of dims`);
    return emptyLike(self);
  },
  kernel: (out: Tensor, self: Tensor, dims: Sizes) => {
    const w = dims.map((d) => wrapDim(d, self.dim));
    if (self.numel === 0) return;
    let offset = out.offset;
    const strides = [...out.strides];
    for (const d of w) {
      if (self.dim === 0) continue;
      offset += (out.sizes[d] - 1) * out.strides[d];
      strides[d] = -strides[d];
    }
    copyInto(new Tensor(out.storage, out.dtype, out.sizes, strides, offset), self);
  },
  derivative: derivative('FlipBackward0', [], { self: (c) => c.call.one('flip', c.g, c.arg('dims')) }),
};

const roll: OpDef = {
  schema: 'roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, shifts: Sizes, dims: Sizes) => {
    if (shifts.length === 0) throw runtimeError('`shifts` required');
    if (dims.length === 0 ? shifts.length > 1 : shifts.length !== dims.length)
      throw runtimeError(`shifts and dimensions must align. shifts: ${shifts.length}, dims:${dims.length}`);
    if (self.dim === 0 && dims.length > 0) throw indexError(`Dimension specified as ${dims[0]} but tensor has no dimensions`);
    for (const d of dims) wrapDim(d, self.dim);
    return emptySuggested(self, self.sizes);
  },
  kernel: (out: Tensor, self: Tensor, shifts: Sizes, dims: Sizes) => {
    const flat = dims.length === 0;
    let w: ArrayLike<number> = toWorking(self);
    const sizes = flat ? [self.numel] : self.sizes;
    (flat ? [0] : dims).forEach((dim, i) => {
      const d = wrapDim(dim, sizes.length);
      const n = sizes[d];
      if (!n) return;
      const inner = sizes.slice(d + 1).reduce((a, b) => a * b, 1);
      const next = new Float64Array(w.length);
      for (let p = 0; p < w.length; p++) {
        const at = Math.floor(p / inner) % n;
        const to = (((at + shifts[i]) % n) + n) % n;
        next[p + (to - at) * inner] = w[p];
      }
      w = next;
    });
    fromWorking(out, w);
  },
  derivative: derivative('RollBackward0', [], {
    self: (c) =>
      c.call.one(
        'roll',
        c.g,
        c.arg<number[]>('shifts').map((s) => -s),
        c.arg('dims'),
      ),
  }),
};

export const FLIPS: readonly OpDef[] = [
  flip,
  roll,
  composite('fliplr(Tensor self) -> Tensor', (call, t: Tensor) => {
    if (t.dim < 2) throw runtimeError('Input must be >= 2-d.');
    return call.one('flip', t, [1]);
  }),
  composite('flipud(Tensor self) -> Tensor', (call, t: Tensor) => {
    if (t.dim < 1) throw runtimeError('Input must be >= 1-d.');
    return call.one('flip', t, [0]);
  }),
  {
    schema: 'rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, k: number, dims: Sizes) => {
      if (dims.length !== 2) throw runtimeError(`expected total rotation dims == 2, but got dims = ${dims.length}`);
      if (self.dim < 2) throw runtimeError(`expected total dims >= 2, but got total dims = ${self.dim}`);
      if (dims[0] === dims[1] || Math.abs(dims[0] - dims[1]) === self.dim)
        throw runtimeError(`expected rotation dims to be different, but got dim0 = ${dims[0]} and dim1 = ${dims[1]}`);
      const [a, b] = dims.map((d) => wrapDim(d, self.dim));
      // A half turn is a flip, an odd one a flip seen transposed; none is a contiguous copy.
      const turn = ((k % 4) + 4) % 4;
      if (turn === 0) return empty(self.sizes, self.dtype, { device: self.device });
      const t = emptyLike(self);
      if (turn === 2) return t;
      const [s, r] = [[...t.sizes], [...t.strides]];
      [s[a], s[b], r[a], r[b]] = [s[b], s[a], r[b], r[a]];
      return new Tensor(t.storage, t.dtype, s, r, t.offset);
    },
    kernel: (out: Tensor, self: Tensor, k: number, dims: Sizes) => {
      const [a, b] = dims.map((d) => wrapDim(d, self.dim));
      const turn = ((k % 4) + 4) % 4;
      const flipped = (t: Tensor, ds: number[]): Tensor => {
        const strides = [...t.strides];
        let offset = t.offset;
        for (const d of ds) {
          offset += (t.sizes[d] - 1) * strides[d];
          strides[d] = -strides[d];
        }
        return new Tensor(t.storage, t.dtype, t.sizes, strides, offset);
      };
      const swapped = (t: Tensor): Tensor => {
        const [s, r] = [[...t.sizes], [...t.strides]];
        [s[a], s[b], r[a], r[b]] = [s[b], s[a], r[b], r[a]];
        return new Tensor(t.storage, t.dtype, s, r, t.offset);
      };
      if (self.numel === 0) return;
      copyInto(out, turn === 0 ? self : turn === 2 ? flipped(self, [a, b]) : turn === 1 ? swapped(flipped(self, [b])) : swapped(flipped(self, [a])));
    },
    derivative: derivative('Rot90Backward0', [], { self: (c) => c.call.one('rot90', c.g, -c.arg<number>('k'), c.arg('dims')) }),
  },
];
