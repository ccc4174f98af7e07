import { afterAll, describe, expect, test } from 'vitest';
import {
  copyInto,
  empty,
  emptyStrided,
  float32,
  formatExponent,
  formatFixed,
  type PrintOptions,
  setPrintOptions,
  storageExtent,
  type Tensor,
  tensorRepr,
} from '../../../src/engine/tensor/index.ts';
import { golden, type Packed, unpack } from './support.ts';

type Row =
  | { tensor: Packed; options: Partial<PrintOptions>; grad?: boolean; fn?: string; repr: string; strides?: number[] }
  | { bits: string; digits: number; fixed: string; exponent: string };

const { rows } = golden<Row>('printing');

afterAll(() => setPrintOptions({ profile: 'default' }));

/** The same numbers in the layout of the golden. */
function laidOut(t: Tensor, strides: number[] | undefined): Tensor {
  if (!strides || strides.includes(0)) return t;
  const out = emptyStrided(t.sizes, strides, t.dtype);
  expect(storageExtent(t.sizes, strides)).toBeGreaterThan(0);
  copyInto(out, t);
  return out;
}

describe('printing agrees with PyTorch to the character', () => {
  const tensors = rows.filter((r) => 'repr' in r);
  test(`${tensors.length} tensors`, () => {
    for (const r of tensors) {
      setPrintOptions({ profile: 'default' });
      setPrintOptions({ sci_mode: null, ...r.options });
      const t = laidOut(unpack(r.tensor), r.strides);
      expect(tensorRepr(t, { requiresGrad: r.grad ?? false, gradFn: r.fn ?? null }), JSON.stringify(r)).toBe(r.repr);
    }
  });
  const formats = rows.filter((r) => 'bits' in r);
  test(`${formats.length} numbers in fixed and exponent form`, () => {
    for (const r of formats) {
      const x = Buffer.from(r.bits, 'hex').readDoubleLE();
      expect([formatFixed(x, r.digits), formatExponent(x, r.digits)], JSON.stringify(r)).toEqual([r.fixed, r.exponent]);
    }
  });
});

test('a tensor without numbers prints as a meta tensor', () => {
  setPrintOptions({ profile: 'default' });
  expect(tensorRepr(empty([2, 3], float32, { fake: true }))).toBe('tensor(..., size=(2, 3))');
});
