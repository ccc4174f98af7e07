/**
 * Indexing: advanced indexing, gather and scatter, index_select and kin, embedding, nonzero, masked operators.
 *
 * Messages are PyTorch's. Leaves out: sparse gradients and quantised tables.
 */
import { copyInto, fill, fromWorking, toWorking, type Working } from '../tensor/access.ts';
import { empty, emptyLike } from '../tensor/create.ts';
import { bool, int64 } from '../tensor/dtype.ts';
import { indexError, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import { broadcastAll, contiguousStrides, wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { DataDependent } from './errors.ts';
import { along } from './dims.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf } from './variants.ts';
import { diagonalMeta } from './views.ts';
import { dest, expandTo, numberOf, read } from './work.ts';

type Sizes = readonly number[];
type Indices = readonly (Tensor | null)[];
const list = (s: Sizes): string => `[${s.join(', ')}]`;

/** Boolean indices become the coordinates of their true elements. */
function expandMasks(self: Tensor, indices: Indices): (Tensor | null)[] {
  const out: (Tensor | null)[] = [];
  for (const t of indices) {
    if (t !== null && (t.dtype === bool || t.dtype.name === 'uint8')) {
      if (t.isFake) throw new DataDependent('aten.index.Tensor');
      t.sizes.forEach((s, j) => {
        const d = out.length + j;
        if (s !== self.sizes[d]) {
          throw indexError(`The shape of the mask ${list(t.sizes)} at index ${j} does not match the shape of the indexed tensor ${list(self.sizes)} at index ${d}`);
        }
      });
      out.push(...coordinates(t));
    } else out.push(t);
  }
  if (out.length > self.dim) throw indexError(`too many indices for tensor of dimension ${self.dim}`);
  return out;
}

function coordinates(t: Tensor): Tensor[] {
  const w = toWorking(t);
  const at: number[] = [];
  for (let i = 0; i < w.length; i++) if (w[i] !== 0) at.push(i);
  const strides = contiguousStrides(t.sizes);
  return t.sizes.map((s, d) => {
    const v = empty([at.length], int64, { device: t.device, fake: false });
    fromWorking(v, at.map((i) => Math.floor(i / strides[d]) % s));
    return v;
  });
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
    if (t.dtype.category !== 'int') throw indexError('tensors used as indices must be long, int, byte or bool tensors');
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
  const offsets = (ds: number[]): number[] => ds.reduce<number[]>((acc, d) => acc.flatMap((o) => Array.from({ length: self.sizes[d] }, (_, i) => o + i * strides[d])), [0]);
  const [before, after] = [offsets(rest.slice(0, at)), offsets(rest.slice(at))];
  const out = new Float64Array(before.length * n * after.length);
  let k = 0;
  for (const b of before) for (let i = 0; i < n; i++) for (const a of after) out[k++] = b + base[i] + a;
  return out;
}

const indexOp: OpDef = {
  schema: 'index.Tensor(Tensor self, Tensor?[] indices) -> Tensor', kind: 'kernel', mixedDevices: true,
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
    throw runtimeError(`Index put requires the source and destination dtypes match, got ${CPP[self.dtype.name]} for the destination and ${CPP[values.dtype.name]} for the source.`);
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
    schema: 'index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor', kind: 'kernel', mixedDevices: true,
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
    schema: 'index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)', kind: 'kernel', mixedDevices: true,
    meta: (self: Tensor, indices: Indices, values: Tensor) => {
      putCheck(self, indices, values);
      return self;
    },
    kernel: (self: Tensor, _s: Tensor, indices: Indices, values: Tensor, accumulate: boolean) => putKernel(self, indices, values, accumulate),
    derivative: putGrads,
  },
  {
    schema: '_unsafe_index.Tensor(Tensor self, Tensor?[] indices) -> Tensor', kind: 'kernel', mixedDevices: true,
    meta: indexOp.meta as NonNullable<OpDef['meta']>, kernel: indexOp.kernel as NonNullable<OpDef['kernel']>,
  },
];

function checkGather(self: Tensor, dim: number, index: Tensor, name = 'gather'): number {
  const d = wrapDim(dim, self.dim);
  if (index.numel === 0) return d;
  if (index.dtype !== int64 && index.dtype.name !== 'int32') throw runtimeError(`${name}(): Expected dtype int32/int64 for index`);
  const [a, b] = [Math.max(self.dim, 1), Math.max(index.dim, 1)];
  if (a !== b) throw runtimeError('Index tensor must have the same number of dimensions as input tensor');
  for (let i = 0; i < index.dim; i++) {
    if (i !== d && index.sizes[i] > (self.sizes[i] ?? 1)) {
      throw runtimeError(`Size does not match at dimension ${i} expected index ${list(index.sizes)} to be no larger than self ${list(self.sizes)} apart from dimension ${d}`);
    }
  }
  return d;
}

/** Calls `f` with the place in row-major `self` and the position in row-major `index` for every index element. */
function eachIndexed(self: Tensor, dim: number, index: Tensor, f: (at: number, i: number) => void): void {
  const w = toWorking(index);
  const ss = self.dim === 0 ? [1] : contiguousStrides(self.sizes);
  const sizes = index.dim === 0 ? [1] : index.sizes;
  const limit = self.dim === 0 ? 1 : self.sizes[dim];
  const at = new Array<number>(sizes.length).fill(0);
  for (let i = 0; i < w.length; i++) {
    const v = w[i];
    if (v < 0 || v >= limit) throw runtimeError(`index ${v} is out of bounds for dimension ${dim} with size ${limit}`);
    let p = v * ss[dim];
    for (let d = 0; d < sizes.length; d++) if (d !== dim) p += at[d] * ss[d];
    f(p, i);
    for (let d = sizes.length - 1; d >= 0; d--) {
      if (++at[d] < sizes[d]) break;
      at[d] = 0;
    }
  }
}

const gather: OpDef = {
  schema: 'gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dim: number, index: Tensor) => {
    checkGather(self, dim, index);
    return empty(index.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: number, index: Tensor) => {
    const w = toWorking(self);
    const o = dest(out);
    eachIndexed(self, wrapDim(dim, self.dim), index, (at, i) => (o.w[i] = w[at]));
    o.flush();
  },
  derivative: derivative('GatherBackward0', ['index'], {
    self: (c) => {
      const like = c.like('self');
      return c.call.one('scatter_add', c.call.one('new_zeros', c.g, like.sizes), c.arg('dim'), c.t('index'), c.g);
    },
  }),
};

type Combine = (old: number, v: number) => number;
const COMBINE: Readonly<Record<string, Combine>> = {
  set: (_o, v) => v, add: (o, v) => o + v, sum: (o, v) => o + v, multiply: (o, v) => o * v, prod: (o, v) => o * v,
  amax: (o, v) => (v !== v || v > o ? v : o), amin: (o, v) => (v !== v || v < o ? v : o), mean: (o, v) => o + v,
};

function scatterInto(out: Tensor, dim: number, index: Tensor, src: Tensor | Scalar, how: Combine): void {
  if (index.numel === 0) return;
  const w = Array.from(toWorking(out)) as unknown as Working;
  const d = wrapDim(dim, out.dim);
  const r = out.dtype.name === 'float32' ? Math.fround : (x: number): number => x;
  if (src instanceof Tensor) {
    const s = read(new Tensor(src.storage, src.dtype, index.sizes, src.strides, src.offset), src.dtype);
    eachIndexed(out, d, index, (at, i) => (w[at] = r(how(w[at], s[i]))));
  } else {
    const v = numberOf(src);
    eachIndexed(out, d, index, (at) => (w[at] = r(how(w[at], v))));
  }
  fromWorking(out, w);
}

function scatterCheck(self: Tensor, dim: number, index: Tensor, src: Tensor | Scalar): void {
  checkGather(self, dim, index, 'scatter');
  if (!(src instanceof Tensor)) return;
  if (src.dtype !== self.dtype) throw runtimeError('scatter(): Expected self.dtype to be equal to src.dtype');
  if (index.numel > 0 && index.sizes.some((s, i) => s > (src.sizes[i] ?? 1))) {
    throw runtimeError(`Expected index ${list(index.sizes)} to be no larger than self ${list(self.sizes)} apart from dimension ${wrapDim(dim, self.dim)} and to be no larger size than src ${list(src.sizes)}`);
  }
}

function scatterForms(schema: string, how: (reduce: string | null) => Combine, d: OpDef['derivative']): OpDef[] {
  const def: OpDef = {
    schema, kind: 'kernel',
    meta: (self: Tensor, dim: number, index: Tensor, src: Tensor | Scalar) => {
      scatterCheck(self, dim, index, src);
      return emptyLike(self);
    },
    kernel: (out: Tensor, self: Tensor, dim: number, index: Tensor, src: Tensor | Scalar, reduce: string | null = null) => {
      copyInto(out, self);
      scatterInto(out, dim, index, src, how(reduce));
    },
    ...(d ? { derivative: d } : {}),
  };
  return [def, {
    ...inplaceOf(def),
    kernel: (self: Tensor, _s: Tensor, dim: number, index: Tensor, src: Tensor | Scalar, reduce: string | null = null) => scatterInto(self, dim, index, src, how(reduce)),
  }];
}

const scatterSrc = derivative('ScatterBackward0', ['index'], {
  self: (c) => c.call.one('scatter.value', c.g, c.arg('dim'), c.t('index'), 0),
  src: (c) => c.call.one('gather', c.g, c.arg('dim'), c.t('index'), false),
});

/** Places of the indexed slices: outer × picks × inner of a row-major tensor. */
function slices(self: Tensor, dim: number, index: Tensor, name: string): { d: number; picks: number[]; outer: number; length: number; inner: number } {
  const d = wrapDim(dim, self.dim);
  const a = along(self.sizes, d);
  const picks = Array.from(toWorking(index), (v) => {
    if (v < 0 ? v < -a.length || name === 'index_select' : v >= a.length) {
      throw indexError(name === 'index_select' || name === 'index_add' ? 'index out of range in self' : `index ${v} is out of bounds for dimension ${d} with size ${a.length}`);
    }
    return v < 0 ? v + a.length : v;
  });
  return { d, picks, ...a };
}

const indexSelect: OpDef = {
  schema: 'index_select(Tensor self, int dim, Tensor index) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, dim: number, index: Tensor) => {
    if (index.dim > 1) throw indexError('index_select(): Index is supposed to be a vector');
    if (index.dtype !== int64 && index.dtype.name !== 'int32') throw runtimeError(`index_select(): Expected dtype int32 or int64 for index`);
    const d = wrapDim(dim, self.dim);
    return empty(self.dim === 0 ? [] : self.sizes.map((s, i) => (i === d ? index.numel : s)), self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: number, index: Tensor) => {
    const { picks, outer, length, inner } = slices(self, dim, index, 'index_select');
    const w = toWorking(self);
    const o = dest(out);
    let k = 0;
    for (let a = 0; a < outer; a++) {
      for (const p of picks) {
        const at = (a * length + p) * inner;
        for (let b = 0; b < inner; b++) o.w[k++] = w[at + b];
      }
    }
    o.flush();
  },
  derivative: derivative('IndexSelectBackward0', ['index'], {
    self: (c) => c.call.one('index_add', c.call.one('new_zeros', c.g, c.like('self').sizes), c.arg('dim'), c.t('index'), c.g, 1),
  }),
};

function indexWrite(out: Tensor, dim: number, index: Tensor, src: Tensor | number, how: Combine, alpha: number, name: string): void {
  const { picks, outer, length, inner } = slices(out, dim, index, name);
  const w = Array.from(toWorking(out)) as unknown as Working;
  const s = src instanceof Tensor ? toWorking(src) : null;
  const r = out.dtype.name === 'float32' ? Math.fround : (x: number): number => x;
  let k = 0;
  for (let a = 0; a < outer; a++) {
    for (const p of picks) {
      const at = (a * length + p) * inner;
      for (let b = 0; b < inner; b++) {
        const v = s ? s[s.length === 1 ? 0 : k] : (src as number);
        k++;
        w[at + b] = r(how(w[at + b], alpha === 1 ? v : r(alpha * v)));
      }
    }
  }
  fromWorking(out, w);
}

function indexForms(schema: string, run: (out: Tensor, ...args: never[]) => void, d: OpDef['derivative'], check?: (self: Tensor, dim: number, index: Tensor, src: Tensor) => void): OpDef[] {
  const def: OpDef = {
    schema, kind: 'kernel',
    meta: (self: Tensor, dim: number, index: Tensor, src: Tensor) => {
      check?.(self, dim, index, src);
      return emptyLike(self);
    },
    kernel: (out: Tensor, self: Tensor, ...rest: never[]) => {
      copyInto(out, self);
      run(out, ...rest);
    },
    ...(d ? { derivative: d } : {}),
  };
  return [def, { ...inplaceOf(def), kernel: (self: Tensor, _s: Tensor, ...rest: never[]) => run(self, ...rest) }];
}

const masked: OpDef[] = [
  {
    schema: 'masked_select(Tensor self, Tensor mask) -> Tensor', kind: 'kernel', dataDependent: true,
    kernel: (_out: null, self: Tensor, mask: Tensor) => {
      if (mask.dtype !== bool) throw runtimeError('masked_select: expected BoolTensor for mask');
      const sizes = broadcastAll([self.sizes, mask.sizes]);
      const [w, m] = [toWorking(expandTo(self, sizes)), toWorking(expandTo(mask, sizes))];
      const kept = Array.from(w).filter((_, i) => m[i] !== 0);
      const out = empty([kept.length], self.dtype, { device: self.device });
      fromWorking(out, kept);
      return out;
    },
    derivative: derivative('MaskedSelectBackward0', ['self', 'mask'], {
      self: (c) => {
        const sizes = broadcastAll([c.t('self').sizes, c.t('mask').sizes]);
        const zeros = c.call.one('zeros_like', c.call.expand(c.t('self'), sizes), null, null, null, null, 'contiguous_format');
        return c.call.one('masked_scatter', zeros, c.t('mask'), c.g);
      },
    }),
  },
  ...(() => {
    const run = (out: Tensor, mask: Tensor, source: Tensor): void => {
      const w = Array.from(toWorking(out)) as unknown as Working;
      const [m, s] = [toWorking(expandTo(mask, out.sizes)), toWorking(source)];
      let k = 0;
      for (let i = 0; i < w.length; i++) {
        if (m[i] === 0) continue;
        if (k >= s.length) throw runtimeError('Number of elements of source < number of ones in mask');
        w[i] = s[k++];
      }
      fromWorking(out, w);
    };
    const def: OpDef = {
      schema: 'masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor', kind: 'kernel',
      meta: (self: Tensor, mask: Tensor, source: Tensor) => {
        if (mask.dtype !== bool) throw runtimeError(`masked_scatter_ only supports boolean masks, but got mask with dtype ${CPP[mask.dtype.name]}`);
        if (self.dtype !== source.dtype) throw runtimeError(`masked_scatter_: expected self and source to have same dtypes but got ${CPP[self.dtype.name]} and ${CPP[source.dtype.name]}`);
        return empty(broadcastAll([self.sizes, mask.sizes]), self.dtype, { device: self.device });
      },
      kernel: (out: Tensor, self: Tensor, mask: Tensor, source: Tensor) => {
        copyInto(out, expandTo(self, out.sizes));
        run(out, mask, source);
      },
      derivative: derivative('MaskedScatterBackward0', ['mask'], {
        self: (c) => c.call.maskedFill(c.g, c.t('mask'), 0),
        source: (c) => c.call.one('masked_scatter_backward', c.g, c.t('mask'), c.like('source').sizes),
      }),
    };
    return [def, { ...inplaceOf(def), kernel: (self: Tensor, _s: Tensor, mask: Tensor, source: Tensor) => run(self, mask, source) } as OpDef];
  })(),
  {
    schema: 'masked_scatter_backward(Tensor grad_output, Tensor mask, SymInt[] sizes) -> Tensor', kind: 'kernel', 
    meta: (g: Tensor, _m: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, mask: Tensor) => {
      const [w, m] = [toWorking(g), toWorking(expandTo(mask, g.sizes))];
      const kept = Array.from(w).filter((_, i) => m[i] !== 0).slice(0, out.numel);
      const full = new Float64Array(out.numel);
      full.set(kept);
      fromWorking(out, full);
    },
  },
  {
    schema: 'nonzero(Tensor self) -> Tensor', kind: 'kernel', dataDependent: true,
    kernel: (_o: null, self: Tensor) => {
      const cols = self.dim === 0 ? [] : coordinates(self);
      const w = toWorking(self);
      const n = self.dim === 0 ? (w[0] !== 0 ? 1 : 0) : cols[0].numel;
      const out = empty([n, self.dim], int64, { device: self.device });
      const data = cols.map((c) => toWorking(c));
      const flat = new Float64Array(n * self.dim);
      for (let i = 0; i < n; i++) for (let d = 0; d < self.dim; d++) flat[i * self.dim + d] = data[d][i];
      fromWorking(out, flat);
      // PyTorch fills columns one after another: the result is stored transposed.
      if (self.dim > 1 && n > 0) {
        const t = empty([self.dim, n], int64, { device: self.device });
        const view = new Tensor(t.storage, int64, [n, self.dim], [1, n], 0);
        fromWorking(view, flat);
        return view;
      }
      return out;
    },
  },
  {
    schema: 'nonzero_numpy(Tensor self) -> Tensor[]', kind: 'composite',
    composite: (call, self: Tensor) => {
      if (self.dim === 0) return call.many('unbind.int', call.one('nonzero', call.unsqueeze(self, 0)), 1);
      return call.many('unbind.int', call.one('nonzero', self), 1);
    },
  },
  { schema: 'argwhere(Tensor self) -> Tensor', kind: 'composite', composite: (call, self: Tensor) => call.one('nonzero', self) },
];

const embedding: OpDef[] = [
  {
    schema: 'embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor', kind: 'kernel',
    meta: (weight: Tensor, indices: Tensor) => {
      if (weight.dim !== 2) throw runtimeError("'weight' must be 2-D");
      if (indices.dtype !== int64 && indices.dtype.name !== 'int32') {
        throw runtimeError(
          `Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.${CPP[indices.dtype.name]}Tensor instead (while checking arguments for embedding)`,
        );
      }
      return empty([...indices.sizes, weight.sizes[1]], weight.dtype, { device: weight.device });
    },
    kernel: (out: Tensor, weight: Tensor, indices: Tensor) => {
      const [w, at] = [toWorking(weight), toWorking(indices)];
      const [rows, width] = weight.sizes;
      const o = dest(out);
      for (let i = 0; i < at.length; i++) {
        if (at[i] < 0 || at[i] >= rows) throw indexError('index out of range in self');
        o.w.set(w.subarray(at[i] * width, (at[i] + 1) * width), i * width);
      }
      o.flush();
    },
    derivative: derivative('EmbeddingBackward0', ['indices'], {
      weight: (c) => c.call.one('embedding_dense_backward', c.g, c.t('indices'), c.like('weight').sizes[0], c.arg('padding_idx'), c.arg('scale_grad_by_freq')),
    }),
  },
  {
    schema: 'embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor', kind: 'kernel',
    meta: (g: Tensor, _i: Tensor, rows: number) => empty([rows, g.sizes[g.dim - 1]], g.dtype, { device: g.device }),
    kernel: (out: Tensor, grad: Tensor, indices: Tensor, _rows: number, padding: number, scale: boolean) => {
      const [g, at] = [toWorking(grad), toWorking(indices)];
      const width = out.sizes[1];
      const counts = new Map<number, number>();
      if (scale) for (const v of at) counts.set(v, (counts.get(v) ?? 0) + 1);
      const r = out.dtype.name === 'float64' ? (x: number): number => x : Math.fround;
      const w = new Float64Array(out.numel);
      for (let i = 0; i < at.length; i++) {
        if (at[i] === padding) continue;
        const k = scale ? 1 / (counts.get(at[i]) as number) : 1;
        for (let j = 0; j < width; j++) w[at[i] * width + j] = r(w[at[i] * width + j] + g[i * width + j] * k);
      }
      fromWorking(out, w);
    },
    derivative: derivative('EmbeddingDenseBackwardBackward0', ['indices'], {
      grad_output: (c) => c.call.reshape(c.call.one('index_select', c.g, 0, c.call.reshape(c.t('indices'), [-1])), c.like('grad_output').sizes),
    }),
  },
];

const backs: OpDef[] = [
  {
    schema: 'select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor', kind: 'kernel',
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, _s: Sizes, dim: number, index: number) => {
      fill(out, 0);
      const d = wrapDim(dim, out.dim);
      const i = index < 0 ? index + out.sizes[d] : index;
      copyInto(new Tensor(out.storage, out.dtype, g.sizes, out.strides.filter((_, k) => k !== d), i * out.strides[d]), g);
    },
    derivative: derivative('SelectBackwardBackward0', [], { grad_output: (c) => c.call.select(c.g, c.arg<number>('dim'), c.arg<number>('index')) }),
  },
  {
    schema: 'slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> Tensor', kind: 'kernel',
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, _s: Sizes, dim: number, start: number, _e: number, step: number) => {
      fill(out, 0);
      const d = wrapDim(dim, out.dim);
      const s = Math.min(Math.max(start < 0 ? start + out.sizes[d] : start, 0), out.sizes[d]);
      copyInto(new Tensor(out.storage, out.dtype, g.sizes, out.strides.map((v, k) => (k === d ? v * step : v)), s * out.strides[d]), g);
    },
    derivative: derivative('SliceBackwardBackward0', [], {
      grad_output: (c) => c.call.slice(c.g, c.arg<number>('dim'), c.arg<number>('start'), c.arg<number>('end'), c.arg<number>('step')),
    }),
  },
  {
    schema: 'diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor', kind: 'kernel',
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, _s: Sizes, offset: number, dim1: number, dim2: number) => {
      fill(out, 0);
      copyInto(diagonalMeta(out, offset, dim1, dim2), g);
    },
    derivative: derivative('DiagonalBackwardBackward0', [], { grad_output: (c) => c.call.one('diagonal', c.g, c.arg('offset'), c.arg('dim1'), c.arg('dim2')) }),
  },
  {
    schema: 'unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor', kind: 'kernel',
    derivative: derivative('UnfoldBackwardBackward0', [], { grad_in: (c) => c.call.one('unfold', c.g, c.arg('dim'), c.arg('size'), c.arg('step')) }),
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, sizes: Sizes, dim: number, size: number, step: number) => {
      const d = wrapDim(dim, sizes.length);
      const { outer, length, inner } = along(sizes, d);
      const n = sizes.length === 0 ? 1 : g.sizes[d];
      const w = toWorking(g);
      const sum = new Float64Array(outer * length * inner);
      for (let a = 0; a < outer; a++) {
        for (let k = 0; k < n; k++) {
          for (let b = 0; b < inner; b++) {
            for (let j = 0; j < size; j++) sum[(a * length + k * step + j) * inner + b] += w[((a * n + k) * inner + b) * size + j];
          }
        }
      }
      fromWorking(out, sum);
    },
  },
];

const sameSlice = (name: string) => (self: Tensor, dim: number, index: Tensor, source: Tensor): void => {
  const d = wrapDim(dim, self.dim);
  if (index.dim > 1) throw indexError(`${name}(): Index should have dimension 1 or 0 (got ${index.dim})`);
  if (source instanceof Tensor && source.dtype !== self.dtype) throw runtimeError(`${name}: self (${CPP[self.dtype.name]}) and source (${CPP[source.dtype.name]}) must have the same scalar type`);
  if (source instanceof Tensor && source.dim > 0 && self.dim > 0 && source.sizes[d] !== index.numel) {
    throw runtimeError(`${name}${name === 'index_add' ? '_()' : ''}: Number of indices (${index.numel}) should be equal to source.size(dim): (${source.sizes[d]}), for dim: ${d}`);
  }
};

const ACC0 = (c: BackwardContext): Tensor => c.call.one('index_select', c.g, c.arg('dim'), c.call.squeeze(c.t('index'), 0));
const ACC = (c: BackwardContext, name: string): Tensor => c.call.one('index_select', c.g, c.arg('dim'), c.t(name));

export const INDEXING: readonly OpDef[] = [
  indexOp, ...indexPut, gather,
  ...scatterForms('scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor', () => COMBINE.set, scatterSrc),
  ...scatterForms('scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor', () => COMBINE.set, derivative('ScatterBackward1', ['index'], {
    self: (c) => c.call.one('scatter.value', c.g, c.arg('dim'), c.t('index'), 0),
  })),
  ...scatterForms('scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor', (how) => COMBINE[how as string], undefined),
  ...scatterForms('scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor', (how) => COMBINE[how as string], undefined),
  ...scatterForms('scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor', () => COMBINE.add, derivative('ScatterAddBackward0', ['index'], {
    self: (c) => c.g,
    src: (c) => c.call.one('gather', c.g, c.arg('dim'), c.t('index'), false),
  })),
  indexSelect,
  ...indexForms('index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor', (out: Tensor, dim: number, index: Tensor, src: Tensor, alpha: Scalar) =>
    indexWrite(out, dim, index, src, COMBINE.add, numberOf(alpha), 'index_add'), derivative('IndexAddBackward0', ['index'], {
    self: (c) => c.g,
    source: (c) => c.call.maybeMul(c.like('source').sizes.length > 0 ? c.call.one('expand_as', ACC(c, 'index'), tensorLike(c, 'source')) : ACC0(c), c.arg<Scalar>('alpha')),
  }), sameSlice('index_add')),
  ...indexForms('index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor', (out: Tensor, dim: number, index: Tensor, src: Tensor) =>
    indexWrite(out, dim, index, src, COMBINE.set, 1, 'index_copy'), derivative('IndexCopyBackward0', ['index'], {
    self: (c) => c.call.one('index_fill.int_Scalar', c.g, c.arg('dim'), c.t('index'), 0),
    source: (c) => (c.like('source').sizes.length > 0 ? c.call.one('expand_as', ACC(c, 'index'), tensorLike(c, 'source')) : ACC0(c)),
  }), sameSlice('index_copy_')),
  ...indexForms('index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor', (out: Tensor, dim: number, index: Tensor, value: Scalar) =>
    indexWrite(out, dim, index, numberOf(value), COMBINE.set, 1, 'index_fill'), derivative('IndexFillBackward0', ['index'], {
    self: (c) => c.call.one('index_fill.int_Scalar', c.g, c.arg('dim'), c.t('index'), 0),
  })),
  ...indexForms('index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor', (out: Tensor, dim: number, index: Tensor, value: Tensor) =>
    indexWrite(out, dim, index, toWorking(value)[0], COMBINE.set, 1, 'index_fill'), derivative('IndexFillBackward1', ['index'], {
    self: (c) => c.call.one('index_fill.int_Scalar', c.g, c.arg('dim'), c.t('index'), 0),
    value: (c) => {
      const once = c.call.many('_unique', c.t('index'), false, false)[0];
      return c.call.one('sum', c.call.one('index_select', c.g, c.arg('dim'), once));
    },
  })),
  ...masked, ...embedding, ...backs,
  {
    schema: 'take(Tensor self, Tensor index) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, index: Tensor) => {
      if (index.dtype !== int64) throw runtimeError(`take(): Expected a long tensor for index, but got ${CPP[index.dtype.name]}`);
      return empty(index.sizes, self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, index: Tensor) => {
      const [w, at] = [toWorking(self), toWorking(index)];
      const o = dest(out);
      for (let i = 0; i < at.length; i++) {
        const v = at[i] < 0 ? at[i] + w.length : at[i];
        if (v < 0 || v >= w.length) throw indexError(`out of range: tried to access index ${at[i]} on a tensor of ${w.length} elements.`);
        o.w[i] = w[v];
      }
      o.flush();
    },
    derivative: derivative('TakeBackward0', ['self', 'index'], {
      self: (c) => c.call.one('put', c.call.zerosLike(c.t('self')), c.t('index'), c.g, true),
    }),
  },
  {
    schema: 'put_(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!)', kind: 'kernel', meta: (self: Tensor) => self,
    kernel: (self: Tensor, _s: Tensor, index: Tensor, source: Tensor, accumulate: boolean) => putFlat(self, index, source, accumulate),
    derivative: derivative('PutBackward0', ['index'], putBack()),
  },
  {
    schema: 'put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor', kind: 'kernel', meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, index: Tensor, source: Tensor, accumulate: boolean) => {
      copyInto(out, self);
      putFlat(out, index, source, accumulate);
    },
    derivative: derivative('PutBackward0', ['index'], putBack()),
  },
  {
    schema: 'take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor', kind: 'composite',
    composite: (call, self: Tensor, indices: Tensor, dim: number | null) => {
      if (indices.dtype !== int64) throw runtimeError(`torch.take_along_dim(): dtype of indices should be Long but got ${CPP[indices.dtype.name]}`);
      if (dim === null) return call.one('gather', call.view(self, [-1]), 0, call.view(indices, [-1]), false);
      const d = wrapDim(dim, self.dim);
      const at = (sizes: Sizes, own: Sizes): number[] => sizes.map((s, i) => (i === d ? own[i] : s));
      const shared = broadcastAll([self.sizes.map((s, i) => (i === d ? 1 : s)), indices.sizes.map((s, i) => (i === d ? 1 : s))]);
      const x = call.one('broadcast_to', self, at(shared, self.sizes));
      const y = call.one('broadcast_to', indices, at(shared, indices.sizes));
      return call.one('gather', x, d, call.one('remainder.Scalar', y, self.sizes[d]), false);
    },
  },
];

function putFlat(self: Tensor, index: Tensor, source: Tensor, accumulate: boolean): void {
  const w = Array.from(toWorking(self)) as unknown as Working;
  const [at, s] = [toWorking(index), toWorking(source)];
  for (let i = 0; i < at.length; i++) {
    const v = at[i] < 0 ? at[i] + w.length : at[i];
    if (v < 0 || v >= w.length) throw indexError(`out of range: tried to access index ${at[i]} on a tensor of ${w.length} elements.`);
    w[v] = accumulate ? w[v] + s[i] : s[i];
  }
  fromWorking(self, w);
}

function putBack(): Record<string, (c: BackwardContext) => Tensor> {
  return {
    self: (c) => (c.arg<boolean>('accumulate') ? c.g : c.call.one('put', c.g, c.t('index'), c.call.one('new_zeros', c.g, c.t('index').sizes), false)),
    source: (c) => c.call.reshape(c.call.one('take', c.g, c.t('index')), c.like('source').sizes),
  };
}

/** A stand-in with the shape of an argument that was not kept, for `expand_as`. */
function tensorLike(c: BackwardContext, name: string): Tensor {
  const { sizes, dtype } = c.like(name);
  return empty(sizes, dtype, { fake: true, device: c.g.device });
}
