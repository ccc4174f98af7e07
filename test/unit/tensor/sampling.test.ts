import { describe, expect, test } from 'vitest';
import { PyError } from '../../../src/engine/python/errors.ts';
import { DTYPES, type DTypeName } from '../../../src/engine/tensor/dtype.ts';
import {
  copyInto,
  emptyStrided,
  empty,
  fillBernoulli,
  fillBernoulliTensor,
  fillCauchy,
  fillExponential,
  fillGeometric,
  fillLogNormal,
  fillNormal,
  fillRandom,
  fillUniform,
  fromNumbers,
  Generator,
  int64,
  permutation,
  sampleMultinomial,
  type Tensor,
  toWorking,
} from '../../../src/engine/tensor/index.ts';
import { bytes, golden, type Packed, unpack } from './support.ts';

interface Row extends Packed {
  op: string;
  args: (number | string | null)[];
  seed: string;
  strides: number[];
  after?: number[];
  p?: Packed;
  n?: number;
  count?: number;
  replacement?: boolean;
  initial?: string;
  state?: string;
  error?: string;
  message?: string;
}

const { rows } = golden<Row>('sampling');
const SERIAL = ['uniform_', 'exponential_', 'geometric_', 'bernoulli_', 'bernoulli_t', 'random_', 'cauchy_', 'log_normal_'];

/** Share of normal numbers whose last bit may differ: doubles go through the C library's log, sin and cos there. */
const NORMAL_DIFFERENT = { float32: 0, float64: 0.06, float16: 0, bfloat16: 0 };

const integer = (v: number | string | null): bigint | null => (v === null ? null : BigInt(v));

function sample(row: Row, t: Tensor, g: Generator): void {
  const [a, b] = row.args as [number, number];
  switch (row.op) {
    case 'uniform_':
      return fillUniform(t, a, b, g);
    case 'normal_':
      return fillNormal(t, a, b, g);
    case 'exponential_':
      return fillExponential(t, a, g);
    case 'cauchy_':
      return fillCauchy(t, a, b, g);
    case 'log_normal_':
      return fillLogNormal(t, a, b, g);
    case 'geometric_':
      return fillGeometric(t, a, g);
    case 'bernoulli_':
      return fillBernoulli(t, a, g);
    case 'bernoulli_t':
      return fillBernoulliTensor(t, unpack(row.p as Packed), g);
    case 'random_':
      return fillRandom(t, integer(row.args[0]), integer(row.args[1]), g);
    default:
      throw new Error(row.op);
  }
}

const seeded = (row: Row): Generator => new Generator().manualSeed(BigInt(row.seed));

function after(g: Generator): number[] {
  const t = empty([2], int64);
  fillRandom(t, 0n, 2n ** 28n - 1n, g);
  return Array.from(toWorking(t));
}

function run(row: Row): Tensor {
  const t = emptyStrided(row.sizes, row.strides, DTYPES[row.dtype]);
  const g = seeded(row);
  sample(row, t, g);
  expect(after(g), JSON.stringify({ ...row, data: undefined })).toEqual(row.after);
  return t;
}

/** Largest distance in units of the last place of the type. */
function ulps(got: Tensor, want: Tensor): { different: number; worst: number } {
  const [a, b] = [toWorking(got), toWorking(want)];
  const eps = { float64: 2 ** -52, float32: 2 ** -23, float16: 2 ** -10, bfloat16: 2 ** -7 }[got.dtype.name as string] ?? 1;
  let [different, worst] = [0, 0];
  a.forEach((x, i) => {
    if (Object.is(x, b[i])) return;
    different++;
    worst = Math.max(worst, Math.abs(x - b[i]) / (eps * Math.max(Math.abs(b[i]), 1e-3)));
  });
  return { different, worst };
}

describe('random numbers agree with PyTorch', () => {
  for (const op of SERIAL) {
    for (const dtype of Object.keys(DTYPES) as DTypeName[]) {
      const mine = rows.filter((r) => r.op === op && r.dtype === dtype);
      if (mine.length === 0) continue;
      test(`${op} on ${dtype}, ${mine.length} cases`, () => {
        for (const row of mine) {
          const got = run(row);
          if (dtype === 'float64' && op !== 'uniform_') {
            // Doubles go through log, tan or exp of the C library: at most a few units in the last place.
            expect(ulps(got, unpack(row)).worst, JSON.stringify({ ...row, data: undefined })).toBeLessThan(8);
          } else {
            expect(bytes(got).toString('base64'), JSON.stringify({ ...row, data: undefined })).toBe(row.data);
          }
        }
      });
    }
  }

  for (const dtype of ['float32', 'float64', 'float16', 'bfloat16'] as const) {
    test(`normal_ on ${dtype}`, () => {
      let [numbers, different, worst] = [0, 0, 0];
      for (const row of rows.filter((r) => r.op === 'normal_' && r.dtype === dtype)) {
        const got = run(row);
        const d = ulps(got, unpack(row));
        numbers += got.numel;
        different += d.different;
        worst = Math.max(worst, d.worst);
      }
      expect(different / numbers).toBeLessThanOrEqual(NORMAL_DIFFERENT[dtype]);
      expect(worst).toBeLessThan(2);
    });
  }

  test('seeds and states', () => {
    for (const row of rows.filter((r) => r.op === 'seed')) {
      const g = seeded(row);
      expect(String(g.initialSeed())).toBe(row.initial);
      expect(bytes(g.getState()).toString('base64').slice(0, 88)).toBe(row.state);
    }
    const g = new Generator().manualSeed(3);
    fillNormal(empty([3], DTYPES.float32), 0, 1, g);
    fillUniform(empty([700], DTYPES.float32), 0, 1, g);
    const state = rows.find((r) => r.op === 'state') as Row;
    const [mine, theirs] = [bytes(g.getState()), bytes(unpack(state))];
    // The kept half of the normal pair (bytes 5024 to 5031) is a double of the C library's log, sin and cos.
    expect([mine.subarray(0, 5024), mine.subarray(5032)]).toEqual([theirs.subarray(0, 5024), theirs.subarray(5032)]);
    const other = new Generator();
    other.setState(unpack(state));
    expect(after(other)).toEqual(after(g));
  });

  test('randperm', () => {
    for (const row of rows.filter((r) => r.op === 'randperm')) {
      const g = seeded(row);
      expect(Array.from(permutation(row.n as number, g))).toEqual(Array.from(toWorking(unpack(row))));
      expect(after(g)).toEqual(row.after);
    }
  });

  test('multinomial', () => {
    for (const row of rows.filter((r) => r.op === 'multinomial')) {
      const g = seeded(row);
      const got = sampleMultinomial(unpack(row.p as Packed), row.count as number, row.replacement as boolean, g);
      expect(Array.from(got), JSON.stringify(row)).toEqual(Array.from(toWorking(unpack(row))));
      expect(after(g)).toEqual(row.after);
    }
  });

  test('refusals of random_', () => {
    for (const row of rows.filter((r) => r.op === 'refused')) {
      const t = fromNumbers([3], DTYPES[row.dtype], [0, 0, 0]);
      const error = (() => {
        try {
          fillRandom(t, integer(row.args[0]), integer(row.args[1]), new Generator());
          return null;
        } catch (e) {
          return e instanceof PyError ? [e.name, e.message] : e;
        }
      })();
      expect(error, JSON.stringify(row)).toEqual(row.error ? [row.error, row.message] : null);
    }
  });

  test('taking draws back', () => {
    const g = new Generator().manualSeed(9);
    const copy = g.clone();
    copyInto(empty([4], DTYPES.float64), fromNumbers([4], DTYPES.float32, [1, 2, 3, 4]));
    expect(after(copy)).toEqual(after(g));
  });
});
