/**
 * Single elements and Python-like numbers: reading, writing with PyTorch's casts, filling.
 */
import type { DType } from './dtype.ts';
import { Unsupported } from './errors.ts';
import { forEachRow } from './loops.ts';
import { bigToF32, decodeBF16, decodeF16, floatToInt32, floatToInt64 } from './rounding.ts';
import type { Tensor } from './tensor.ts';
import { type Data, dataOf, ENCODERS, float8 } from './working.ts';

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
  float16: decodeF16,
  bfloat16: decodeBF16,
  float8_e4m3fn: (code) => float8().float8_e4m3fn.decode(code),
  float8_e5m2: (code) => float8().float8_e5m2.decode(code),
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
    (data as BigInt64Array)[at] = typeof value === 'number' ? (Number.isSafeInteger(value) ? BigInt(value) : floatToInt64(value)) : BigInt(value);
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
