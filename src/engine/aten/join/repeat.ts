/** Elements more than once: repeat, tile, repeat_interleave. The copies walk by strides; no index tensor is made for repeat. */
import { copyInto, fromWorking, toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { type Call, composite, derivative, type OpDef } from '../op.ts';

function repeatSizes(self: Tensor, repeats: Sizes): number[] {
  if (repeats.length < self.dim) throw runtimeError('Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor');
  const lead = repeats.length - self.dim;
  return repeats.map((r, i) => r * (i < lead ? 1 : self.sizes[i - lead]));
}

const repeat: OpDef = {
  schema: 'repeat(Tensor self, SymInt[] repeats) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, repeats: Sizes) => empty(repeatSizes(self, repeats), self.dtype, { device: self.device }),
  kernel: (out: Tensor, self: Tensor, repeats: Sizes) => {
    const lead = repeats.length - self.dim;
    const base = repeats.map((_, i) => (i < lead ? 1 : self.sizes[i - lead]));
    // Both sides as (repeat, size) pairs a dimension: the repeats walk in place.
    const split = (strides: Sizes, walk: boolean): number[] => base.flatMap((s, i) => [walk ? strides[i] * s : 0, strides[i] ?? 0]);
    const src = base.map((_, i) => (i < lead ? 0 : self.strides[i - lead]));
    const sizes = base.flatMap((s, i) => [repeats[i], s]);
    copyInto(
      new Tensor(out.storage, out.dtype, sizes, split(out.strides, true), out.offset),
      new Tensor(self.storage, self.dtype, sizes, split(src, false), self.offset),
    );
  },
  derivative: derivative('RepeatBackward0', [], {
    self: (c) => {
      const sizes = c.like('self').sizes;
      const repeats = c.arg<number[]>('repeats');
      const k = c.call;
      const lead = repeats.length - sizes.length;
      if (repeats.some((r) => r === 0)) return k.one('zeros', sizes, c.g.dtype, 'strided', c.g.device, null);
      let g = c.g;
      if (sizes.length === 0)
        return repeats.length === 0
          ? g
          : k.sum(
              g,
              repeats.map((_, i) => i),
            );
      const shape: number[] = [];
      const dims: number[] = [];
      for (let i = 0; i < repeats.length; i++) {
        const s = i < lead ? null : sizes[i - lead];
        if (s === null) {
          dims.push(shape.length);
          shape.push(repeats[i]);
        } else {
          if (repeats[i] !== 1) {
            dims.push(shape.length);
            shape.push(repeats[i]);
          }
          shape.push(s);
        }
      }
      if (dims.length > 0) {
        g = k.reshape(g, shape);
        g = k.sum(g, dims);
      }
      return g;
    },
  }),
};

function tile(call: Call, self: Tensor, dims: Sizes): Tensor {
  const lead = self.dim - dims.length;
  return call.one('repeat', self, lead > 0 ? [...new Array<number>(lead).fill(1), ...dims] : dims);
}

export const REPEATS: readonly OpDef[] = [
  repeat,
  composite('tile(Tensor self, SymInt[] dims) -> Tensor', tile),
  composite(
    'repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor',
    (call, self: Tensor, n: number, dim: number | null) => {
      let t = dim === null ? call.one('flatten.using_ints', self, 0, -1) : self;
      const d = wrapDim(dim ?? 0, t.dim);
      if (n < 0) throw runtimeError('Repeats must be non-negative');
      t = call.unsqueeze(t, d + 1);
      const sizes = [...t.sizes];
      sizes[d + 1] = n;
      t = call.one('clone', call.expand(t, sizes), 'contiguous_format');
      return call.one('flatten.using_ints', t, d, d + 1);
    },
  ),
  composite(
    'repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor',
    (call, self: Tensor, repeats: Tensor, dim: number | null, size: number | null) => {
      const t = dim === null ? call.one('flatten.using_ints', self, 0, -1) : self;
      const d = wrapDim(dim ?? 0, t.dim);
      let r = repeats;
      if (r.dim === 0 || (r.dim === 1 && r.sizes[0] === 1)) r = call.expand(call.reshape(r, [1]), [t.sizes[d]]);
      else if (r.dim === 1) {
        if (r.sizes[0] !== t.sizes[d])
          throw runtimeError(
            `repeats must have the same size as input along dim, but got repeats.size(0) = ${r.sizes[0]} and input.size(${d}) = ${t.sizes[d]}`,
          );
      } else throw runtimeError('repeats must be 0-dim or 1-dim tensor');
      return call.one('index_select', t, d, call.one('repeat_interleave.Tensor', r, size));
    },
  ),
  {
    schema: 'repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, repeats: Tensor) => {
      if (repeats.dim !== 1) throw runtimeError('repeat_interleave only accept 1D vector as repeat');
      if (repeats.dtype.name !== 'int64' && repeats.dtype.name !== 'int32') throw notImplementedFor('repeat_interleave_cpu', CPP[repeats.dtype.name]);
      const flat = Array.from(toWorking(repeats)).flatMap((n, i) => {
        if (n < 0) throw runtimeError('repeats can not be negative');
        return new Array<number>(n).fill(i);
      });
      const out = empty([flat.length], repeats.dtype, { device: repeats.device });
      fromWorking(out, flat);
      return out;
    },
  },
];
