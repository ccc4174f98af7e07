/** Number formats against PyTorch and ml_dtypes (number_formats.py makes the numbers), and the laws of the explorer. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { madeOf } from '../../../src/components/ref/bits.ts';
import { bitsOf, block, codecOf, describedCodec, errorOf, isExact, neighbour, parse, split, widthOf } from '../../../src/components/ref/codec.ts';
import { formats } from '../../../src/components/ref/load.ts';

const made = JSON.parse(readFileSync('test/unit/site/number-formats.json', 'utf8')) as {
  numbers: number[];
  torch: Record<string, number[]>;
  ml_dtypes: Record<string, number[]>;
  values: Record<string, (string | null)[]>;
};
const of = (id: string) => {
  const found = formats().find((format) => format.id === id);
  if (!found) throw new Error(id);
  return found;
};
const rounding = formats().filter(({ kind }) => kind !== 'scale');

test.each(Object.keys(made.torch))('%s rounds as PyTorch does', (id) => {
  expect(isExact(of(id))).toBe(true);
  expect(made.numbers.map((x) => codecOf(of(id)).encode(x))).toEqual(made.torch[id]);
});

test.each(Object.keys(made.ml_dtypes))('%s, by its description, rounds as ml_dtypes does', (id) => {
  expect(made.numbers.map((x) => describedCodec(of(id)).encode(x))).toEqual(made.ml_dtypes[id]);
});

test.each(Object.keys(made.values))('%s: every code has the value that ml_dtypes gives it', (id) => {
  const said = made.values[id]?.map((text) => (text === null ? NaN : text === 'inf' ? Infinity : text === '-inf' ? -Infinity : Number(text)));
  expect(said?.map((_, code) => describedCodec(of(id)).decode(code))).toEqual(said);
});

describe.each(rounding)('$id', (f) => {
  const codec = codecOf(f);
  const codes = widthOf(f) <= 16 ? Array.from({ length: 2 ** Math.min(16, widthOf(f)) }, (_, i) => i) : [0, 1, 0x3dcc, 2 ** 18 - 7, 2 ** 17 + 12345];
  // Mismatches are gathered first: an assertion for each of 65,536 codes would take most of a minute.
  const wrong = (bad: (code: number) => boolean) => codes.filter(bad);
  test('description and engine agree on every code', () => {
    expect(wrong((code) => !Object.is(describedCodec(f).decode(code), codec.decode(code)))).toEqual([]);
  });
  test('a value goes back to its code', () => {
    const back = (value: number) => Number.isNaN(value) || codec.decode(codec.encode(value)) === value;
    expect(wrong((code) => !back(codec.decode(code)))).toEqual([]);
  });
  test('neighbours are next to each other', () => {
    const apart = (code: number) => {
      const next = neighbour(code, 1, f);
      if (next === null) return false;
      const back = neighbour(next, -1, f);
      return codec.decode(next) <= codec.decode(code) || back === null || codec.decode(back) !== codec.decode(code);
    };
    expect(wrong(apart)).toEqual([]);
  });
  test('parts make the code again', () => {
    const differs = (code: number) => {
      const { sign, exp, frac } = split(code, f);
      return (sign * 2 ** f.exponent + exp) * 2 ** f.mantissa + frac !== code || bitsOf(code, f).length !== widthOf(f);
    };
    expect(wrong(differs)).toEqual([]);
    expect(madeOf(codec.encode(1), f)).toContain('(1 + 0/');
  });
});

test('what people type', () => {
  const f = of('bfloat16');
  expect(parse(' 1/4 ', f)).toBe(0.25);
  expect(parse('-pi', f)).toBe(-Math.PI);
  expect(parse('2^-10', f)).toBe(2 ** -10);
  expect(parse('-inf', f)).toBe(-Infinity);
  expect(parse('nan', f)).toBeNaN();
  expect(parse('0x3f80', f)).toBe(1);
  expect(parse('1e-3', f)).toBe(0.001);
  for (const bad of ['', 'x', '0x1ffff', '1/x', '--1', '1e', '<b>']) expect(parse(bad, f), bad).toBeNull();
});

test('errors', () => {
  expect(errorOf(1, 1)).toEqual({ absolute: '0', relative: '0' });
  expect(errorOf(2, 0)).toEqual({ absolute: '2', relative: '–' });
  expect(errorOf(Infinity, 70000)).toEqual({ absolute: '–', relative: '–' });
});

test('an MX block: the largest number is in range, the scale is a power of two, AWS leaves one bit more', () => {
  const f = of('float8_e4m3fn');
  const numbers = [0.5, -1.25, 3.1, 0.02, 100];
  const [sample, aws] = [block(numbers, f, 0), block(numbers, f, 1)];
  expect(aws.scale).toBe(sample.scale * 2);
  for (const { element } of sample.rows) expect(Math.abs(element)).toBeLessThanOrEqual(448);
  expect(block([0, 0], f, 0).scale).toBe(2 ** -127);
});
