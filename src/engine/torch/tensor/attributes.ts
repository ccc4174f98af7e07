/**
 * Attributes of tensors: shape, dtype, device, grad and their kin.
 *
 * `data` set replaces what the tensor holds under the same identity, as `set_data` does.
 * Leaves out: names, sparse and quantised properties (constantly false).
 */
import { part } from '../../python/packs.ts';
import { raise } from '../../python/errors.ts';
import { journal } from '../../python/journal.ts';
import { extendType } from '../../python/native.ts';
import type { Value } from '../../python/values.ts';
import { bumpVersion, metaOf, peek, touch, versionOf, isView } from '../../dispatch/autograd/meta.ts';
import { one, runtime } from '../runtime.ts';
import { setRequiresGrad } from '../grad.ts';
import { seenWhole } from '../inference.ts';
import { LAYOUTS, PyTensor, size, tensorBaseType, wrap, wrapDevice, wrapDType } from '../objects.ts';
import { coordinates } from '../../tensor/print.ts';
import { CPP, cppType } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { tpName } from '../arguments.ts';

const words = part<typeof import('../../tensor/words.ts')>('faults', 'words');
const nodes = part<typeof import('../nodes.ts')>('autograd', 'nodes');

type Get = (vm: unknown, self: PyTensor) => Value;

const isComplex = (t: Tensor): boolean => t.dtype.category === 'complex';

/** `x.T`: all dimensions reversed. */
const transposed = (t: Tensor): Tensor =>
  seenWhole(t)
    ? one('numpy_T', t)
    : one(
        'permute',
        t,
        t.sizes.map((_, i) => t.dim - 1 - i),
      );

/** A real tensor is its own conjugate, without a row. */
const conjugated = (t: Tensor): Tensor => (t.dtype.category === 'complex' ? one('_conj', t) : t);

function matrixTransposed(t: Tensor, name: string): Tensor {
  if (t.dim < 2) raise('RuntimeError', words().notMatrices(name, t.dim));
  return seenWhole(t) && name === 'mT' ? one('mT', t) : one('transpose.int', t, -2, -1);
}

function hermitian(t: Tensor): Tensor {
  if (t.dim !== 0 && t.dim !== 2) raise('RuntimeError', words().notAMatrix(t.dim));
  return conjugated(one('transpose.int', t, 0, 1));
}

function setData(self: PyTensor, value: Value | undefined): void {
  if (!(value instanceof PyTensor)) raise('TypeError', words().dataKind(tpName(value ?? null)));
  const { t } = self;
  const { t: from } = value;
  if (from.dtype.category !== t.dtype.category && metaOf(t).requiresGrad && from.dtype.category !== 'float') {
    raise('RuntimeError', words().DATA_OF_INTEGERS);
  }
  const old = { storage: t.storage, dtype: t.dtype, sizes: t.sizes, strides: t.strides, offset: t.offset };
  if (journal.open) journal.record(t, () => Object.assign(t, old));
  Object.assign(t, { storage: from.storage, dtype: from.dtype, sizes: from.sizes, strides: from.strides, offset: from.offset });
  bumpVersion(t);
}

function setGrad(self: PyTensor, value: Value | undefined): void {
  const m = touch(self.t);
  if (value === null || value === undefined) {
    m.grad = null;
    return;
  }
  if (!(value instanceof PyTensor)) raise('TypeError', words().gradientKind(tpName(value)));
  const { t } = self;
  if (value === self) raise('RuntimeError', words().OWN_GRADIENT);
  if (value.t.dtype !== t.dtype) {
    raise('RuntimeError', words().gradientType(cppType(value.t.dtype), CPP[t.dtype.name]));
  }
  if (value.t.sizes.join() !== t.sizes.join()) {
    raise('RuntimeError', words().gradientSize(value.t.sizes, t.sizes));
  }
  m.grad = value.t;
}

const gets: Record<string, Get> = {
  shape: (_vm, s) => size(s.t.sizes),
  dtype: (_vm, s) => wrapDType(s.t.dtype),
  device: (_vm, s) => wrapDevice(s.t.device),
  layout: (_vm, s) => LAYOUTS.get(coordinates.has(s.t) ? 'sparse_coo' : 'strided') as Value,
  ndim: (_vm, s) => s.t.dim,
  itemsize: (_vm, s) => s.t.dtype.itemsize,
  nbytes: (_vm, s) => s.t.numel * s.t.dtype.itemsize,
  T: (_vm, s) => wrap(transposed(s.t)),
  mT: (_vm, s) => wrap(matrixTransposed(s.t, 'mT')),
  H: (_vm, s) => wrap(hermitian(s.t)),
  mH: (_vm, s) => wrap(conjugated(matrixTransposed(s.t, 'mH'))),
  is_leaf: (_vm, s) => runtime().dispatcher.gradFn(s.t) === null,
  grad_fn: (_vm, s) => {
    const node = runtime().dispatcher.gradFn(s.t);
    return node === null ? null : nodes().nodeObject(node);
  },
  output_nr: (_vm, s) => peek(s.t)?.outputNr ?? 0,
  retains_grad: (_vm, s) => peek(s.t)?.retainsGrad ?? false,
  _version: (_vm, s) => versionOf(s.t),
  _base: (_vm, s) => (isView(s.t) ? wrap(peek(s.t)?.view?.base as Tensor) : null),
  is_cuda: () => false,
  is_cpu: (_vm, s) => s.t.device.type === 'cpu',
  is_meta: (_vm, s) => s.t.device.type === 'meta',
  is_neuron: (_vm, s) => s.t.device.type === 'neuron',
  is_sparse: (_vm, s) => coordinates.has(s.t),
  is_sparse_csr: () => false,
  is_quantized: () => false,
  is_nested: () => false,
  is_mkldnn: () => false,
  is_xpu: () => false,
  is_mps: () => false,
  is_xla: () => false,
  real: (_vm, s) => (isComplex(s.t) ? wrap(one('real', s.t)) : s),
  imag: (_vm, s) => (isComplex(s.t) ? wrap(one('imag', s.t)) : raise('RuntimeError', 'imag is not implemented for tensors with non-complex dtypes.')),
  name: () => null,
};

extendType(tensorBaseType, {
  attrs: {
    ...(gets as never as Record<string, never>),
    data: [((_vm: unknown, s: PyTensor) => wrap(detached(s.t))) as never, ((_vm: unknown, s: PyTensor, v: Value | undefined) => setData(s, v)) as never],
    grad: [
      ((_vm: unknown, s: PyTensor) => {
        const g = peek(s.t)?.grad ?? null;
        return g === null ? null : wrap(g);
      }) as never,
      ((_vm: unknown, s: PyTensor, v: Value | undefined) => setGrad(s, v)) as never,
    ],
    requires_grad: [
      ((_vm: unknown, s: PyTensor) => runtime().dispatcher.requiresGrad(s.t)) as never,
      ((_vm: unknown, s: PyTensor, v: Value | undefined) => {
        if (typeof v !== 'boolean') raise('RuntimeError', 'requires_grad must be a bool');
        setRequiresGrad(s.t, v);
      }) as never,
    ],
  },
});

/** `x.data`: like detach, but with a version counter of its own. */
function detached(t: Tensor): Tensor {
  const d = runtime().dispatcher.belowAutograd(() => one('detach', t));
  const m = metaOf(d);
  m.version = new (m.version.constructor as new () => typeof m.version)();
  m.view = null;
  return d;
}
