/**
 * Methods of Tensor that few programs call: its storage and address, `type`, `set_`, `new`, `new_tensor`.
 *
 * Behaviour of torch/_tensor.py and python_variable_methods.cpp. A storage is one of bytes, known by its tensor.
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { context } from '../../aten/context.ts';
import { itemValue } from '../../aten/copy.ts';
import { isView } from '../../dispatch/autograd/meta.ts';
import { resolve } from '../../aten/op.ts';
import { PyList, PyTuple } from '../../python/containers.ts';
import { type Body, extendType } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import { newType, objectType, PyType, typeOf } from '../../python/types.ts';
import { type PyComplex, PyFloat, PyInstance, unbox, type Value } from '../../python/values.ts';
import { coordinates } from '../../tensor/print.ts';
import { cppType } from '../../tensor/promotion.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import { elementReader } from '../../tensor/access.ts';
import { type Device, Tensor } from '../../tensor/tensor.ts';
import { resolved } from '../inference.ts';
import { isSequence } from '../arguments.ts';
import { PyArray } from '../array.ts';
import { callBound } from '../bind.ts';
import { item, toDType } from '../convert.ts';
import { fromData } from '../data.ts';
import { setRequiresGrad } from '../grad.ts';
import { PyDType, PyTensor, wrap } from '../objects.ts';
import { call, one, runtime } from '../runtime.ts';
import { convert, LEGACY, to } from './methods.ts';
import { synced } from './sync.ts';

/** `new_tensor` of a tensor: its values, of whose past the copy knows nothing. */
const copied = (t: Tensor, dtype: DType, device: Device): Tensor =>
  runtime().dispatcher.belowAutograd(() => convert(one('detach', t), { device, dtype, nonBlocking: false, copy: true, memoryFormat: null }));

const words = part<typeof import('../misfits.ts')>('faults', 'misfits');

const legacyName = (d: DType): string => Object.entries(LEGACY).find(([, n]) => n === d.name)?.[0] ?? 'Tensor';

/** There is no memory that an accelerator could reach. */
const IS_PINNED = resolve({ schema: 'is_pinned(Tensor self, Device? device=None) -> bool', kind: 'kernel', meta: () => false, kernel: () => false });
const PIN = resolve({
  schema: '_pin_memory(Tensor self, Device? device=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor) => self,
  kernel: () => raise('RuntimeError', 'Cannot access accelerator device when none is available.'),
});

let nextAddress = 0x55d000000000;
const addresses = new WeakMap<object, number>();
function storageAddress(t: Tensor): number {
  const s = t.storage as object;
  let a = addresses.get(s);
  if (a === undefined) {
    addresses.set(s, (a = nextAddress));
    nextAddress += Math.ceil((t.storage.nbytes + 64) / 64) * 64;
  }
  return a;
}

const storageType = newType('UntypedStorage', objectType, 'torch.storage');

class PyStorage extends PyInstance {
  readonly t: Tensor;
  constructor(t: Tensor) {
    super(storageType);
    this.t = t;
  }
}

/** What real storages have and this one has not. */
const STORAGE_REFUSED = 'resize_ copy_ fill_ clone cpu cuda to tolist element_size share_memory_ is_shared pin_memory new type __getitem__ __setitem__'.split(
  ' ',
);

extendType(storageType, {
  methods: {
    'data_ptr(self)': (_vm, self: PyStorage) => storageAddress(self.t),
    'nbytes(self)': (_vm, self: PyStorage) => self.t.storage.nbytes,
    'size(self)': (_vm, self: PyStorage) => self.t.storage.nbytes,
    '__len__(self)': (_vm, self: PyStorage) => self.t.storage.nbytes,
    ...Object.fromEntries(
      STORAGE_REFUSED.map((n) => [
        `${n}(self, /, *args, **kwargs)`,
        () => {
          throw new Unsupported(`UntypedStorage.${n}`);
        },
      ]),
    ),
    '__eq__(self, other)': (_vm, self: PyStorage, other: Value) => other instanceof PyStorage && other.t.storage === self.t.storage,
  },
});

function value(n: number | bigint, d: DType): Value {
  if (d.category === 'float') return new PyFloat(Number(n));
  if (d.category === 'bool') return Boolean(n);
  return typeof n === 'bigint' && Number.isSafeInteger(Number(n)) ? Number(n) : n;
}

function elementAt(t: Tensor, at: number): Tensor {
  const e = new Tensor(t.storage, t.dtype, [], [], at);
  e.conj = t.conj;
  return e;
}

/** Nested lists of numbers; reading leaves no row. */
function toList(t: Tensor): Value {
  // A copy to the host refuses those of the meta device.
  if (t.device.type === 'meta') one('_to_copy', t, null, null, { type: 'cpu', index: null }, null, false, null);
  if (t.isFake && !context.known?.made(t)) throw new Unsupported('values of a tensor that has only a shape');
  const read = elementReader(t);
  const walk = (d: number, at: number): Value => {
    if (d === t.dim) return t.dtype.category === 'complex' ? (itemValue(elementAt(t, at)) as Value) : value(read(at), t.dtype);
    const items: Value[] = [];
    for (let i = 0; i < t.sizes[d]; i++) items.push(walk(d + 1, at + i * t.strides[d]));
    return new PyList(items);
  };
  return walk(0, t.offset);
}

/** Bodies of the methods by name; their signatures stand in `methods.ts`. */
export const METHODS = {
  data_ptr: (_vm, self: PyTensor) =>
    coordinates.has(self.t)
      ? raise('RuntimeError', "Cannot access data pointer of Tensor that doesn't have storage")
      : storageAddress(self.t) + self.t.offset * self.t.dtype.itemsize,
  untyped_storage: (_vm, self: PyTensor) => new PyStorage(self.t),
  set_: (_vm, self: PyTensor, source: Value) => {
    if (source === null) call('set_', self.t);
    if (source === null) return self;
    if (!(source instanceof PyTensor)) throw new Unsupported('Tensor.set_ from a storage');
    if (self.t.dtype !== source.t.dtype)
      raise('RuntimeError', `Could not set tensor of type ${cppType(source.t.dtype)} to a tensor of type ${cppType(self.t.dtype)}`);
    call('set_.source_Tensor', self.t, source.t);
    return self;
  },
  storage: (_vm, self: PyTensor) => new PyStorage(self.t),
  cuda: (_vm, _t, device: Value) =>
    typeof unbox(device) === 'number'
      ? raise('RuntimeError', 'Cannot access accelerator device when none is available.')
      : raise('AssertionError', 'Torch not compiled with CUDA enabled'),
  type: (_vm, self: PyTensor, dtype: Value) => {
    if (dtype === null) return `torch.${self.t.device.type === 'cpu' ? '' : `${self.t.device.type}.`}${legacyName(self.t.dtype)}`;
    if (typeof dtype === 'string') {
      const short = dtype.replace('torch.', '');
      const name = Object.hasOwn(LEGACY, short) ? LEGACY[short] : undefined;
      if (name === undefined || !dtype.startsWith('torch.')) raise('ValueError', `invalid type: '${dtype}'`);
      return to(self.t, DTYPES[name]);
    }
    if (dtype instanceof PyDType) return to(self.t, dtype.d);
    const name = (dtype as { name?: string } | null)?.name ?? '';
    if (Object.hasOwn(LEGACY, name)) return to(self.t, DTYPES[LEGACY[name]]);
    if (!(dtype instanceof PyType)) raise('TypeError', 'dtype must be a type, str, or dtype object');
    return raise('ValueError', `invalid type: '${name}'`);
  },
  new_tensor: (_vm, self: PyTensor, data: Value, dtype: Value, _device: Value, rg: boolean) => {
    const type = dtype === null ? self.t.dtype : toDType(dtype, 'new_tensor');
    const t = data instanceof PyTensor ? copied(data.t, type, self.t.device) : fromData(data, { dtype: type, device: self.t.device, copy: true });
    if (rg) setRequiresGrad(t, true);
    return wrap(t);
  },
  /** A complex number goes to a real type where it has no imaginary part. */
  real: (_vm, v: PyComplex, type: string): Value => {
    if (v.im !== 0) raise('RuntimeError', `value cannot be converted to type ${type} without overflow`);
    return new PyFloat(v.re);
  },
  __contains__: (_vm, self: PyTensor, element: Value) => {
    const e = unbox(element);
    if (typeof e !== 'number' && typeof e !== 'boolean' && typeof e !== 'bigint' && !(e instanceof PyFloat) && !(e instanceof PyTensor)) {
      raise('RuntimeError', `Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class '${typeOf(element).tp}'>.`);
    }
    const eq = callBound('method', 'eq', self.t, [element], null) as PyTensor;
    const any = one('any', eq.t);
    return synced(any, 'item', () => item(any)) === true;
  },
  __reversed__: (_vm, self: PyTensor) => (self.t.dim === 0 ? self : wrap(one('flip', self.t, [0]))),
  tolist: (_vm, self: PyTensor) => synced(self.t, 'tolist', () => toList(resolved(self.t))),
  is_same_size: (_vm, self: PyTensor, o: PyTensor) => String(self.t.sizes) === String(o.t.sizes),
  _is_view: (_vm, self: PyTensor) => isView(self.t),
  is_pinned: (_vm, self: PyTensor) => runtime().dispatcher.dispatch(IS_PINNED, [self.t, null]) as boolean,
  pin_memory: (_vm, self: PyTensor) => {
    const { dispatcher } = runtime();
    dispatcher.dispatch(IS_PINNED, [self.t, null]);
    return wrap(dispatcher.dispatch(PIN, [self.t, null]) as Tensor);
  },
  is_set_to: (_vm, self: PyTensor, o: PyTensor) => self.t.storage === o.t.storage && self.t.offset === o.t.offset && String(self.t.sizes) === String(o.t.sizes),
  new: (_vm, args: Value[]) => {
    const self = (args[0] as PyTensor).t;
    const rest = args.slice(1);
    if (rest.length === 1 && (rest[0] instanceof PyArray || (isSequence(rest[0]) && !(rest[0] instanceof PyTuple))))
      return wrap(fromData(rest[0], { dtype: self.dtype, device: self.device }));
    const given = rest.length === 1 && rest[0] instanceof PyTuple ? rest[0].items : rest;
    if (given.some((v) => typeof unbox(v) !== 'number')) words().notSizes(rest);
    const sizes = given.map(Number);
    return wrap(one('empty.memory_format', sizes, self.dtype, null, self.device));
  },
} satisfies Record<string, Body>;
