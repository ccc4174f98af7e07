import { describe, expect, test } from 'vitest';
import { PyError } from '../../../src/engine/python/errors.ts';
import {
  broadcastSizes,
  elementwiseLayout,
  expandStrides,
  inferSize,
  isChannelsLastContiguous,
  isContiguous,
  isNonOverlappingAndDense,
  likeStrides,
  numelOf,
  viewStrides,
  wrapDim,
} from '../../../src/engine/tensor/index.ts';
import { golden } from './support.ts';

interface Row {
  kind: string;
  sizes: number[];
  strides: number[];
  target: number[];
  numel: number;
  a: number[];
  b: number[];
  dim: number;
  rank: number;
  ok?: unknown;
  error?: string;
  message?: string;
  contiguous: boolean;
  dense: boolean;
  channelsLast: boolean;
  like: number[];
  clone: number[];
}

const { rows } = golden<Row>('views');
const of = (kind: string): Row[] => rows.filter((r) => r.kind === kind);

/** The result, or the exception's type and message. */
function attempt(f: () => unknown): unknown {
  try {
    return { ok: f() };
  } catch (e) {
    if (e instanceof PyError) return { error: e.name, message: e.message };
    throw e;
  }
}
const expected = (r: Row): unknown => (r.error ? { error: r.error, message: r.message } : { ok: r.ok });

describe('sizes and strides agree with PyTorch', () => {
  test('contiguity, density, copies', () => {
    for (const r of of('facts')) {
      const { sizes: s, strides: t } = r;
      const label = `${s} / ${t}`;
      expect(isContiguous(s, t), label).toBe(r.contiguous);
      expect(isNonOverlappingAndDense(s, t), label).toBe(r.dense);
      expect(isChannelsLastContiguous(s, t, 4), label).toBe(r.channelsLast);
      expect(likeStrides(s, t), label).toEqual(r.like);
      expect(likeStrides(s, t), label).toEqual(r.clone);
    }
  });
  test('view', () => {
    for (const r of of('view')) expect(viewStrides(r.sizes, r.strides, r.target), JSON.stringify(r)).toEqual(r.ok ?? null);
  });
  test('inferred sizes', () => {
    for (const r of of('infer'))
      expect(
        attempt(() => inferSize(r.target, r.numel)),
        JSON.stringify(r),
      ).toEqual(expected(r));
  });
  test('broadcasting', () => {
    for (const r of of('broadcast'))
      expect(
        attempt(() => broadcastSizes(r.a, r.b)),
        JSON.stringify(r),
      ).toEqual(expected(r));
  });
  test('expand', () => {
    for (const r of of('expand')) {
      const got = attempt(() => {
        const e = expandStrides(r.sizes, r.strides, r.target);
        return [e.sizes, e.strides];
      });
      expect(got, JSON.stringify(r)).toEqual(expected(r));
    }
  });
  test('dimension numbers', () => {
    for (const r of of('dim'))
      expect(
        attempt(() => wrapDim(r.dim, r.rank) >= 0),
        JSON.stringify(r),
      ).toEqual(expected(r));
  });
});

describe('layouts of elementwise results agree with PyTorch', () => {
  const layouts = golden<{ in: [number[], number[]][]; sizes: number[]; strides: number[] }>('layouts').rows;
  test(`${layouts.length} cases`, () => {
    for (const r of layouts) {
      const got = elementwiseLayout(r.in.map(([sizes, strides]) => ({ sizes, strides })));
      expect(got, JSON.stringify(r)).toEqual({ sizes: r.sizes, strides: r.strides });
      expect(numelOf(got.sizes)).toBe(numelOf(r.sizes));
    }
  });
});
