import { describe, expect, test } from 'vitest';
import { DTYPES, type DTypeName } from '../../../src/engine/tensor/dtype.ts';
import {
  dotF32,
  fromWorking,
  empty,
  gemm,
  gemmBatchF32,
  type GemmForm,
  gemmForm,
  gemmHalf,
  roundWorking,
  transposed,
  type Working,
} from '../../../src/engine/tensor/index.ts';
import { digest, doubles, golden } from './support.ts';

interface Row {
  op: 'mm' | 'addmm' | 'bmm' | 'dot';
  form: GemmForm;
  dtype: DTypeName;
  m: number;
  n: number;
  k: number;
  seed: number;
  strides?: [number[], number[]];
  digest: string;
}

const { rows } = golden<Row>('products');

/** The matrix that generate/products.py makes, rounded to the type and widened again. */
function matrix(seed: number, length: number, dtype: DTypeName): Working {
  const f = Float32Array.from(doubles(length, seed));
  if (dtype === 'float64') return Float64Array.from(f);
  roundWorking(f, DTYPES[dtype]);
  return f;
}

function product(r: Row): Working {
  const { m, n, k, seed, form, dtype } = r;
  if (r.op === 'dot') {
    return Float32Array.of(dotF32(Float32Array.from(doubles(k, seed)), 0, Float32Array.from(doubles(k, seed + 7)), 0, k));
  }
  const batch = r.op === 'bmm' ? 2 : 1;
  const a = matrix(seed, batch * m * k, dtype);
  const b = matrix(seed + 7, batch * k * n, dtype);
  const c = r.op === 'addmm' ? matrix(seed + 3, m * n, dtype) : null;
  const stored = <T extends Working>(x: T): T => (form[1] === 't' ? transposed(x, k, n) : x);
  if (r.op === 'bmm') {
    const out = new Float32Array(2 * m * n);
    for (let i = 0; i < 2; i++) {
      const [x, y] = [a.subarray(i * m * k, (i + 1) * m * k), b.subarray(i * k * n, (i + 1) * k * n)] as [Float32Array, Float32Array];
      out.set(gemmBatchF32(form, m, n, k, x, stored(y)), i * m * n);
    }
    return out;
  }
  if (dtype === 'bfloat16') return gemmHalf(form, m, n, k, a as Float32Array, stored(b) as Float32Array);
  return gemm(form, m, n, k, a, stored(b), c);
}

/** Share of products with some other last bit: none but where the order is not known in full. */
function allowed(name: string): number {
  if (name.endsWith('float64')) return 0.8;
  if (name.includes(' tt ')) return 0.2;
  return name === 'bmm nn float32' ? 0.02 : 0;
}

function isEqual(r: Row): boolean {
  const t = empty(r.op === 'dot' ? [] : [r.op === 'bmm' ? 2 : 1, r.m, r.n], DTYPES[r.dtype ?? 'float32']);
  fromWorking(t, product(r));
  return digest(t) === r.digest;
}

describe('products are equal to PyTorch’s to the last bit', () => {
  const groups = Map.groupBy(rows, (r) => `${r.op} ${r.form ?? ''} ${r.dtype ?? 'float32'}`);
  for (const [name, mine] of groups) {
    test(`${name}: ${mine.length}`, () => {
      const bad = mine.filter((r) => !isEqual(r));
      expect(bad.length, bad.map((r) => `${r.m}x${r.n}x${r.k}`).join(' ')).toBeLessThanOrEqual(allowed(name) * mine.length);
    });
  }
});

test('the form of a product follows from the strides', () => {
  for (const r of rows) {
    if (!r.strides || r.m === 1 || r.n === 1 || r.k === 1) continue;
    const [a, b] = r.strides;
    expect(gemmForm({ sizes: [r.m, r.k], strides: a }, { sizes: [r.k, r.n], strides: b })).toBe(r.form);
  }
});
