/**
 * Methods of Tensor that PyTorch binds by hand: sizes, conversion, reading values, gradients.
 *
 * The generated ones come from the signature table (`bind.ts`), which this file completes and, where a name is in both,
 * replaces. Leaves out: numpy, storage sharing, named dimensions.
 */
import { PyTuple } from '../../python/containers.ts';
import { raise, Unsupported } from '../../python/errors.ts';
import { isGen, type NativeFn, type PyModule } from '../../python/functions.ts';
import { bodiesIn, extendType, wants } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { context } from '../../aten/context.ts';
import { isInference } from '../../dispatch/inference.ts';
import type { Scalar } from '../../aten/op.ts';
import { scalarTensor } from '../../tensor/create.ts';
import { defaults } from '../../tensor/promotion.ts';
import { type DType, DTYPES, type DTypeName } from '../../tensor/dtype.ts';
import { isChannelsLastContiguous, isContiguous } from '../../tensor/strides.ts';
import { suggestsChannelsLast } from '../../aten/making.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { arrayTools } from '../array.ts';
import { boundMethod, callBound, namesIn } from '../bind.ts';
import { item, toInt } from '../convert.ts';
import { placed } from '../device.ts';
import { seenWhole } from '../inference.ts';
import { setRequiresGrad } from '../grad.ts';
import { PyNamed, PyTensor, size, tensorBaseType, tensorType, wrap } from '../objects.ts';
import { call, one } from '../runtime.ts';
import { parseTo } from '../to.ts';
import { synced } from './sync.ts';

const opened = part<typeof import('../patched.ts').opened>('torch-more', 'opened');
tensorType.opened = (vm, t) => opened()(vm, t);
export const rarer = part<typeof import('./rarer_methods.ts').METHODS>('torch-more', 'METHODS');
const copying = part<typeof import('./deepcopy.ts')>('ops-base', 'deepcopy');

const autograd = part<typeof import('../autograd.ts')>('autograd', 'autograd');

for (const name of namesIn('method')) tensorBaseType.dict.set(name, boundMethod(name));

/** `x.to(…)` after parsing: the tensor itself where nothing changes. */
export function convert(t: Tensor, o: ReturnType<typeof parseTo>): Tensor {
  const device = o.device ? placed(o.device) : null;
  if (seenWhole(t)) {
    // Seen whole in inference mode, even where nothing changes.
    return device === null
      ? one('to.dtype', t, o.dtype ?? t.dtype, o.nonBlocking, o.copy, o.memoryFormat)
      : o.dtype === null
        ? one('to.dtype_layout', t, o.dtype, null, device, null, o.nonBlocking, o.copy, o.memoryFormat)
        : one('to.device', t, device, o.dtype, o.nonBlocking, o.copy, o.memoryFormat);
  }
  const same =
    (device === null || (device.type === t.device.type && device.index === t.device.index)) &&
    (o.dtype === null || o.dtype === t.dtype) &&
    (o.memoryFormat === null || o.memoryFormat === 'preserve_format' || o.memoryFormat === (suggestsChannelsLast(t) ? 'channels_last' : 'contiguous_format'));
  if (same && !o.copy) return t;
  return one('_to_copy', t, o.dtype, null, device, null, o.nonBlocking, o.memoryFormat);
}

export const to = (t: Tensor, dtype: DType): PyTensor => wrap(convert(t, { device: null, dtype, nonBlocking: false, copy: false, memoryFormat: null }));

const CASTS: Readonly<Record<string, DTypeName>> = {
  float: 'float32',
  double: 'float64',
  half: 'float16',
  bfloat16: 'bfloat16',
  long: 'int64',
  int: 'int32',
  short: 'int16',
  char: 'int8',
  byte: 'uint8',
  bool: 'bool',
};
const casts = Object.fromEntries(
  Object.entries(CASTS).map(([name, d]) => [`${name}(self, *, memory_format=None)`, (_vm: unknown, self: PyTensor) => to(self.t, DTYPES[d])]),
);

export const LEGACY: Readonly<Record<string, DTypeName>> = {
  FloatTensor: 'float32',
  DoubleTensor: 'float64',
  HalfTensor: 'float16',
  BFloat16Tensor: 'bfloat16',
  LongTensor: 'int64',
  IntTensor: 'int32',
  ShortTensor: 'int16',
  CharTensor: 'int8',
  ByteTensor: 'uint8',
  BoolTensor: 'bool',
};

/** One element as a tensor. */
function dimOf(t: Tensor, v: Value): number {
  wants(typeof unbox(v) === 'number' || v instanceof PyTensor);
  const d = Number(toInt(v));
  wants(!Number.isNaN(d));
  const n = Math.max(t.dim, 1);
  if (d < -n || d >= n) raise('IndexError', `Dimension out of range (expected to be in range of [${-n}, ${n - 1}], but got ${d})`);
  return d < 0 ? d + n : d;
}

function readItem(t: Tensor): Value {
  if (t.numel !== 1) raise('RuntimeError', `a Tensor with ${t.numel} elements cannot be converted to Scalar`);
  return synced(t, 'item', () => item(t) as Scalar) as Value;
}

function copyInto(self: Tensor, other: Value, nonBlocking: Value): Value {
  wants(typeof nonBlocking === 'boolean');
  const src = unbox(other);
  if (src instanceof PyTensor) return wrap(one('copy_', self, src.t, nonBlocking as boolean));
  wants(typeof src === 'number' || typeof src === 'boolean' || src instanceof PyFloat);
  const dtype = typeof src === 'boolean' ? DTYPES.bool : src instanceof PyFloat ? defaults.dtype : DTYPES.int64;
  return wrap(one('copy_', self, scalarTensor(src instanceof PyFloat ? src.v : (src as number), dtype), nonBlocking as boolean));
}

/** A method that is a Python function of `torch.functional`. */
const viaLibrary = (name: string): NativeFn =>
  function* (vm, args, kw) {
    const r = vm.importModule('torch.functional');
    const lib = (isGen(r) ? yield* r : r) as PyModule;
    return yield* vm.call(lib.attrs.get(name) as Value, args, kw);
  };

extendType(tensorBaseType, {
  raw: {
    to: (_vm, args, kw) => {
      const o = parseTo(args.slice(1), kw);
      const self = args[0] as PyTensor;
      const t = convert(self.t, o);
      return t === self.t ? self : wrap(t);
    },
    norm: viaLibrary('norm'),
    unique: viaLibrary('unique'),
    unique_consecutive: viaLibrary('unique_consecutive'),
    stft: viaLibrary('stft'),
    lu: viaLibrary('_lu_of'),
    new: (vm, args) => rarer().new(vm, args),
  },
  methods: {
    ...bodiesIn(rarer, [
      'data_ptr(self)',
      'untyped_storage(self)',
      'set_(self, source=None, storage_offset=None, size=None, stride=None)',
      'storage(self)',
      'cuda(self, device=None, non_blocking=False, memory_format=None)',
      'type(self, dtype=None, non_blocking=False)',
      'new_tensor(self, data, *, dtype=None, device=None, requires_grad=False)',
      'is_set_to(self, other)',
      'is_same_size(self, other)',
      'tolist(self)',
      'pin_memory(self, device=None)',
      'is_pinned(self, device=None)',
      '_is_view(self)',
    ]),
    ...casts,
    'copy_(self, other, non_blocking=False)': (_vm, self: PyTensor, other: Value, nonBlocking: Value) => copyInto(self.t, other, nonBlocking),
    'split(self, split_size, dim=0)': (_vm, self: PyTensor, sections: Value, dim: Value) =>
      callBound('function', ['number', 'bigint', 'boolean'].includes(typeof unbox(sections)) ? 'split' : 'split_with_sizes', null, [self, sections, dim], null),
    'size(self, dim=None)': (_vm, self: PyTensor, dim: Value) => {
      if (dim === null) return size(self.t.sizes);
      const d = dimOf(self.t, dim);
      if (self.t.dim === 0) raise('IndexError', 'Dimension specified as 0 but tensor has no dimensions');
      return self.t.sizes[d];
    },
    'stride(self, dim=None)': (_vm, self: PyTensor, dim: Value) => (dim === null ? new PyTuple([...self.t.strides]) : self.t.strides[dimOf(self.t, dim)]),
    'dim(self)': (_vm, self: PyTensor) => self.t.dim,
    'ndimension(self)': (_vm, self: PyTensor) => self.t.dim,
    'numel(self)': (_vm, self: PyTensor) => self.t.numel,
    'nelement(self)': (_vm, self: PyTensor) => self.t.numel,
    'element_size(self)': (_vm, self: PyTensor) => self.t.dtype.itemsize,
    'storage_offset(self)': (_vm, self: PyTensor) => self.t.offset,
    'is_contiguous(self, *, memory_format=None)': (_vm, self: PyTensor, f: Value) => {
      const { sizes, strides } = self.t;
      return f instanceof PyNamed && f.name === 'channels_last' ? isChannelsLastContiguous(sizes, strides, 4) : isContiguous(sizes, strides);
    },
    'contiguous(self, *, memory_format=None)': (_vm, self: PyTensor, f: Value) => {
      const format = f instanceof PyNamed ? f.name : 'contiguous_format';
      if (format === 'contiguous_format' && isContiguous(self.t.sizes, self.t.strides)) return self;
      return wrap(one('contiguous', self.t, format));
    },
    'get_device(self)': (_vm, self: PyTensor) => self.t.device.index ?? -1,
    'item(self)': (_vm, self: PyTensor) => readItem(self.t),
    'numpy(self, *, force=False)': (_vm, self: PyTensor, force) => {
      if (force === true) throw new Unsupported('Tensor.numpy(force=True)');
      return arrayTools().toArray(self);
    },
    '__array__(self, dtype=None)': (_vm, self: PyTensor, dtype) => arrayTools().toArrayOf(self, dtype),
    'cpu(self, *, memory_format=None)': (_vm, self: PyTensor) => {
      const t = convert(self.t, { device: { type: 'cpu', index: null }, dtype: null, nonBlocking: false, copy: false, memoryFormat: null });
      return t === self.t ? self : wrap(t);
    },
    'neuron(self, device=None, non_blocking=False)': (_vm, self: PyTensor) =>
      wrap(convert(self.t, { device: { type: 'neuron', index: 0 }, dtype: null, nonBlocking: false, copy: false, memoryFormat: null })),
    'requires_grad_(self, requires_grad=True)': (_vm, self: PyTensor, on: boolean) => {
      wants(typeof on === 'boolean');
      setRequiresGrad(self.t, on, 'only Tensors of floating point dtype can require gradients');
      return self;
    },
    'detach_(self)': (_vm, self: PyTensor) => {
      autograd().detachInPlace(self.t);
      return self;
    },
    'backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)': (
      vm,
      self: PyTensor,
      gradTensors: Value,
      retain: boolean | null,
      create: boolean,
      inputs: Value,
    ) => autograd().backward(vm, self, { gradTensors, retain, create, inputs }),
    'register_hook(self, hook)': (_vm, self: PyTensor, hook: Value) => autograd().registerHook(self.t, hook),
    'register_post_accumulate_grad_hook(self, hook)': (_vm, self: PyTensor, hook: Value) => autograd().registerPostAccumulateHook(self.t, hook),
    'retain_grad(self)': (_vm, self: PyTensor) => {
      autograd().retainGrad(self.t);
      return null;
    },
    'nonzero(self, *, as_tuple=False)': (_vm, self: PyTensor, asTuple: boolean) => nonzero(self.t, asTuple),
    'is_shared(self)': () => false,
    'share_memory_(self)': (_vm, self: PyTensor) => self,
    'has_names(self)': () => false,
    'is_floating_point(self)': (_vm, self: PyTensor) => self.t.dtype.category === 'float',
    'is_complex(self)': (_vm, self: PyTensor) => self.t.dtype.category === 'complex',
    'is_signed(self)': (_vm, self: PyTensor) => self.t.dtype.name !== 'uint8' && self.t.dtype.name !== 'bool',
    'is_conj(self)': (_vm, self: PyTensor) => self.t.conj,
    'is_neg(self)': () => false,
    'is_inference(self)': (_vm, self: PyTensor) => isInference(self.t),
    '__deepcopy__(self, memo, /)': (vm, self: PyTensor, memo: Value) => copying().deepcopy(vm, self, memo),
  },
  staticmethods: {
    '_make_subclass(cls, data, require_grad=False)': (_vm, cls, data: PyTensor, rg: boolean) => makeSubclass(cls as never, data, rg),
  },
});

export function nonzero(t: Tensor, asTuple: boolean): Value {
  // Taken first: what is no tensor must fail before a row is left.
  const { dim } = t;
  if (!asTuple) return wrap(one('nonzero', t));
  if (seenWhole(t)) return new PyTuple((call('nonzero_numpy', t) as Tensor[]).map(wrap));
  if (dim === 0) return new PyTuple([wrap(one('select.int', one('nonzero', one('unsqueeze', t, 0)), 1, 0))]);
  return new PyTuple((call('unbind.int', one('nonzero', t), 1) as Tensor[]).map(wrap));
}

/** An object of a subclass over a detached alias of the data. */
function makeSubclass(cls: never, data: PyTensor, requiresGrad: boolean): PyTensor {
  if (!data.t.isFake) context.parameter?.(data.t.numel);
  const t = new (data.t.constructor as new (...a: unknown[]) => Tensor)(data.t.storage, data.t.dtype, data.t.sizes, data.t.strides, data.t.offset);
  const made = new PyTensor(cls, t);
  if (requiresGrad) setRequiresGrad(t, true, 'Only Tensors of floating point and complex dtype can require gradients');
  return made;
}
