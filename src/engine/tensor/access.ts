/**
 * Reading and writing elements.
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
import { collapse, forEachRow } from './loops.ts';
import {
  bigToF32, decodeBF16, decodeE4M3FN, decodeE5M2, decodeF16, E4M3FN_VALUES, E5M2_VALUES, encodeBF16, encodeE4M3FN,
  encodeE5M2, encodeF16, f16Values, floatToInt32, floatToInt64,
} from './rounding.ts';
import { isContiguous } from './strides.ts';
import type { Storage, Tensor } from './tensor.ts';

export type Working = Float32Array | Float64Array;
export type Data =
  | Float64Array | Float32Array | Uint16Array | Uint8Array | Int8Array | Int16Array | Int32Array | BigInt64Array;

/** The whole storage as elements of `dtype`. complex64: pairs of float32. A fake storage has none. */
export function typed(storage: Storage, dtype: DType): Data {
  const bytes = storage.bytes;
  if (bytes === null) throw new Unsupported('the numbers of a tensor that has only a shape');
  switch (dtype.name) {
    case 'float64': return new Float64Array(bytes);
    case 'float32': case 'complex64': return new Float32Array(bytes);
    case 'float16': case 'bfloat16': return new Uint16Array(bytes);
    case 'int64': return new BigInt64Array(bytes);
    case 'int32': return new Int32Array(bytes);
    case 'int16': return new Int16Array(bytes);
    case 'int8': return new Int8Array(bytes);
    default: return new Uint8Array(bytes);
  }
}

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

/** The elements in logical order, widened. Read-only: it may be the storage itself. */
export function toWorking(t: Tensor): Working {
  const n = t.numel;
  const { dtype, sizes, strides, offset } = t;
  const contiguous = isContiguous(sizes, strides);
  const name = dtype.name;
  if (name === 'float32') {
    const src = typed(t.storage, dtype) as Float32Array;
    return contiguous ? src.subarray(offset, offset + n) : gatherF32(src, t, new Float32Array(n));
  }
  if (name === 'float64' && contiguous) return (typed(t.storage, dtype) as Float64Array).subarray(offset, offset + n);
  if (name === 'complex64') throw new Unsupported('complex64 in this operator');
  const out = newWorking(dtype, n);
  if (name === 'bfloat16') {
    const src = typed(t.storage, dtype) as Uint16Array;
    const bits = new Uint32Array(out.buffer);
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) bits[at + i] = src[p] << 16;
    });
  } else if (name === 'int64') {
    const words = new Uint32Array(typed(t.storage, dtype).buffer);
    const high = new Int32Array(words.buffer);
    forEachRow(sizes, strides, offset, (p, step, count, at) => {
      for (let i = 0; i < count; i++, p += step) out[at + i] = int64FromWords(words[2 * p], high[2 * p + 1]);
    });
  } else if (name === 'float16' || name === 'float8_e4m3fn' || name === 'float8_e5m2') {
    const table = name === 'float16' ? f16Values() : name === 'float8_e5m2' ? E5M2_VALUES : E4M3FN_VALUES;
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
  return w.buffer === t.storage.bytes ? w.slice() : w;
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
    const low = new Uint32Array(typed(t.storage, dtype).buffer);
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

const ENCODERS: Partial<Record<DType['name'], (x: number) => number>> = {
  float16: encodeF16,
  bfloat16: encodeBF16,
  float8_e4m3fn: encodeE4M3FN,
  float8_e5m2: encodeE5M2,
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
    const narrow = t.dtype.name === 'bool'
      ? Float64Array.from(values, (v) => (v === 0n ? 0 : 1))
      : Float64Array.from(values, (v) => Number(BigInt.asIntN(32, v)));
    fromWorking(t, narrow);
    return;
  }
  t.storage.willChange();
  const dst = dataOf(t) as BigInt64Array;
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) dst[p] = values[at + i];
  });
}

/**
 * A function from a place in the storage to the element there. int64 beyond 2^53 comes as a bigint; bool as 0 or 1;
 * complex64 as its parts (places 2k and 2k + 1).
 */
export function elementReader(t: Tensor): (at: number) => number | bigint {
  const data = dataOf(t);
  const decode = DECODERS[t.dtype.name];
  if (decode) return (at) => decode(data[at] as number);
  if (t.dtype.name === 'int64') {
    return (at) => {
      const v = data[at] as bigint;
      return v >= -9007199254740991n && v <= 9007199254740991n ? Number(v) : v;
    };
  }
  return (at) => data[at];
}

const DECODERS: Partial<Record<DType['name'], (code: number) => number>> = {
  float16: decodeF16, bfloat16: decodeBF16, float8_e4m3fn: decodeE4M3FN, float8_e5m2: decodeE5M2,
};

/** One element by its place in the storage. */
export function readElement(t: Tensor, at: number): number | bigint {
  if (t.dtype.name === 'complex64') throw new Unsupported('one element of a complex64 tensor as a number');
  return elementReader(t)(at);
}

/** One element by its place in the storage, cast as PyTorch casts a Python number. The caller tells the journal. */
export function writeElement(t: Tensor, at: number, value: number | bigint | boolean): void {
  writeRaw(dataOf(t), t.dtype, at, value);
}

function writeRaw(data: Data, dtype: DType, at: number, value: number | bigint | boolean): void {
  const name = dtype.name;
  if (name === 'int64') {
    (data as BigInt64Array)[at] = typeof value === 'number'
      ? (Number.isSafeInteger(value) ? BigInt(value) : floatToInt64(value))
      : BigInt(value);
    return;
  }
  if (name === 'complex64') {
    data[2 * at] = Number(value);
    data[2 * at + 1] = 0;
    return;
  }
  if (name === 'bool') {
    data[at] = Number(value) === 0 ? 0 : 1;
    return;
  }
  if (dtype.category === 'int') {
    if (typeof value === 'bigint') data[at] = Number(BigInt.asIntN(32, value));
    else data[at] = castToInt(Number(value), name);
    return;
  }
  const x = typeof value === 'bigint' && name !== 'float64' ? bigToF32(value) : Number(value);
  const encode = ENCODERS[name];
  data[at] = encode ? encode(x) : x;
}

/** Writes Python-like numbers in logical order, each cast on its own: what `torch.tensor` and `fill_` need. */
export function writeNumbers(t: Tensor, values: ArrayLike<number | bigint | boolean>): void {
  t.storage.willChange();
  const data = dataOf(t);
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) writeRaw(data, t.dtype, p, values[at + i]);
  });
}

export function fill(t: Tensor, value: number | bigint | boolean): void {
  t.storage.willChange();
  const data = dataOf(t);
  if (t.numel === 0) return;
  const probe = new Uint8Array(8);
  writeRaw(typedOver(probe.buffer, data), t.dtype, 0, value);
  const pattern = typedOver(probe.buffer, data);
  if (t.dtype.name === 'complex64') {
    forEachRow(t.sizes, t.strides, t.offset, (p, step, count) => {
      for (let i = 0; i < count; i++, p += step) {
        data[2 * p] = pattern[0];
        data[2 * p + 1] = pattern[1];
      }
    });
    return;
  }
  const element = pattern[0] as never;
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count) => {
    if (step === 1) data.fill(element, p, p + count);
    else for (let i = 0; i < count; i++, p += step) data[p] = element;
  });
}

const typedOver = (buffer: ArrayBuffer, like: Data): Data => new (like.constructor as new (b: ArrayBuffer) => Data)(buffer);

/** C++ `static_cast` of a double to a narrow integer type, on x86: int16 and int8 by way of int32, uint8 of int64. */
export function castToInt(x: number, name: DType['name']): number {
  if (name === 'uint8') return x;
  return floatToInt32(x);
}

/** The only element of a one-element tensor as a Python-like number: int (number or bigint), float or bool. */
export function itemOf(t: Tensor): number | bigint | boolean {
  const v = readElement(t, t.offset);
  return t.dtype.name === 'bool' ? v !== 0 : v;
}

/** All elements in logical order as Python-like numbers. */
export function toNumbers(t: Tensor): (number | bigint | boolean)[] {
  const out = new Array<number | bigint | boolean>(t.numel);
  const isBool = t.dtype.name === 'bool';
  const read = elementReader(t);
  forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) {
      const v = read(p);
      out[at + i] = isBool ? v !== 0 : v;
    }
  });
  return out;
}

/** Copies `src` into `dst` of the same shape, converting as `copy_` and `.to(dtype)` do. */
export function copyInto(dst: Tensor, src: Tensor): void {
  if (dst.dtype === src.dtype) {
    copySame(dst, src);
    return;
  }
  const from = src.dtype;
  const to = dst.dtype;
  if (from.category === 'complex' || to.category === 'complex') {
    copyComplex(dst, src);
    return;
  }
  if (from.name === 'int64') {
    if (to.category === 'int' || to.category === 'bool') fromBigInts(dst, toBigInts(src));
    else if (to.name === 'float64') fromWorking(dst, Float64Array.from(Array.from(toBigInts(src), Number)));
    else fromWorking(dst, int64ToF32(src));
    return;
  }
  const w = toWorking(src);
  if (from.category === 'float' && to.category === 'int') {
    if (to.name === 'int64') writeTruncated(dst, w);
    else if (to.name === 'uint8') fromWorking(dst, w);
    else fromWorking(dst, Float64Array.from(w, floatToInt32));
    return;
  }
  fromWorking(dst, w);
}

/** Floats to int64 as `floatToInt64` casts, in words: halves of a double are exact. */
function writeTruncated(dst: Tensor, values: Working): void {
  dst.storage.willChange();
  const low = new Uint32Array(typed(dst.storage, dst.dtype).buffer);
  forEachRow(dst.sizes, dst.strides, dst.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) {
      const x = values[at + i];
      const v = x >= -9223372036854775808 && x < 9223372036854775808 ? Math.trunc(x) : -9223372036854775808;
      const high = Math.floor(v / 4294967296);
      low[2 * p] = v - high * 4294967296;
      low[2 * p + 1] = high;
    }
  });
}

function copySame(dst: Tensor, src: Tensor): void {
  dst.storage.willChange();
  let from = dataOf(src);
  const to = dataOf(dst);
  if (from.buffer === to.buffer) from = from.slice();
  const n = src.numel;
  const complex = src.dtype.name === 'complex64';
  if (tensorIsContiguous(src) && tensorIsContiguous(dst)) {
    const k = complex ? 2 : 1;
    to.set(from.subarray(k * src.offset, k * (src.offset + n)) as never, k * dst.offset);
    return;
  }
  const c = collapse(src.sizes, [dst.strides, src.strides]);
  const rank = c.sizes.length;
  const inner = c.sizes[rank - 1];
  const [sd, ss] = [c.strides[0][rank - 1], c.strides[1][rank - 1]];
  const outer = c.sizes.slice(0, -1);
  const walk = (d: number, p: number, q: number): void => {
    if (d === outer.length) {
      for (let i = 0; i < inner; i++, p += sd, q += ss) {
        if (complex) {
          to[2 * p] = from[2 * q];
          to[2 * p + 1] = from[2 * q + 1];
        } else {
          to[p] = from[q];
        }
      }
      return;
    }
    for (let i = 0; i < outer[d]; i++) walk(d + 1, p + i * c.strides[0][d], q + i * c.strides[1][d]);
  };
  if (n > 0) walk(0, dst.offset, src.offset);
}

function copyComplex(dst: Tensor, src: Tensor): void {
  if (src.dtype.category === 'complex') throw new Unsupported('a cast from complex64 to a real type');
  dst.storage.willChange();
  const w = toFloat32(src);
  const data = dataOf(dst);
  forEachRow(dst.sizes, dst.strides, dst.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) {
      data[2 * p] = w[at + i];
      data[2 * p + 1] = 0;
    }
  });
}

/** A contiguous copy of the elements of `t` in another type's rounding, as working array: `t.to(dtype)` for kernels. */
export function roundWorking(values: Working, dtype: DType): void {
  switch (dtype.name) {
    case 'bfloat16': for (let i = 0; i < values.length; i++) values[i] = decodeBF16(encodeBF16(values[i])); break;
    case 'float16': for (let i = 0; i < values.length; i++) values[i] = decodeF16(encodeF16(values[i])); break;
    case 'float8_e4m3fn': for (let i = 0; i < values.length; i++) values[i] = decodeE4M3FN(encodeE4M3FN(values[i])); break;
    case 'float8_e5m2': for (let i = 0; i < values.length; i++) values[i] = decodeE5M2(encodeE5M2(values[i])); break;
    default: break;
  }
}
