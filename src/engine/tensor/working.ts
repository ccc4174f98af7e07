/**
 * Storage as typed arrays, and working arrays for kernels.
 *
 * Kernels see a *working array*: the elements in logical order, widened as PyTorch's CPU kernels widen (float32 and all
 * narrower floats to Float32Array, float64, integers and bool to Float64Array). `toWorking` may hand out the storage
 * itself when the tensor is a contiguous float32 or float64: treat its result as read-only. `fromWorking` rounds and
 * writes back through the strides.
 *
 * int64 travels as a double. Reading a value that no double holds exactly, or writing one beyond 2^53, raises
 * `Unsupported`; `toBigInts`/`fromBigInts` are the exact route. Little-endian machines only, as JavaScript's all are.
 */
import type { DType } from './dtype.ts';
import { Unsupported } from './errors.ts';
import { forEachRow } from './loops.ts';
import { bigToF32, decodeBF16, decodeF16, encodeBF16, encodeF16, f16Values } from './rounding.ts';
import { isContiguous } from './strides.ts';
import { part as packPart } from '../python/packs.ts';
import type { Storage, Tensor } from './tensor.ts';

export type Working = Float32Array | Float64Array;
export type Data = Float64Array | Float32Array | Uint16Array | Uint8Array | Int8Array | Int16Array | Int32Array | BigInt64Array;

/** The whole storage as elements of `dtype`. complex64: pairs of float32. A fake storage has none. */
export function typed(storage: Storage, dtype: DType): Data {
  if (storage.view !== null && storage.viewType === dtype) return storage.view;
  const view = viewAs(storage, dtype);
  storage.view = view;
  storage.viewType = dtype;
  return view;
}

function viewAs({ buffer, start, nbytes }: Storage, dtype: DType): Data {
  if (buffer === null) throw new Unsupported('the numbers of a tensor that has only a shape');
  switch (dtype.name) {
    case 'float64':
      return new Float64Array(buffer, start, Math.floor(nbytes / 8));
    case 'float32':
    case 'complex64':
      return new Float32Array(buffer, start, Math.floor(nbytes / 4));
    case 'float16':
    case 'bfloat16':
    case 'uint16' as 'float16':
      return new Uint16Array(buffer, start, Math.floor(nbytes / 2));
    case 'int64':
      return new BigInt64Array(buffer, start, Math.floor(nbytes / 8));
    case 'int32':
      return new Int32Array(buffer, start, Math.floor(nbytes / 4));
    case 'int16':
      return new Int16Array(buffer, start, Math.floor(nbytes / 2));
    case 'int8':
      return new Int8Array(buffer, start, nbytes);
    default:
      return new Uint8Array(buffer, start, nbytes);
  }
}

/** int64 elements as pairs of 32-bit words, the low one first. */
export const wordsOf = (data: Data): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);

export const dataOf = (t: Tensor): Data => typed(t.storage, t.dtype);

export const tensorIsContiguous = (t: Tensor): boolean => isContiguous(t.sizes, t.strides);

/** float32 for float32 and narrower, float64 for the rest. */
export function newWorking(dtype: DType, length: number): Working {
  return dtype.category === 'float' && dtype.name !== 'float64' ? new Float32Array(length) : new Float64Array(length);
}

const MAX_EXACT = 2 ** 53;

function int64FromWords(lo: number, hi: number): number {
  const v = hi * 4294967296 + lo;
  if ((v > MAX_EXACT || v < -MAX_EXACT) && BigInt(v) !== BigInt(hi) * 4294967296n + BigInt(lo)) {
    throw new Unsupported('an int64 value beyond 2**53 in this operator');
  }
  return v;
}

/** `n` elements from `at` on, without copying. */
export const part = <T extends Working>(all: T, at: number, n: number): T => (at === 0 && all.length === n ? all : all.subarray(at, at + n)) as T;

/** The elements in logical order, widened. Read-only: it may be the storage itself. */
export function toWorking(t: Tensor): Working {
  const n = t.numel;
  const { dtype, sizes, strides, offset } = t;
  const contiguous = isContiguous(sizes, strides);
  const name = dtype.name;
  if (name === 'float32') {
    const src = typed(t.storage, dtype) as Float32Array;
    return contiguous ? part(src, offset, n) : gatherF32(src, t, new Float32Array(n));
  }
  if (name === 'float64' && contiguous) return part(typed(t.storage, dtype) as Float64Array, offset, n);
  if (name === 'complex64') throw new Unsupported('complex64 in this operator');
  const out = newWorking(dtype, n);
  if (name === 'bfloat16') {
    const src = typed(t.storage, dtype) as Uint16Array;
    const bits = new Uint32Array(out.buffer);
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) bits[at + i] = src[p] << 16;
    });
  } else if (name === 'int64') {
    const words = wordsOf(typed(t.storage, dtype));
    const high = new Int32Array(words.buffer, words.byteOffset, words.length);
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) out[at + i] = int64FromWords(words[2 * p], high[2 * p + 1]);
    });
  } else if (name === 'float16' || name === 'float8_e4m3fn' || name === 'float8_e5m2') {
    const table = name === 'float16' ? f16Values() : float8()[name].values;
    const src = typed(t.storage, dtype) as Uint16Array | Uint8Array;
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) out[at + i] = table[src[p]];
    });
  } else {
    const src = typed(t.storage, dtype) as Float64Array;
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) out[at + i] = src[p];
    });
  }
  return out;
}

function gatherF32(src: Float32Array, t: Tensor, out: Float32Array): Float32Array {
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    if (step === 1) out.set(src.subarray(p, p + count), at);
    else for (let i = 0; i < count; i++, p += step) out[at + i] = src[p];
  });
  return out;
}

/** As `toWorking`, always a fresh array that the caller may change. */
export function toWorkingCopy(t: Tensor): Working {
  const w = toWorking(t);
  return w.buffer === t.storage.buffer ? w.slice() : w;
}

/** As `toWorking`, but always float32 or float64 by the caller's choice (integers become floats). */
export function toFloat32(t: Tensor): Float32Array {
  if (t.dtype.name === 'int64') return int64ToF32(t);
  const w = toWorking(t);
  return w instanceof Float32Array ? w : Float32Array.from(w);
}

export function toFloat64(t: Tensor): Float64Array {
  const w = toWorking(t);
  return w instanceof Float64Array ? w : Float64Array.from(w);
}

function int64ToF32(t: Tensor): Float32Array {
  return Float32Array.from(Array.from(toBigInts(t), bigToF32));
}

/**
 * Writes results in logical order, rounded to the element type. Integers wrap around, as C++ arithmetic on them does;
 * a float meant for an integer tensor must be cast first (`castWorking`). Bool: anything but 0 is true, NaN included.
 */
export function fromWorking(t: Tensor, values: ArrayLike<number>): void {
  t.storage.willChange();
  const { dtype, sizes, strides, offset } = t;
  const name = dtype.name;
  if (name === 'float32') {
    const dst = typed(t.storage, dtype) as Float32Array;
    if (isContiguous(sizes, strides)) {
      dst.set(values, offset);
    } else {
      forEachRow(sizes, strides, offset, (p, step, count, at) => {
        for (let i = 0; i < count; i++, p += step) dst[p] = values[at + i];
      });
    }
    return;
  }
  if (name === 'complex64') throw new Unsupported('complex64 in this operator');
  if (name === 'int64') {
    const low = wordsOf(typed(t.storage, dtype));
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) {
        const v = values[at + i];
        if (!(v <= MAX_EXACT && v >= -MAX_EXACT)) throw new Unsupported('an int64 value beyond 2**53 in this operator');
        low[2 * p] = v;
        low[2 * p + 1] = Math.floor(v / 4294967296);
      }
    });
    return;
  }
  const encode = ENCODERS[name];
  if (encode) {
    const dst = typed(t.storage, dtype) as Uint16Array | Uint8Array;
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) dst[p] = encode(values[at + i]);
    });
    return;
  }
  const dst = typed(t.storage, dtype) as Float64Array;
  forEachRow(sizes, strides, offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) dst[p] = values[at + i];
  });
}

export const float8 = packPart<typeof import('./float8.ts').float8>('float8', 'float8');

/** From a number to the bit pattern of a narrow type. */
export const ENCODERS: Partial<Record<DType['name'], (x: number) => number>> = {
  float16: encodeF16,
  bfloat16: encodeBF16,
  float8_e4m3fn: (x) => float8().float8_e4m3fn.encode(x),
  float8_e5m2: (x) => float8().float8_e5m2.encode(x),
  bool: (x) => (x === 0 ? 0 : 1),
};

/** Exact integers in logical order: any integer or bool tensor. */
export function toBigInts(t: Tensor): BigInt64Array {
  const out = new BigInt64Array(t.numel);
  const src = dataOf(t);
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) out[at + i] = BigInt(src[p]);
  });
  return out;
}

/** Writes exact integers, wrapped to the element type. */
export function fromBigInts(t: Tensor, values: ArrayLike<bigint>): void {
  if (t.dtype.name !== 'int64') {
    const narrow =
      t.dtype.name === 'bool' ? Float64Array.from(values, (v) => (v === 0n ? 0 : 1)) : Float64Array.from(values, (v) => Number(BigInt.asIntN(32, v)));
    fromWorking(t, narrow);
    return;
  }
  t.storage.willChange();
  const dst = dataOf(t) as BigInt64Array;
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) dst[p] = values[at + i];
  });
}

/** Rounds a working array in place to what a narrower float type can hold. */
export function roundWorking(values: Working, dtype: DType): void {
  switch (dtype.name) {
    case 'bfloat16':
      for (let i = 0; i < values.length; i++) values[i] = decodeBF16(encodeBF16(values[i]));
      break;
    case 'float16':
      for (let i = 0; i < values.length; i++) values[i] = decodeF16(encodeF16(values[i]));
      break;
    case 'float8_e4m3fn':
    case 'float8_e5m2': {
      const { encode, decode } = float8()[dtype.name];
      for (let i = 0; i < values.length; i++) values[i] = decode(encode(values[i]));
    }
  }
}
