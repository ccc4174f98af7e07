/**
 * Tensors from Python data: `torch.tensor`, `torch.as_tensor`, `torch.Tensor([...])`, lists used as indices.
 *
 * Idea: torch/csrc/utils/tensor_new.cpp (sizes from the first element of each level, the type from all of them, and the
 * messages). Every result passes `lift_fresh`, which leaves a row.
 * A numpy array is taken as it lies (`lift_fresh`) and copied where asked for. Leaves out: buffers, strings.
 */
import { itemValue } from '../aten/copy.ts';
import { PyList, PyRange, PyTuple } from '../python/containers.ts';
import { raise } from '../python/errors.ts';
import { PyComplex, PyFloat, PyInstance, unbox, type Value } from '../python/values.ts';
import { itemOf } from '../tensor/access.ts';
import { fromComplex } from '../tensor/complex.ts';
import { empty, fromNumbers } from '../tensor/create.ts';
import { bool, type DType, float64, int64 } from '../tensor/dtype.ts';
import { defaults, promoteTypes, pythonDType } from '../tensor/promotion.ts';
import { CPU, type Device, type Tensor } from '../tensor/tensor.ts';
import { tpName } from './arguments.ts';
import { arrayTools, PyArray, scalarDType } from './array.ts';
import { toFloat } from './convert.ts';
import { placed, defaultDevice } from './device.ts';
import { PyTensor } from './objects.ts';
import { one } from './runtime.ts';
import { synced } from './tensor/sync.ts';

type Num = number | bigint | boolean;

/** `collections.deque` is a sequence to PyTorch; its Python half (lib/collections) keeps a list. */
const isDeque = (v: Value): v is PyInstance => v instanceof PyInstance && v.cls.mro.some((t) => t.name === 'deque' && t.module === 'collections');

function itemsOf(v: Value): readonly Value[] | null {
  if (v instanceof PyList || v instanceof PyTuple) return v.items;
  if (v instanceof PyArray) return v.t.dim === 0 ? null : arrayTools().rows(v);
  if (isDeque(v)) return (v.attrs.get('_items') as PyList).items;
  if (v instanceof PyRange) return Array.from({ length: v.length }, (_, i) => v.start + i * v.step);
  return null;
}

function sizesOf(data: Value): number[] {
  const sizes: number[] = [];
  for (let v = data; ;) {
    const items = itemsOf(v);
    if (!items) return sizes;
    sizes.push(items.length);
    if (sizes.length > 128) raise('ValueError', `too many dimensions '${tpName(v)}'`);
    if (items.length === 0) return sizes;
    [v] = items;
  }
}

/** A tensor inside data stands for its one element. */
function single(t: PyTensor): Tensor {
  if (t.t.numel !== 1) raise('ValueError', 'only one element tensors can be converted to Python scalars');
  return t.t;
}

/** The number itself goes into the new tensor: the host reads it, and no row is left. */
function read(v: PyTensor, value: (t: Tensor) => unknown): Value {
  const t = single(v);
  return synced(t, 'item', () => value(t) as Value);
}

function scalarType(v: Value): DType {
  const own = v instanceof PyArray ? v.t.dtype : scalarDType(v);
  if (own) return own;
  const u = unbox(v);
  if (u instanceof PyTensor) return single(u).dtype;
  if (typeof u === 'boolean') return bool;
  if (typeof u === 'number' || typeof u === 'bigint') return int64;
  if (u instanceof PyFloat) return defaults.dtype;
  if (u instanceof PyComplex) return pythonDType('complex');
  if (typeof u === 'string') raise('TypeError', "new(): invalid data type 'str'");
  const items = itemsOf(v);
  if (!items) raise('RuntimeError', `Could not infer dtype of ${tpName(v)}`);
  let d: DType | null = null;
  for (const x of items) d = d === null ? scalarType(x) : promoteTypes(d, scalarType(x));
  return d ?? defaults.dtype;
}

const INT_RANGE: Readonly<Record<string, readonly [number, number]>> = {
  uint8: [-255, 255],
  int8: [-128, 127],
  int16: [-32768, 32767],
  int32: [-2147483648, 2147483647],
};

function number(v: Value, dtype: DType): Num {
  const x = unbox(v);
  const u = x instanceof PyTensor ? read(x, itemOf) : x;
  const n = u instanceof PyFloat ? u.v : (u as Num);
  if (typeof n !== 'number' && typeof n !== 'bigint' && typeof n !== 'boolean') {
    if (dtype.category === 'float') raise('TypeError', `must be real number, not ${tpName(v)}`);
    raise('TypeError', `'${tpName(v)}' object cannot be interpreted as an integer`);
  }
  if (dtype.category === 'int') {
    if (typeof n === 'bigint' && (n > 9223372036854775807n || n < -9223372036854775808n)) raise('ValueError', 'Overflow when unpacking long long');
    // Negative ints wrap in the unsigned type, negative floats do not fit.
    const range = INT_RANGE[dtype.name] ?? [-9223372036854775808, 9223372036854775807];
    const [lo, hi] = dtype.name === 'uint8' && u instanceof PyFloat ? [0, 255] : range;
    const whole = Number(n);
    if (!(whole >= lo && whole <= hi)) raise('RuntimeError', `value cannot be converted to type ${dtype.name} without overflow`);
    return typeof n === 'number' ? Math.trunc(n) : n;
  }
  return dtype === bool ? Boolean(n) : typeof n === 'bigint' ? toFloat(n).v : n;
}

function parts(v: Value): [number, number] {
  const x = unbox(v);
  const u = x instanceof PyTensor ? read(x, itemValue) : x;
  return u instanceof PyComplex ? [u.re, u.im] : [Number(number(u, float64)), 0];
}

/** Complex numbers go out as pairs. */
function flatten(v: Value, sizes: readonly number[], d: number, dtype: DType, out: Num[]): void {
  if (d === sizes.length) {
    if (dtype.category === 'complex') out.push(...parts(v));
    else out.push(number(v, dtype));
    return;
  }
  const items = itemsOf(v);
  if (!items) raise('TypeError', 'not a sequence');
  if (items.length !== sizes[d]) raise('ValueError', `expected sequence of length ${sizes[d]} at dim ${d} (got ${items.length})`);
  for (const x of items) flatten(x, sizes, d + 1, dtype, out);
}

export interface DataOptions {
  dtype?: DType | null;
  device?: Device | null;
  /** `index`: integers unless the data are booleans. */
  infer?: 'index';
  /** An array is copied also where its type is the wanted one. */
  copy?: boolean;
}

function fromArray(a: PyArray, o: DataOptions): Tensor {
  const t = one('lift_fresh', arrayTools().fromArray(a));
  const dtype = o.dtype ?? t.dtype;
  const device = o.device ? placed(o.device) : (defaultDevice() ?? CPU);
  if (dtype === t.dtype && o.copy !== true && device.type === 'cpu') return t;
  return one('_to_copy', t, dtype, null, device);
}

/** A fresh tensor holding the data. */
export function fromData(data: Value, o: DataOptions = {}): Tensor {
  if (data instanceof PyArray) return fromArray(data, o);
  const u = unbox(data);
  if (typeof u === 'string') raise('TypeError', "new(): invalid data type 'str'");
  const sizes = sizesOf(data);
  let dtype = o.dtype ?? null;
  if (dtype === null) {
    checkStrings(data);
    dtype = scalarType(data);
    if (o.infer === 'index' && dtype !== bool) dtype = sizes.includes(0) ? int64 : dtype;
  }
  const values: Num[] = [];
  flatten(data, sizes, 0, dtype, values);
  const device = o.device ? placed(o.device) : (defaultDevice() ?? CPU);
  // Of the meta device there is nothing to lift.
  if (device.type === 'meta') return empty(sizes, dtype, { device });
  const made = one('lift_fresh', dtype.category === 'complex' ? complexTensor(sizes, dtype, values) : fromNumbers(sizes, dtype, values));
  return device.type === 'cpu' ? made : one('to.device', made, device, dtype, false, false, null);
}

function complexTensor(sizes: readonly number[], dtype: DType, values: readonly Num[]): Tensor {
  const t = empty(sizes, dtype);
  fromComplex(t, values.map(Number));
  return t;
}

function checkStrings(v: Value): void {
  let x = v;
  for (let n = itemsOf(x); n && n.length > 0; n = itemsOf(x)) [x] = n;
  if (typeof unbox(x) === 'string') raise('ValueError', "too many dimensions 'str'");
}
