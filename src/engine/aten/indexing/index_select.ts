/** Whole slices by index: index_select, index_add, index_copy, index_fill. Messages as in TensorAdvancedIndexing.cpp. */
import { copyInto, fromWorking, toWorking, type Working } from '../../tensor/access.ts';
import { empty, emptyLike } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { along, list } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { inplaceOf } from '../variants.ts';
import { checked } from '../making.ts';
import { dest } from '../work.ts';
import { COMBINE, type Combine } from './combine.ts';

/** Places of the indexed slices: outer × picks × inner of a row-major tensor. */
function slices(self: Tensor, dim: number, index: Tensor, name: string): { d: number; picks: number[]; outer: number; length: number; inner: number } {
  const d = wrapDim(dim, self.dim);
  const a = along(self.sizes, d);
  const picks = Array.from(toWorking(index), (v) => {
    if (v < 0 ? v < -a.length || name !== 'index_fill' : v >= a.length) {
      if (name === 'index_select' || (name === 'index_add' && self.dim < 2)) throw indexError('index out of range in self');
      const text = `index ${v} is out of bounds for dimension ${d} with size ${a.length}`;
      throw name === 'index_add' ? runtimeError(text) : indexError(`${name === 'index_copy' ? 'index_copy_(): ' : ''}${text}`);
    }
    return v < 0 ? v + a.length : v;
  });
  return { d, picks, ...a };
}

const indexSelect: OpDef = {
  schema: 'index_select(Tensor self, int dim, Tensor index) -> Tensor',
  kind: 'kernel',
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

function indexForms(
  schema: string,
  run: (out: Tensor, ...args: never[]) => void,
  d: OpDef['derivative'],
  check?: (self: Tensor, dim: number, index: Tensor, src: Tensor) => void,
): OpDef[] {
  const def: OpDef = {
    schema,
    kind: 'kernel',
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

const sameSlice =
  (name: string) =>
  (self: Tensor, dim: number, index: Tensor, source: Tensor): void => {
    const d = wrapDim(dim, self.dim);
    if (index.dim > 1)
      throw indexError(
        name === 'index_add'
          ? `index_add_(): Index is supposed to be a vector, but got dim: ${index.dim} with type: ${CPP[index.dtype.name]} and size: ${list(index.sizes)}`
          : `${name}(): Index should have dimension 1 or 0 (got ${index.dim})`,
      );
    if (source instanceof Tensor && source.dtype !== self.dtype)
      throw runtimeError(
        name === 'index_add'
          ? `index_add_(): self (${CPP[self.dtype.name]}) and source (${CPP[source.dtype.name]}) must have the same scalar type`
          : `index_copy_(): self and source expected to have the same dtype, but got (self) ${CPP[self.dtype.name]} and (source) ${CPP[source.dtype.name]}`,
      );
    if (source instanceof Tensor && source.dim > 0 && self.dim > 0 && source.sizes[d] !== index.numel) {
      throw name === 'index_add'
        ? runtimeError(`index_add_(): Number of indices (${index.numel}) should be equal to source.size(dim): (${source.sizes[d]}), for dim: ${d}`)
        : indexError(`index_copy_(): Number of indices (${index.numel}) should be equal to source.size(dim) (${source.sizes[d]})`);
    }
    if (!(source instanceof Tensor) || source.dim === 0 || self.dim === 0) return;
    const [a, b] = [self.sizes.filter((_, i) => i !== d), source.sizes.filter((_, i) => i !== d)];
    if (`${a}` === `${b}`) return;
    throw runtimeError(
      name === 'index_add'
        ? `source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = ${list(self.sizes)} source.shape = ${list(source.sizes)}`
        : `index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: ${a.join(' ')} at dimension ${d} and source slice shape: ${b.join(' ')} at dimension 0.`,
    );
  };

const longIndex = (_self: Tensor, _dim: number, index: Tensor): void => {
  if (index.dtype !== int64) throw indexError('index_fill_(): Expected dtype int64 for index.');
};

const ACC0 = (c: BackwardContext): Tensor => c.call.one('index_select', c.g, c.arg('dim'), c.call.squeeze(c.t('index'), 0));
const ACC = (c: BackwardContext, name: string): Tensor => c.call.one('index_select', c.g, c.arg('dim'), c.t(name));

/** A stand-in with the shape of an argument that was not kept, for `expand_as`. */
function tensorLike(c: BackwardContext, name: string): Tensor {
  const { sizes, dtype } = c.like(name);
  return empty(sizes, dtype, { fake: true, device: c.g.device });
}

export const INDEX_SLICES: readonly OpDef[] = [
  indexSelect,
  ...indexForms(
    'index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor',
    (out: Tensor, dim: number, index: Tensor, src: Tensor, alpha: Scalar) =>
      indexWrite(out, dim, index, src, COMBINE.add, checked(alpha, out.dtype), 'index_add'),
    derivative('IndexAddBackward0', ['index'], {
      self: (c) => c.g,
      source: (c) =>
        c.call.maybeMul(
          c.like('source').sizes.length > 0 ? c.call.one('expand_as', ACC(c, 'index'), tensorLike(c, 'source')) : ACC0(c),
          c.arg<Scalar>('alpha'),
        ),
    }),
    sameSlice('index_add'),
  ),
  ...indexForms(
    'index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor',
    (out: Tensor, dim: number, index: Tensor, src: Tensor) => indexWrite(out, dim, index, src, COMBINE.set, 1, 'index_copy'),
    derivative('IndexCopyBackward0', ['index'], {
      self: (c) => c.call.one('index_fill.int_Scalar', c.g, c.arg('dim'), c.t('index'), 0),
      source: (c) => (c.like('source').sizes.length > 0 ? c.call.one('expand_as', ACC(c, 'index'), tensorLike(c, 'source')) : ACC0(c)),
    }),
    sameSlice('index_copy_'),
  ),
  ...indexForms(
    'index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor',
    (out: Tensor, dim: number, index: Tensor, value: Scalar) => indexWrite(out, dim, index, checked(value, out.dtype), COMBINE.set, 1, 'index_fill'),
    derivative('IndexFillBackward0', ['index'], {
      self: (c) => c.call.one('index_fill.int_Scalar', c.g, c.arg('dim'), c.t('index'), 0),
    }),
    longIndex,
  ),
  ...indexForms(
    'index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor',
    (out: Tensor, dim: number, index: Tensor, value: Tensor) => indexWrite(out, dim, index, toWorking(value)[0], COMBINE.set, 1, 'index_fill'),
    derivative('IndexFillBackward1', ['index'], {
      self: (c) => c.call.one('index_fill.int_Scalar', c.g, c.arg('dim'), c.t('index'), 0),
      value: (c) => {
        const once = c.call.many('_unique', c.t('index'), false, false)[0];
        return c.call.one('sum', c.call.one('index_select', c.g, c.arg('dim'), once));
      },
    }),
    (self, dim, index, value) => {
      longIndex(self, dim, index);
      if (value.dim > 0) throw runtimeError(`index_fill_ only supports a 0-dimensional value tensor, but got tensor with ${value.dim} dimension(s).`);
    },
  ),
];
