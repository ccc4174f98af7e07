import { describe, expect, test } from 'vitest';
import { DTYPES, type DTypeName } from '../../../src/engine/tensor/dtype.ts';
import { empty, fromBigInts, fromWorking, toFloat32 } from '../../../src/engine/tensor/index.ts';
import { bytes, bytesOf, cast, digest, doubles, floats, golden, hashed, tensorOf } from './support.ts';

type Row =
  | { kind: 'decode' | 'encode' | 'near'; dtype: DTypeName; count: number; digest: string }
  | { kind: 'nan'; dtype: DTypeName; data: string }
  | { kind: 'cast'; from: DTypeName; to: DTypeName; input: string; data: string }
  | { kind: 'wide'; count: number; digest: string };

const { rows } = golden<Row>('formats');

function check(row: Row): void {
  switch (row.kind) {
    case 'decode': {
      const size = DTYPES[row.dtype].itemsize;
      const codes = size === 1 ? Uint8Array.from({ length: 256 }, (_, i) => i) : Uint16Array.from({ length: 65536 }, (_, i) => i);
      const values = toFloat32(tensorOf(row.dtype, codes.buffer));
      expect(digest(tensorOf('float32', Float32Array.from(values, (x) => (x === x ? x : 7)).buffer))).toBe(row.digest);
      break;
    }
    case 'encode':
      expect(digest(cast(tensorOf('float32', floats(row.count).buffer as ArrayBuffer), row.dtype))).toBe(row.digest);
      break;
    case 'near':
      expect(digest(cast(tensorOf('float64', doubles(row.count).map((x) => x * 600).buffer), row.dtype))).toBe(row.digest);
      break;
    case 'nan': {
      const t = empty([1], DTYPES[row.dtype]);
      fromWorking(t, [NaN]);
      expect(bytes(t).toString('base64')).toBe(row.data);
      break;
    }
    case 'cast':
      expect(bytes(cast(tensorOf(row.from, bytesOf(row.input)), row.to)).toString('base64')).toBe(row.data);
      break;
    default: {
      const [a, b] = [hashed(row.count), hashed(row.count, 99)];
      const t = empty([row.count], DTYPES.int64);
      fromBigInts(
        t,
        Array.from(a, (x, i) => (BigInt(x) << 31n) ^ BigInt(b[i])),
      );
      expect(digest(cast(t, 'float32'))).toBe(row.digest);
    }
  }
}

describe('number formats agree with PyTorch', () => {
  for (const row of rows) {
    const what = row.kind === 'cast' ? `${row.from} to ${row.to}` : row.kind === 'wide' ? 'int64 to float32' : row.dtype;
    test(`${row.kind} ${what}`, () => check(row));
  }
});
