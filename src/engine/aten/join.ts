/** Putting tensors together and moving elements: cat, stack, repeat, flip, roll, pads, one_hot and their composites. */
import { copyInto, fill, fromWorking, toWorking } from '../tensor/access.ts';
import { empty, emptyStrided } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { pyError, runtimeError, valueError } from '../tensor/errors.ts';
import { promoteTypes } from '../tensor/promotion.ts';
import { broadcastAll, channelsLastStrides, isChannelsLastContiguous, wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { outOf } from './variants.ts';
import { number } from './making.ts';
import { diagonalMeta, selectMeta, sliceMeta } from './views.ts';
import { numberOf } from './work.ts';

type Sizes = readonly number[];
const list = (s: Sizes): string => `[${s.join(', ')}]`;
const skipped = (t: { sizes: Sizes }): boolean => t.sizes.length === 1 && t.sizes[0] === 0;

function catMeta(tensors: Tensor[], dim: number): Tensor {
  if (tensors.length === 0) throw valueError('torch.cat(): expected a non-empty list of Tensors');
  tensors.forEach((t, i) => {
    if (t.dim === 0) throw runtimeError(`zero-dimensional tensor (at position ${i}) cannot be concatenated`);
  });
  const real = tensors.filter((t) => !skipped(t));
  const dtype = tensors.map((t) => t.dtype).reduce(promoteTypes);
  const first = real[0] ?? tensors[0];
  const d = wrapDim(dim, first.dim);
  let total = 0;
  real.forEach((t) => {
    if (t.dim !== first.dim) throw runtimeError(`Tensors must have same number of dimensions: got ${first.dim} and ${t.dim}`);
    t.sizes.forEach((s, k) => {
      if (k !== d && s !== first.sizes[k]) {
        throw runtimeError(`Sizes of tensors must match except in dimension ${d}. Expected size ${first.sizes[k]} but got size ${s} for tensor number ${tensors.indexOf(t)} in the list.`);
      }
    });
    total += t.sizes[d];
  });
  const sizes = first.sizes.map((s, i) => (i === d ? total : s));
  if (real.length > 0 && sizes.length === 4 && real.every((t) => isChannelsLastContiguous(t.sizes, t.strides, 4))) {
    return emptyStrided(sizes, channelsLastStrides(sizes), dtype, { device: first.device });
  }
  return empty(real.length === 0 ? [0] : sizes, dtype, { device: first.device });
}

const cat: OpDef = {
  schema: 'cat(Tensor[] tensors, int dim=0) -> Tensor', kind: 'kernel', meta: catMeta,
  kernel: (out: Tensor, tensors: Tensor[], dim: number) => {
    const d = wrapDim(dim, out.dim);
    let at = 0;
    for (const t of tensors) {
      if (skipped(t)) continue;
      copyInto(new Tensor(out.storage, out.dtype, t.sizes, out.strides, out.offset + at * out.strides[d]), t);
      at += t.sizes[d];
    }
  },
  derivative: derivative('CatBackward0', [], {
    tensors: (c) => {
      const shapes = c.arg<{ sizes: Sizes }[]>('tensors');
      const first = shapes.find((s) => !skipped(s)) ?? shapes[0];
      const d = wrapDim(c.arg<number>('dim'), first.sizes.length);
      let at = 0;
      return shapes.map((s) => {
        const n = skipped(s) ? 0 : s.sizes[d];
        const from = at;
        at += n;
        if (skipped(s)) return c.call.one('zeros', [0], c.g.dtype, 'strided', c.g.device, null);
        return c.call.slice(c.g, d, from, from + n, 1);
      });
    },
  }),
};

const stack: OpDef = {
  schema: 'stack(Tensor[] tensors, int dim=0) -> Tensor', kind: 'kernel',
  meta: (tensors: Tensor[], dim: number) => {
    if (tensors.length === 0) throw runtimeError('stack expects a non-empty TensorList');
    const first = tensors[0];
    const d = wrapDim(dim, first.dim + 1);
    tensors.forEach((t, i) => {
      if (t.sizes.length !== first.sizes.length || t.sizes.some((s, k) => s !== first.sizes[k])) {
        throw runtimeError(`stack expects each tensor to be equal size, but got ${list(first.sizes)} at entry 0 and ${list(t.sizes)} at entry ${i}`);
      }
    });
    const dtype = tensors.map((t) => t.dtype).reduce(promoteTypes);
    return empty([...first.sizes.slice(0, d), tensors.length, ...first.sizes.slice(d)], dtype, { device: first.device });
  },
  kernel: (out: Tensor, tensors: Tensor[], dim: number) => {
    const d = wrapDim(dim, out.dim);
    tensors.forEach((t, i) => t.numel > 0 && copyInto(new Tensor(out.storage, out.dtype, t.sizes, out.strides.filter((_, k) => k !== d), out.offset + i * out.strides[d]), t));
  },
  derivative: derivative('StackBackward0', [], {
    tensors: (c) => c.arg<unknown[]>('tensors').map((_, i) => c.call.select(c.g, wrapDim(c.arg<number>('dim'), c.g.dim), i)),
  }),
};

function repeatSizes(self: Tensor, repeats: Sizes): number[] {
  if (repeats.length < self.dim) throw runtimeError('Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor');
  const lead = repeats.length - self.dim;
  return repeats.map((r, i) => r * (i < lead ? 1 : self.sizes[i - lead]));
}

const repeat: OpDef = {
  schema: 'repeat(Tensor self, SymInt[] repeats) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, repeats: Sizes) => empty(repeatSizes(self, repeats), self.dtype, { device: self.device }),
  kernel: (out: Tensor, self: Tensor, repeats: Sizes) => {
    const lead = repeats.length - self.dim;
    const base = repeats.map((_, i) => (i < lead ? 1 : self.sizes[i - lead]));
    // Both sides as (repeat, size) pairs a dimension: the repeats walk in place.
    const split = (strides: Sizes, walk: boolean): number[] => base.flatMap((s, i) => [walk ? strides[i] * s : 0, strides[i] ?? 0]);
    const src = base.map((_, i) => (i < lead ? 0 : self.strides[i - lead]));
    const sizes = base.flatMap((s, i) => [repeats[i], s]);
    copyInto(new Tensor(out.storage, out.dtype, sizes, split(out.strides, true), out.offset), new Tensor(self.storage, self.dtype, sizes, split(src, false), self.offset));
  },
  derivative: derivative('RepeatBackward0', [], {
    self: (c) => {
      const sizes = c.like('self').sizes;
      const repeats = c.arg<number[]>('repeats');
      const k = c.call;
      const lead = repeats.length - sizes.length;
      if (repeats.some((r) => r === 0)) return k.one('zeros', sizes, c.g.dtype, 'strided', c.g.device, null);
      let g = c.g;
      if (sizes.length === 0) return repeats.length === 0 ? g : k.sum(g, repeats.map((_, i) => i));
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

const flip: OpDef = {
  schema: 'flip(Tensor self, int[] dims) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dims: Sizes) => {
    const w = dims.map((d) => wrapDim(d, self.dim));
    const twice = w.find((d, i) => w.indexOf(d) !== i);
    if (twice !== undefined) throw runtimeError(`dim ${twice} appears multiple times in the list of dims`);
    return empty(self.sizes, self.dtype, { device: self.device });
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
  schema: 'roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, shifts: Sizes, dims: Sizes) => {
    if (dims.length === 0 && shifts.length !== 1) throw runtimeError('`shifts` required');
    if (dims.length > 0 && shifts.length !== dims.length) throw runtimeError(`shifts and dimensions must align. shifts: ${shifts.length}, dims:${dims.length}`);
    for (const d of dims) wrapDim(d, self.dim);
    return empty(self.sizes, self.dtype, { device: self.device });
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
  derivative: derivative('RollBackward0', [], { self: (c) => c.call.one('roll', c.g, c.arg<number[]>('shifts').map((s) => -s), c.arg('dims')) }),
};

const constantPad: OpDef = {
  schema: 'constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, pad: Sizes) => {
    if (pad.length % 2 !== 0) throw runtimeError(`Length of pad must be even but instead it equals ${pad.length}`);
    if (self.dim * 2 < pad.length) {
      throw runtimeError(`Length of pad should be no more than twice the number of dimensions of the input. Pad length is ${pad.length}while the input has ${self.dim}dimensions.`);
    }
    const sizes = self.sizes.map((s, i) => {
      const k = (self.dim - 1 - i) * 2;
      return k < pad.length ? s + pad[k] + pad[k + 1] : s;
    });
    sizes.forEach((s, i) => {
      if (s < 0) throw runtimeError(`The input size ${self.sizes[i]}, plus negative padding ${pad[(self.dim - 1 - i) * 2]} and ${pad[(self.dim - 1 - i) * 2 + 1]} resulted in a negative output size, which is invalid. Check dimension ${i} of your input.`);
    });
    return empty(sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, pad: Sizes, value: Scalar) => {
    fill(out, number(value));
    const lo = self.sizes.map((_, i) => pad[(self.dim - 1 - i) * 2] ?? 0);
    const hi = self.sizes.map((_, i) => pad[(self.dim - 1 - i) * 2 + 1] ?? 0);
    const sizes = self.sizes.map((s, i) => s + Math.min(lo[i], 0) + Math.min(hi[i], 0));
    if (sizes.some((s) => s <= 0)) return;
    const src = self.offset + lo.reduce((o, l, i) => o + Math.max(-l, 0) * self.strides[i], 0);
    const dst = out.offset + lo.reduce((o, l, i) => o + Math.max(l, 0) * out.strides[i], 0);
    copyInto(new Tensor(out.storage, out.dtype, sizes, out.strides, dst), new Tensor(self.storage, self.dtype, sizes, self.strides, src));
  },
  derivative: derivative('ConstantPadNdBackward0', [], { self: (c) => c.call.one('constant_pad_nd', c.g, c.arg<number[]>('pad').map((p) => -p), 0) }),
};

const composite = (schema: string, f: NonNullable<OpDef['composite']>): OpDef => ({ schema, kind: 'composite', composite: f });

function oneHot(call: Call, self: Tensor, classes: number): Tensor {
  if (self.dtype !== int64) throw runtimeError(`one_hot is only applicable to index tensor of type LongTensor.`);
  if (self.numel === 0) {
    if (classes <= 0) throw runtimeError('Can not infer total number of classes from empty tensor.');
    return call.one('empty.memory_format', [...self.sizes, classes], int64, null, self.device, null, null);
  }
  const bounds = call.many('aminmax', self, null, false);
  const low = call('item', bounds[0]) as number;
  if (low < 0) throw runtimeError('Class values must be non-negative.');
  const high = call('item', bounds[1]) as number;
  if (classes !== -1 && classes <= high) throw runtimeError('Class values must be smaller than num_classes.');
  const n = classes === -1 ? high + 1 : classes;
  const ret = call.one('zeros', [...self.sizes, n], int64, null, self.device, null);
  call('scatter_.value', ret, -1, call.unsqueeze(self, -1), 1);
  return ret;
}

function tile(call: Call, self: Tensor, dims: Sizes): Tensor {
  const lead = self.dim - dims.length;
  return call.one('repeat', self, lead > 0 ? [...new Array<number>(lead).fill(1), ...dims] : dims);
}

function meshgrid(call: Call, tensors: Tensor[], indexing: string): Tensor[] {
  if (tensors.length === 0) throw runtimeError('meshgrid expects a non-empty TensorList');
  if (indexing !== 'ij' && indexing !== 'xy') throw runtimeError(`torch.meshgrid: indexing must be one of "xy" or "ij", but received: ${indexing}`);
  const swap = indexing === 'xy' && tensors.length >= 2;
  const order = swap ? [tensors[1], tensors[0], ...tensors.slice(2)] : tensors;
  for (const t of order) if (t.dim > 1) throw runtimeError(`torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ${list(t.sizes)}`);
  const shape = order.map((t) => t.numel);
  const grids = order.map((t, i) => call.expand(call.view(t, shape.map((_, k) => (k === i ? t.numel : 1))), shape));
  return swap ? [grids[1], grids[0], ...grids.slice(2)] : grids;
}

const atLeast = (call: Call, t: Tensor, n: number): Tensor => {
  if (t.dim >= n) return t;
  if (t.dim === 0) return call.reshape(t, new Array<number>(n).fill(1));
  if (n === 2) return call.unsqueeze(t, 0);
  if (t.dim === 1) return call.unsqueeze(call.unsqueeze(t, 0), -1);
  return call.unsqueeze(t, -1);
};

const stacks: readonly [string, number, (ts: Tensor[]) => number][] = [
  ['hstack', 1, (ts) => (ts[0].dim === 1 ? 0 : 1)], ['vstack', 2, () => 0], ['dstack', 3, () => 2], ['row_stack', 2, () => 0],
];

function blockSize(t: { sizes: Sizes }): [number, number] {
  if (t.sizes.length > 2) throw runtimeError(`torch.block_diag: Input tensors must have 2 or fewer dimensions. Input has ${t.sizes.length} dimensions`);
  return t.sizes.length === 2 ? [t.sizes[0], t.sizes[1]] : [1, t.sizes.length === 1 ? t.sizes[0] : 1];
}

const selectScatter = (schema: string, name: string, place: (out: Tensor, ...rest: never[]) => Tensor, self: (c: BackwardContext) => Tensor, src: (c: BackwardContext) => Tensor): OpDef => ({
  schema, kind: 'kernel',
  meta: (s: Tensor) => empty(s.sizes, s.dtype, { device: s.device }),
  kernel: (out: Tensor, s: Tensor, from: Tensor, ...rest: never[]) => {
    copyInto(out, s);
    const at = place(out, ...rest);
    if (at.sizes.length !== from.sizes.length || at.sizes.some((n, i) => n !== from.sizes[i])) throw runtimeError(`expected src to have a size equal to the slice of self. src size = ${list(from.sizes)}, slice size = ${list(at.sizes)}`);
    copyInto(at, from);
  },
  derivative: derivative(name, [], { self, src }),
});

export const JOINS: readonly OpDef[] = [
  cat, outOf(cat), stack, outOf(stack), repeat, flip, roll, constantPad,
  composite('concat(Tensor[] tensors, int dim=0) -> Tensor', (call, ts: Tensor[], dim: number) => call.one('cat', ts, dim)),
  composite('concatenate(Tensor[] tensors, int dim=0) -> Tensor', (call, ts: Tensor[], dim: number) => call.one('cat', ts, dim)),
  ...stacks.map(([name, n, dim]) => composite(`${name}(Tensor[] tensors) -> Tensor`, (call, ts: Tensor[]) => {
    if (ts.length === 0) throw runtimeError(`${name} expects a non-empty TensorList`);
    const all = ts.map((t) => atLeast(call, t, n));
    return call.one('cat', all, dim(all));
  })),
  composite('column_stack(Tensor[] tensors) -> Tensor', (call, ts: Tensor[]) => call.one('hstack', ts.map((t) => (t.dim <= 1 ? call.reshape(t, [t.numel, 1]) : t)))),
  ...[1, 2, 3].flatMap((n) => [
    composite(`atleast_${n}d(Tensor self) -> Tensor`, (call, t: Tensor) => atLeast(call, t, n)),
    composite(`atleast_${n}d.Sequence(Tensor[] tensors) -> Tensor[]`, (call, ts: Tensor[]) => ts.map((t) => atLeast(call, t, n))),
  ]),
  composite('one_hot(Tensor self, int num_classes=-1) -> Tensor', oneHot),
  composite('tile(Tensor self, SymInt[] dims) -> Tensor', tile),
  composite('meshgrid(Tensor[] tensors) -> Tensor[]', (call, ts: Tensor[]) => meshgrid(call, ts, 'ij')),
  composite('meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]', meshgrid),
  composite('broadcast_tensors(Tensor[] tensors) -> Tensor[]', (call, ts: Tensor[]) => {
    const sizes = broadcastAll(ts.map((t) => t.sizes));
    return ts.map((t) => (t.sizes.length === sizes.length && t.sizes.every((s, i) => s === sizes[i]) ? t : call.expand(t, sizes)));
  }),
  composite('fliplr(Tensor self) -> Tensor', (call, t: Tensor) => {
    if (t.dim < 2) throw runtimeError('Input must be >= 2-d.');
    return call.one('flip', t, [1]);
  }),
  composite('flipud(Tensor self) -> Tensor', (call, t: Tensor) => {
    if (t.dim < 1) throw runtimeError('Input must be >= 1-d.');
    return call.one('flip', t, [0]);
  }),
  {
    schema: 'rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, k: number, dims: Sizes) => {
      if (dims.length !== 2) throw runtimeError(`expected total rotation dims == 2, but got dims = ${dims.length}`);
      const [a, b] = dims.map((d) => wrapDim(d, self.dim));
      // An odd turn is a flip seen transposed.
      const t = empty(self.sizes, self.dtype, { device: self.device });
      if (((k % 4) + 4) % 2 === 0) return t;
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
  {
    schema: 'diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, offset: number, dim1: number, dim2: number) => {
      const rank = self.dim + 1;
      const [a, b] = [wrapDim(dim1, rank), wrapDim(dim2, rank)];
      if (a === b) throw runtimeError(`diagonal dimensions cannot be identical ${dim1}, ${dim2}`);
      const n = self.sizes[self.dim - 1] + Math.abs(offset);
      const rest = self.sizes.slice(0, -1);
      const sizes: number[] = [];
      for (let i = 0; i < rank; i++) sizes.push(i === a || i === b ? n : (rest.shift() as number));
      return empty(sizes, self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, offset: number, dim1: number, dim2: number) => {
      fill(out, 0);
      copyInto(diagonalMeta(out, offset, dim1, dim2), self);
    },
    derivative: derivative('DiagEmbedBackward0', [], { self: (c) => c.call.one('diagonal', c.g, c.arg('offset'), c.arg('dim1'), c.arg('dim2')) }),
  },
  composite('diag(Tensor self, int diagonal=0) -> Tensor', (call, self: Tensor, k: number) => {
    if (self.dim !== 1 && self.dim !== 2) throw runtimeError(`diag(): Supports 1D or 2D tensors. Got ${self.dim}D`);
    if (self.dim === 1) return call.one('diag_embed', self, k, -2, -1);
    return call.one('diagonal_copy', self, k, 0, 1);
  }),
  {
    schema: 'diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, o: number, a: number, b: number) => empty(diagonalMeta(self, o, a, b).sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, o: number, a: number, b: number) => copyInto(out, diagonalMeta(self, o, a, b)),
    derivative: derivative('DiagonalBackward0_copy', [], {
      self: (c) => c.call.one('diagonal_backward', c.g, c.like('self').sizes, c.arg('offset'), c.arg('dim1'), c.arg('dim2')),
    }),
  },
  composite('diagflat(Tensor self, int offset=0) -> Tensor', (call, self: Tensor, k: number) => call.one('diag', call.view(call.contiguous(self), [-1]), k)),
  composite('linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)', (call, self: Tensor, o: number, a: number, b: number) => call.one('diagonal', self, o, a, b)),
  selectScatter('select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor', 'SelectScatterBackward0', (out: Tensor, dim: number, index: number) => selectMeta(out, dim, index), (c) =>
    c.call.one('select_scatter', c.g, c.call.one('zeros', c.like('src').sizes, c.g.dtype, 'strided', c.g.device, null), c.arg('dim'), c.arg('index')),
  (c) => c.call.select(c.g, c.arg<number>('dim'), c.arg<number>('index'))),
  selectScatter('slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor', 'SliceScatterBackward0', (out: Tensor, dim: number, s: number | null, e: number | null, step: number) => sliceMeta(out, dim, s, e, step), (c) =>
    c.call.one('slice_scatter', c.g, c.call.one('zeros', c.like('src').sizes, c.g.dtype, 'strided', c.g.device, null), c.arg('dim'), c.arg('start'), c.arg('end'), c.arg('step')),
  (c) => c.call.slice(c.g, c.arg<number>('dim'), c.arg<number | null>('start'), c.arg<number | null>('end'), c.arg<number>('step'))),
  selectScatter('diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor', 'DiagonalScatterBackward0', (out: Tensor, o: number, a: number, b: number) => diagonalMeta(out, o, a, b), (c) =>
    c.call.one('diagonal_scatter', c.g, c.call.one('zeros', c.like('src').sizes, c.g.dtype, 'strided', c.g.device, null), c.arg('offset'), c.arg('dim1'), c.arg('dim2')),
  (c) => c.call.one('diagonal', c.g, c.arg('offset'), c.arg('dim1'), c.arg('dim2'))),
  composite('repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor', (call, self: Tensor, n: number, dim: number | null) => {
    let t = dim === null ? call.one('flatten.using_ints', self, 0, -1) : self;
    const d = wrapDim(dim ?? 0, t.dim);
    if (n < 0) throw runtimeError('Repeats must be non-negative');
    t = call.unsqueeze(t, d + 1);
    const sizes = [...t.sizes];
    sizes[d + 1] = n;
    t = call.one('clone', call.expand(t, sizes), 'contiguous_format');
    return call.one('flatten.using_ints', t, d, d + 1);
  }),
  composite('repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor', (call, self: Tensor, repeats: Tensor, dim: number | null, size: number | null) => {
    const t = dim === null ? call.one('flatten.using_ints', self, 0, -1) : self;
    const d = wrapDim(dim ?? 0, t.dim);
    let r = repeats;
    if (r.dim === 0 || (r.dim === 1 && r.sizes[0] === 1)) r = call.expand(call.reshape(r, [1]), [t.sizes[d]]);
    else if (r.dim === 1) {
      if (r.sizes[0] !== t.sizes[d]) throw runtimeError(`repeats must have the same size as input along dim, but got repeats.size(0) = ${r.sizes[0]} and input.size(${d}) = ${t.sizes[d]}`);
    } else throw runtimeError('repeats must be 0-dim or 1-dim tensor');
    return call.one('index_select', t, d, call.one('repeat_interleave.Tensor', r, size));
  }),
  {
    schema: 'repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, repeats: Tensor) => {
      const flat = Array.from(toWorking(repeats)).flatMap((n, i) => {
        if (n < 0) throw runtimeError('repeats can not be negative');
        return new Array<number>(n).fill(i);
      });
      const out = empty([flat.length], repeats.dtype, { device: repeats.device });
      fromWorking(out, flat);
      return out;
    },
  },
  composite('pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor', (call, self: Tensor, pad: Sizes, mode: string, value: Scalar | null) => {
    if (pad.length % 2 !== 0) throw runtimeError('Padding length must be divisible by 2');
    if (mode === 'constant') return call.one('constant_pad_nd', self, pad, value ?? call.float(0));
    if (value !== null && numberOf(value) !== 0) throw runtimeError(`Padding mode "${mode}" doesn't take in value argument`);
    const kind = { reflect: 'reflection', replicate: 'replication', circular: 'circular' }[mode];
    if (!kind) throw pyError('NotImplementedError', `Unrecognised padding mode ${mode}`);
    const n = pad.length / 2;
    if (kind === 'circular') return call.one('_pad_circular', self, pad);
    if (!(self.dim === n + 1 || self.dim === n + 2)) {
      throw pyError('NotImplementedError', 'Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now');
    }
    return call.one(`${kind}_pad${n}d`, self, pad);
  }),
  composite('cartesian_prod(Tensor[] tensors) -> Tensor', (call, ts: Tensor[]) => {
    for (const t of ts) if (t.dim !== 1) throw runtimeError('Expect a 1D vector, but got shape ' + list(t.sizes));
    if (ts.length === 1) return ts[0];
    const grids = meshgrid(call, ts, 'ij').map((g) => call.one('flatten.using_ints', g, 0, -1));
    return call.one('stack', grids, 1);
  }),
  {
    schema: 'block_diag(Tensor[] tensors) -> Tensor', kind: 'kernel',
    meta: (ts: Tensor[]) => {
      const sizes = ts.map(blockSize);
      return empty([0, 1].map((d) => sizes.reduce((n, b) => n + b[d], 0)), ts.map((t) => t.dtype).reduce(promoteTypes), { device: ts[0].device });
    },
    kernel: (out: Tensor, ts: Tensor[]) => {
      fill(out, 0);
      let [y, x] = [0, 0];
      for (const t of ts) {
        const [h, w] = blockSize(t);
        const strides = t.dim === 2 ? t.strides : t.dim === 1 ? [0, t.strides[0]] : [0, 0];
        copyInto(new Tensor(out.storage, out.dtype, [h, w], out.strides, out.offset + y * out.strides[0] + x), new Tensor(t.storage, t.dtype, [h, w], strides, t.offset));
        y += h;
        x += w;
      }
    },
    derivative: derivative('BlockDiagBackward0', [], {
      tensors: (c) => {
        let [y, x] = [0, 0];
        return c.arg<Tensor[]>('tensors').map((t) => {
          const [h, w] = blockSize(t);
          const part = c.call.slice(c.call.slice(c.g, 0, y, y + h), 1, x, x + w);
          y += h;
          x += w;
          return t.sizes.length === 2 ? part : t.sizes.length === 1 ? c.call.squeeze(part, 0) : c.call.squeeze(c.call.squeeze(part, -1), -1);
        });
      },
    }),
  },
];
