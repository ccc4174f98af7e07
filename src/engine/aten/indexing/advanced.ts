/**
 * Advanced indexing: index, index_put, with lists of index tensors as in x[i, :, mask].
 *
 * The place of the indexed dimensions in the result follows TensorAdvancedIndexing.cpp: where they stood if they are
 * adjacent, in front otherwise. Leaves out quantised tensors.
 */
import { copyInto, fromWorking, toWorking, type Working } from '../../tensor/access.ts';
import { empty, emptyLike } from '../../tensor/create.ts';
import { bool, int64 } from '../../tensor/dtype.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastAll, contiguousStrides } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { context } from '../context.ts';
import { DataDependent } from '../errors.ts';
import { derivative, type OpDef } from '../op.ts';
import { dest, expandTo, read } from '../work.ts';
import { coordinates } from './coordinates.ts';

type Indices = readonly (Tensor | null)[];

/** Boolean indices become the coordinates of their true elements. */
function expandMasks(self: Tensor, indices: Indices): (Tensor | null)[] {
  const out: (Tensor | null)[] = [];
  for (const t of indices) {
    if (t !== null && (t.dtype === bool || t.dtype.name === 'uint8')) {
      if (t.isFake && !context.known?.made(t)) throw new DataDependent('aten.index.Tensor');
      t.sizes.forEach((s, j) => {
        const d = out.length + j;
        if (s !== self.sizes[d]) {
          throw indexError(
            `The shape of the mask ${list(t.sizes)} at index ${j} does not match the shape of the indexed tensor ${list(self.sizes)} at index ${d}`,
          );
        }
      });
      out.push(...coordinates(t));
    } else out.push(t);
  }
  if (out.length > self.dim) throw indexError(`too many indices for tensor of dimension ${self.dim}`);
  return out;
}

interface Plan {
  sizes: number[];
  /** Storage-independent element positions (in a contiguous copy of self) for each result element. */
  shape: number[];
  where: 'front' | number;
  dims: number[];
  picks: Tensor[];
}

function planIndex(self: Tensor, raw: Indices): Plan {
  const indices = expandMasks(self, raw);
  const dims = indices.flatMap((t, d) => (t ? [d] : []));
  const picks = dims.map((d) => indices[d] as Tensor);
  for (const t of picks) {
    if (t.dtype !== int64 && t.dtype.name !== 'int32') throw indexError('tensors used as indices must be long, int, byte or bool tensors');
  }
  let shape: number[];
  try {
    shape = broadcastAll(picks.map((t) => t.sizes));
  } catch {
    throw indexError(`shape mismatch: indexing tensors could not be broadcast together with shapes ${picks.map((t) => list(t.sizes)).join(', ')}`);
  }
  const adjacent = dims.every((d, i) => i === 0 || d === dims[i - 1] + 1);
  const where = adjacent && dims.length > 0 ? dims[0] : 'front';
  const rest = self.sizes.map((_, d) => d).filter((d) => !dims.includes(d));
  const at = where === 'front' ? 0 : rest.filter((d) => d < (where as number)).length;
  const sizes = [...rest.slice(0, at).map((d) => self.sizes[d]), ...shape, ...rest.slice(at).map((d) => self.sizes[d])];
  return { sizes, shape, where, dims, picks };
}

/** Positions in a row-major copy of `self`, in the order of the result. */
function positions(self: Tensor, p: Plan): Float64Array {
  const strides = contiguousStrides(self.sizes);
  const n = p.shape.reduce((a, b) => a * b, 1);
  const base = new Float64Array(n);
  p.picks.forEach((t, i) => {
    const w = toWorking(expandTo(t, p.shape));
    const size = self.sizes[p.dims[i]];
    for (let k = 0; k < n; k++) {
      const v = w[k];
      if (v < -size || v >= size) throw indexError(`index ${v} is out of bounds for dimension ${i} with size ${size}`);
      base[k] += (v < 0 ? v + size : v) * strides[p.dims[i]];
    }
  });
  const rest = self.sizes.map((_, d) => d).filter((d) => !p.dims.includes(d));
  const at = p.where === 'front' ? 0 : rest.filter((d) => d < (p.where as number)).length;
  const offsets = (ds: number[]): number[] =>
    ds.reduce<number[]>((acc, d) => acc.flatMap((o) => Array.from({ length: self.sizes[d] }, (_, i) => o + i * strides[d])), [0]);
  const [before, after] = [offsets(rest.slice(0, at)), offsets(rest.slice(at))];
  const out = new Float64Array(before.length * n * after.length);
  let k = 0;
  for (const b of before) for (let i = 0; i < n; i++) for (const a of after) out[k++] = b + base[i] + a;
  return out;
}

const indexOp: OpDef = {
  schema: 'index.Tensor(Tensor self, Tensor?[] indices) -> Tensor',
  kind: 'kernel',
  mixedDevices: true,
  meta: (self: Tensor, indices: Indices) => {
    const p = planIndex(self, indices);
    // The indexed dimensions are brought together; the rest keeps its order in memory, so results are contiguous or
    // take the layout of the strides that remain (TensorIterator).
    return empty(p.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, indices: Indices) => {
    const at = positions(self, planIndex(self, indices));
    const w = toWorking(self);
    const o = dest(out);
    for (let i = 0; i < at.length; i++) o.w[i] = w[at[i]];
    o.flush();
  },
  derivative: derivative('IndexBackward0', ['indices'], {
    self: (c) => {
      const like = c.like('self');
      const zeros = c.call.one('new_zeros', c.g, like.sizes, like.dtype);
      return c.call.one('index_put', zeros, c.arg('indices'), c.g, true);
    },
  }),
};

function putKernel(self: Tensor, indices: Indices, values: Tensor, accumulate: boolean): void {
  const p = planIndex(self, indices);
  const at = positions(self, p);
  const w = Array.from(toWorking(self)) as unknown as Working;
  const v = read(expandTo(values, p.sizes), values.dtype);
  const r = self.dtype.name === 'float32' ? Math.fround : (x: number): number => x;
  for (let i = 0; i < at.length; i++) w[at[i]] = accumulate ? r(w[at[i]] + v[i]) : v[i];
  fromWorking(self, w);
}

function putCheck(self: Tensor, indices: Indices, values: Tensor): void {
  if (values.dtype !== self.dtype) {
    throw runtimeError(
      `Index put requires the source and destination dtypes match, got ${CPP[self.dtype.name]} for the destination and ${CPP[values.dtype.name]} for the source.`,
    );
  }
  if (indices.some((t) => t?.isFake && (t.dtype === bool || t.dtype.name === 'uint8'))) return;
  const p = planIndex(self, indices);
  const lead = p.sizes.length - values.dim;
  const bad = lead < 0 ? values.sizes.slice(0, -lead).some((s) => s !== 1) : values.sizes.some((s, i) => s !== 1 && s !== p.sizes[i + lead]);
  if (bad) throw runtimeError(`shape mismatch: value tensor of shape ${list(values.sizes)} cannot be broadcast to indexing result of shape ${list(p.sizes)}`);
}

const putGrads = derivative('IndexPutBackward0', ['indices'], {
  self: (c) => {
    if (c.arg<boolean>('accumulate')) return c.g;
    const zero = c.call.one('zeros', [], c.g.dtype, 'strided', c.g.device, null);
    return c.call.one('index_put', c.g, c.arg('indices'), zero, false);
  },
  values: (c) => c.call.one('index.Tensor', c.g, c.arg('indices')),
});

const indexPut: OpDef[] = [
  {
    schema: 'index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor',
    kind: 'kernel',
    mixedDevices: true,
    meta: (self: Tensor, indices: Indices, values: Tensor) => {
      putCheck(self, indices, values);
      return emptyLike(self);
    },
    kernel: (out: Tensor, self: Tensor, indices: Indices, values: Tensor, accumulate: boolean) => {
      copyInto(out, self);
      putKernel(out, indices, values, accumulate);
    },
    derivative: putGrads,
  },
  {
    schema: 'index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)',
    kind: 'kernel',
    mixedDevices: true,
    meta: (self: Tensor, indices: Indices, values: Tensor) => {
      putCheck(self, indices, values);
      return self;
    },
    kernel: (self: Tensor, _s: Tensor, indices: Indices, values: Tensor, accumulate: boolean) => putKernel(self, indices, values, accumulate),
    derivative: putGrads,
  },
  {
    schema: '_unsafe_index.Tensor(Tensor self, Tensor?[] indices) -> Tensor',
    kind: 'kernel',
    mixedDevices: true,
    meta: indexOp.meta as NonNullable<OpDef['meta']>,
    kernel: indexOp.kernel as NonNullable<OpDef['kernel']>,
    derivative: derivative('UnsafeIndexBackward0', ['indices'], {
      self: (c) => {
        const like = c.like('self');
        const zeros = c.call.one('new_zeros', c.g, like.sizes, like.dtype, 'strided', c.g.device, null);
        return c.call.one('_unsafe_index_put', zeros, c.arg('indices'), c.g, true);
      },
    }),
  },
];

/** What tracing makes of gathers whose places are in range by construction. */
const unsafePut: OpDef = {
  ...indexPut[0],
  schema: '_unsafe_index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor',
};

export const ADVANCED_INDEXING: readonly OpDef[] = [indexOp, ...indexPut, unsafePut];
