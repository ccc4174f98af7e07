import { describe, expect, test } from 'vitest';
import { DTYPES, type DTypeName } from '../../../src/engine/tensor/dtype.ts';
import {
  empty,
  fromWorking,
  lineSoftmax,
  lineSoftmaxBackward,
  newWorking,
  rowMoments,
  rowNorm2,
  rowSoftmax,
  type Sizes,
  storageExtent,
  sumFloat,
  sumWorking,
  type Tensor,
  toFloat32,
  toWorking,
  variance,
  viewOf,
} from '../../../src/engine/tensor/index.ts';
import { bytes, bytesOf, doubles, golden, tensorOf } from './support.ts';

interface Row {
  op: string;
  sizes: Sizes;
  strides: Sizes;
  offset: number;
  dtype: DTypeName;
  seed: number;
  dims: number[];
  data: string;
  rstd?: string;
  forward?: string;
}

const { rows } = golden<Row>('sums');

/** The tensor that generate/sums.py makes: a sequence in memory, seen through strides. */
function input(r: Row): Tensor {
  const extent = storageExtent(r.sizes, r.strides, r.offset) + 2;
  const memory = empty([extent], DTYPES[r.dtype]);
  const source = Float32Array.from(doubles(extent, r.seed));
  fromWorking(memory, source);
  return viewOf(memory, r.sizes, r.strides, r.offset);
}

describe('sums are equal to PyTorch’s to the last bit', () => {
  const sums = rows.filter((r) => r.op === 'sum');
  for (const dtype of ['float32', 'float64', 'bfloat16', 'float16'] as const) {
    test(dtype, () => {
      const mine = sums.filter((r) => r.dtype === dtype);
      const bad = mine.filter((r) => {
        const t = input(r);
        const got = sumFloat(
          t,
          r.sizes.map((_, d) => r.dims.includes(d)),
        );
        const out = empty([got.length], t.dtype);
        fromWorking(out, got);
        return bytes(out).toString('base64') !== r.data;
      });
      expect(mine.length).toBeGreaterThan(100);
      expect(bad.map((r) => `[${r.sizes}]/[${r.strides}] over ${r.dims}`)).toEqual([]);
    });
  }
});

/** What the row helpers make of each row. */
const ROW: Record<string, (x: Float32Array, at: number, n: number) => number[]> = {
  moments: (x, at, n) => {
    const { mean, variance: v } = rowMoments(x, at, n);
    return [mean, 1 / Math.fround(Math.sqrt(Math.fround(Math.max(v, 0) + Math.fround(1e-5))))];
  },
  mean: (x, at, n) => [sumWorking(x.slice(at, at + n), [n], [true])[0] / n],
  norm: (x, at, n) => [rowNorm2(x, at, n)],
  var: (x, at, n) => [variance(x, at, n, 1, 0).variance],
  softmax: (x, at, n) => {
    const out = new Float32Array(n);
    rowSoftmax(
      x.map((v) => v * 4),
      at,
      n,
      out,
      0,
      false,
    );
    return [...out];
  },
  log_softmax: (x, at, n) => {
    const out = new Float32Array(n);
    rowSoftmax(
      x.map((v) => v * 4),
      at,
      n,
      out,
      0,
      true,
    );
    return [...out];
  },
};

describe('row statistics', () => {
  for (const [op, f] of Object.entries(ROW)) {
    test(op, () => {
      let [different, worst] = [0, 0];
      for (const r of rows.filter((row) => row.op === op)) {
        const x = toFloat32(input(r));
        const n = r.sizes[1];
        const got = Array.from({ length: r.sizes[0] }, (_, i) => f(x, i * n, n));
        const want = new Float32Array(bytesOf(r.data));
        const rstd = r.rstd ? new Float32Array(bytesOf(r.rstd)) : null;
        got.flat().forEach((v, i) => {
          const w = rstd ? (i % 2 ? rstd : want)[i >> 1] : want[i];
          if (Object.is(Math.fround(v), w)) return;
          different++;
          worst = Math.max(worst, Math.abs(Math.fround(v) - w) / (2 ** -23 * Math.abs(w)));
        });
      }
      expect({ different, worst }).toEqual({ different: 0, worst: 0 });
    });
  }
});

test('rows summed at once are rows summed one by one', () => {
  // A single row below 1024 elements goes the scalar way; more rows, and blocks of sixteen in them, do not.
  for (const size of [512, 520, 543, 544, 800, 1000, 1023]) {
    const values = Float32Array.from(doubles(4 * size, size));
    const alone = [0, 1, 2, 3].map((r) => sumWorking(values.subarray(r * size, (r + 1) * size), [1, size], [false, true])[0]);
    expect([size, ...sumWorking(values, [4, size], [false, true])]).toEqual([size, ...alone]);
  }
});

describe('softmax over either dimension, and its gradient', () => {
  for (const op of ['line_softmax', 'line_log_softmax', 'softmax_backward', 'log_softmax_backward']) {
    test(op, () => {
      for (const r of rows.filter((row) => row.op === op)) {
        const x = toWorking(input(r));
        const [m, n] = r.sizes;
        const dim = r.dims[0];
        const out = newWorking(DTYPES[r.dtype], m * n);
        const g = out.map((_, i) => Math.fround(doubles(m * n, m * 100 + 50)[i]));
        const y = r.forward ? toWorking(tensorOf(r.dtype, bytesOf(r.forward))) : x;
        for (let i = 0; i < (dim === 1 ? m : n); i++) {
          const [at, length, step] = dim === 1 ? [i * n, n, 1] : [i, m, n];
          if (r.forward) lineSoftmaxBackward(g, y, at, length, step, out, op.startsWith('log'), dim === 1);
          else lineSoftmax(x, at, length, step, out, op.includes('log'), dim === 1);
        }
        const want = toWorking(tensorOf(r.dtype, bytesOf(r.data)));
        if (r.dtype === 'float32') expect(Array.from(out), JSON.stringify(r)).toEqual(Array.from(want));
        else out.forEach((v, i) => expect(Math.abs(v - want[i])).toBeLessThanOrEqual(1e-15 * 4 * Math.max(1, Math.abs(want[i]))));
      }
    });
  }
});
