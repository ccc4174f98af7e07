/** gather, and scatter with its reductions: one index for each element, along one dimension. Leaves out sparse gradients. */
import { copyInto, fromWorking, toWorking, type Working } from '../../tensor/access.ts';
import { empty, emptyLike } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { contiguousStrides, wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { derivative, type OpDef, type Scalar } from '../op.ts';
import { inplaceOf } from '../variants.ts';
import { checked } from '../making.ts';
import { dest, read } from '../work.ts';
import { COMBINE, type Combine } from './combine.ts';

function checkGather(self: Tensor, dim: number, index: Tensor): number {
  const d = wrapDim(dim, self.dim);
  if (index.numel === 0) return d;
  if (index.dtype !== int64 && index.dtype.name !== 'int32') throw runtimeError('gather(): Expected dtype int32/int64 for index');
  const [a, b] = [Math.max(self.dim, 1), Math.max(index.dim, 1)];
  if (a !== b) throw runtimeError('Index tensor must have the same number of dimensions as input tensor');
  for (let i = 0; i < index.dim; i++) {
    if (i !== d && index.sizes[i] > (self.sizes[i] ?? 1)) {
      throw runtimeError(
        `Size does not match at dimension ${i} expected index ${list(index.sizes)} to be no larger than self ${list(self.sizes)} apart from dimension ${d}`,
      );
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
  schema: 'gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor',
  kind: 'kernel',
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

function scatterInto(out: Tensor, dim: number, index: Tensor, src: Tensor | Scalar, how: Combine): void {
  if (index.numel === 0) return;
  const w = Array.from(toWorking(out)) as unknown as Working;
  const d = wrapDim(dim, out.dim);
  const r = out.dtype.name === 'float32' ? Math.fround : (x: number): number => x;
  if (src instanceof Tensor) {
    const s = read(new Tensor(src.storage, src.dtype, index.sizes, src.strides, src.offset), src.dtype);
    eachIndexed(out, d, index, (at, i) => (w[at] = r(how(w[at], s[i]))));
  } else {
    const v = checked(src, out.dtype);
    eachIndexed(out, d, index, (at) => (w[at] = r(how(w[at], v))));
  }
  fromWorking(out, w);
}

function scatterCheck(self: Tensor, dim: number, index: Tensor, src: Tensor | Scalar): void {
  const d = wrapDim(dim, self.dim);
  if (index.numel > 0 && index.dtype !== int64 && index.dtype.name !== 'int32') throw runtimeError('scatter(): Expected dtype int32/int64 for index');
  const source = src instanceof Tensor ? src : null;
  if (source && source.dtype !== self.dtype) throw runtimeError('scatter(): Expected self.dtype to be equal to src.dtype');
  if (index.numel === 0) return;
  const rank = Math.max(self.dim, 1);
  const sizeAt = (t: Tensor, i: number): number => (t.dim === 0 ? 1 : t.sizes[wrapDim(i, t.dim)]);
  if (rank !== Math.max(index.dim, 1)) throw runtimeError('Index tensor must have the same number of dimensions as self tensor');
  let wrong = false;
  for (let i = 0; i < rank && !wrong; i++) wrong = i !== d && sizeAt(index, i) > sizeAt(self, i);
  if (source) for (let i = 0; i < rank && !wrong; i++) wrong = sizeAt(index, i) > sizeAt(source, i);
  if (wrong)
    throw runtimeError(
      `Expected index ${list(index.sizes)} to be no larger than self ${list(self.sizes)} apart from dimension ${d}${source ? ` and to be no larger size than src ${list(source.sizes)}` : ''}`,
    );
  if (source && Math.max(source.dim, 1) !== Math.max(index.dim, 1)) throw runtimeError('Index tensor must have the same number of dimensions as src tensor');
}

function scatterForms(schema: string, how: (reduce: string | null) => Combine, d: OpDef['derivative']): OpDef[] {
  const def: OpDef = {
    schema,
    kind: 'kernel',
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
  return [
    def,
    {
      ...inplaceOf(def),
      kernel: (self: Tensor, _s: Tensor, dim: number, index: Tensor, src: Tensor | Scalar, reduce: string | null = null) =>
        scatterInto(self, dim, index, src, how(reduce)),
    },
  ];
}

const byName = (how: string | null): Combine => {
  if (how !== 'add' && how !== 'multiply') throw runtimeError('reduce argument must be either add or multiply.');
  return COMBINE[how];
};

const scatterSrc = derivative('ScatterBackward0', ['index'], {
  self: (c) => c.call.one('scatter.value', c.g, c.arg('dim'), c.t('index'), 0),
  src: (c) => c.call.one('gather', c.g, c.arg('dim'), c.t('index'), false),
});

export const GATHER_SCATTER: readonly OpDef[] = [
  gather,
  ...scatterForms('scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor', () => COMBINE.set, scatterSrc),
  ...scatterForms(
    'scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor',
    () => COMBINE.set,
    derivative('ScatterBackward1', ['index'], {
      self: (c) => c.call.one('scatter.value', c.g, c.arg('dim'), c.t('index'), 0),
    }),
  ),
  ...scatterForms('scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor', byName, undefined),
  ...scatterForms('scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor', byName, undefined),
  ...scatterForms(
    'scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor',
    () => COMBINE.add,
    derivative('ScatterAddBackward0', ['index'], {
      self: (c) => c.g,
      src: (c) => c.call.one('gather', c.g, c.arg('dim'), c.t('index'), false),
    }),
  ),
];
