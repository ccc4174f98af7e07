/**
 * Python objects of torch's own: Tensor, dtype, device, layout, memory_format, Size.
 *
 * A tensor has one Python object for life (`Tensor.py`), so that `is`, hooks and attributes behave. dtypes, devices,
 * layouts and memory formats are interned: equal means identical, and they hash by identity.
 * Leaves out: methods; `tensor/*.ts` and `constants.ts` fill them in.
 */
import { PyTuple } from '../python/containers.ts';
import { newType, objectType, tupleType, type PyType } from '../python/types.ts';
import { PyInstance, PyObject } from '../python/values.ts';
import { DTYPES, type DType } from '../tensor/dtype.ts';
import { type Device, Tensor } from '../tensor/tensor.ts';

/** `torch._C.TensorBase`: where natives live; `torch.Tensor` adds the Python half. */
export const tensorBaseType = newType('TensorBase', objectType, 'torch._C');
export const tensorType = newType('Tensor', tensorBaseType, 'torch');
tensorBaseType.hasDict = true;
tensorType.hasDict = true;
tensorType.dotted = false;
tensorBaseType.identityHash = true;
tensorType.identityHash = true;

export class PyTensor extends PyInstance {
  t: Tensor;
  constructor(cls: PyType, t: Tensor) {
    super(cls);
    this.t = t;
    t.py = this;
  }
}

/** `DTensor`, once `torch.distributed.tensor` has been imported. */
let distributedClass: PyType | null = null;
export function registerDistributedClass(cls: PyType | null): void {
  distributedClass = cls;
}

export function wrap(t: Tensor): PyTensor {
  return (t.py as PyTensor | null) ?? new PyTensor(t.dist !== null && distributedClass !== null ? distributedClass : tensorType, t);
}

export const isTensor = (v: unknown): v is PyTensor => v instanceof PyTensor;

export const dtypeType = newType('dtype', objectType, 'torch');
export const deviceType = newType('device', objectType, 'torch');
export const layoutType = newType('layout', objectType, 'torch');
export const memoryFormatType = newType('memory_format', objectType, 'torch');
export const sizeType = newType('Size', tupleType, 'torch');
sizeType.keepsType = true;
sizeType.alloc = (cls) => new PyTuple([], cls);

export class PyDType extends PyObject {
  readonly cls = dtypeType;
  readonly d: DType;
  constructor(d: DType) {
    super();
    this.d = d;
  }
}

const dtypes = new Map<DType, PyDType>(Object.values(DTYPES).map((d) => [d, new PyDType(d)]));
export const wrapDType = (d: DType): PyDType => dtypes.get(d) as PyDType;

export class PyDevice extends PyObject {
  readonly cls = deviceType;
  readonly d: Device;
  constructor(d: Device) {
    super();
    this.d = d;
  }
}

const devices = new Map<string, PyDevice>();
export const deviceName = (d: Device): string => (d.index === null ? d.type : `${d.type}:${d.index}`);
/** As Python writes it: `device(type='neuron', index=0)`. */
export const deviceRepr = (d: Device): string => `device(type='${d.type}'${d.index === null ? '' : `, index=${d.index}`})`;
export function wrapDevice(d: Device): PyDevice {
  const key = deviceName(d);
  let w = devices.get(key);
  if (!w) devices.set(key, (w = new PyDevice(d)));
  return w;
}

/** A layout or a memory format: known by its name. */
export class PyNamed extends PyObject {
  readonly cls: PyType;
  readonly name: string;
  constructor(cls: PyType, name: string) {
    super();
    this.cls = cls;
    this.name = name;
  }
}

const named = (cls: PyType, ...names: string[]): Map<string, PyNamed> => new Map(names.map((n) => [n, new PyNamed(cls, n)]));
export const LAYOUTS = named(layoutType, 'strided', 'sparse_coo', 'sparse_csr', 'jagged');
export const MEMORY_FORMATS = named(memoryFormatType, 'contiguous_format', 'preserve_format', 'channels_last', 'channels_last_3d');

export const size = (sizes: readonly number[]): PyTuple => new PyTuple([...sizes], sizeType);
