/** Reads the goldens of the tensor layer and unpacks their tensors. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DTYPES, type DTypeName } from '../../../src/engine/tensor/dtype.ts';
import { contiguousStrides } from '../../../src/engine/tensor/strides.ts';
import { CPU, Storage, Tensor } from '../../../src/engine/tensor/tensor.ts';
import { copyInto, empty } from '../../../src/engine/tensor/index.ts';

export interface Golden<Row> {
  differing: number;
  of: number;
  rows: Row[];
}

export function golden<Row>(section: string): Golden<Row> {
  return JSON.parse(readFileSync(new URL(`../../golden/tensor/${section}.json`, import.meta.url), 'utf8')) as Golden<Row>;
}

export interface Packed {
  dtype: DTypeName;
  sizes: number[];
  data: string;
}

export function bytesOf(text: string): ArrayBuffer {
  const b = Buffer.from(text, 'base64');
  return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) as ArrayBuffer;
}

export function tensorOf(dtype: DTypeName, data: ArrayBuffer, sizes?: readonly number[]): Tensor {
  const d = DTYPES[dtype];
  const shape = sizes ?? [data.byteLength / d.itemsize];
  return new Tensor(new Storage(data, data.byteLength, CPU), d, shape, contiguousStrides(shape));
}

export const unpack = (p: Packed): Tensor => tensorOf(p.dtype, bytesOf(p.data), p.sizes);

export function cast(t: Tensor, dtype: DTypeName): Tensor {
  const out = empty(t.sizes, DTYPES[dtype]);
  copyInto(out, t);
  return out;
}

/** The bytes of the elements in logical order. */
export function bytes(t: Tensor): Buffer {
  const out = empty(t.sizes, t.dtype);
  copyInto(out, t);
  return Buffer.from(out.storage.bytes() as Uint8Array);
}

export const digest = (t: Tensor): string => createHash('sha256').update(bytes(t)).digest('hex');

/** (i · factor + offset) mod 2^32, as generate/common.py makes it. */
export function hashed(n: number, offset = 12345): Uint32Array {
  return Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 0x9e3779b1) + offset);
}

/** Hashed bit patterns as float32, NaN replaced by 1. */
export function floats(n: number): Float32Array {
  const f = new Float32Array(hashed(n).buffer);
  return f.map((x) => (x === x ? x : 1));
}

export const doubles = (n: number, offset = 777): Float64Array => Float64Array.from(hashed(n, offset), (u) => (u - 2 ** 31) / 2 ** 31);
