/** Laws of the number formats: decoding undoes encoding, encoding finds the nearest value, order is kept. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bool,
  canCast,
  copyInto,
  type DType,
  DTYPES,
  empty,
  fromBigInts,
  fromNumbers,
  int64,
  promoteTypes,
  rounding,
  toBigInts,
  toNumbers,
} from '../../../src/engine/tensor/index.ts';
import { float8 } from '../../../src/engine/tensor/float8.ts';
import '../../../src/engine/packs/float8.ts';

interface Format {
  name: string;
  codes: number;
  encode: (x: number) => number;
  decode: (code: number) => number;
}

const FORMATS: Format[] = [
  { name: 'float16', codes: 65536, encode: rounding.encodeF16, decode: rounding.decodeF16 },
  { name: 'bfloat16', codes: 65536, encode: rounding.encodeBF16, decode: rounding.decodeBF16 },
  ...Object.entries(float8).map(([name, { encode, decode }]) => ({ name, codes: 256, encode, decode })),
];

const float32 = fc.float({ noNaN: true });

for (const f of FORMATS) {
  describe(f.name, () => {
    test('every pattern that is a number survives the round trip', () => {
      for (let code = 0; code < f.codes; code++) {
        const x = f.decode(code);
        if (x === x && f.encode(x) !== code) expect(`${code} → ${x} → ${f.encode(x)}`).toBe('');
      }
    });
    test('rounding is idempotent, odd and monotone', () => {
      const round = (x: number): number => f.decode(f.encode(x));
      fc.assert(
        fc.property(float32, float32, (x, y) => {
          expect(round(round(x))).toBe(round(x));
          expect(Object.is(round(-x), -round(x))).toBe(true);
          if (x <= y) expect(round(x)).toBeLessThanOrEqual(round(y));
        }),
      );
    });
    test('no other value lies nearer', () => {
      const values = Array.from({ length: f.codes }, (_, i) => f.decode(i))
        .filter((x) => Number.isFinite(x))
        .sort((a, b) => a - b);
      const limit = values[values.length - 1];
      fc.assert(
        fc.property(fc.float({ noNaN: true, min: -Math.fround(60000), max: Math.fround(60000) }), (x) => {
          fc.pre(Math.abs(x) <= limit);
          const got = f.decode(f.encode(x));
          let low = 0;
          for (let high = values.length; low < high;) {
            const mid = (low + high) >> 1;
            if (values[mid] < x) low = mid + 1;
            else high = mid;
          }
          const nearest = Math.min(...[low - 1, low, low + 1].filter((i) => i in values).map((i) => Math.abs(values[i] - x)));
          expect(Math.abs(got - x)).toBe(nearest);
        }),
      );
    });
    test('NaN stays NaN', () => expect(f.decode(f.encode(Number.NaN))).toBeNaN());
  });
}

describe('integers', () => {
  const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  test('int64 keeps every value', () => {
    fc.assert(
      fc.property(fc.array(int, { maxLength: 5 }), (v) => {
        const t = empty([v.length], int64);
        fromBigInts(t, v);
        expect(Array.from(toBigInts(t))).toEqual(v);
        expect(toNumbers(t).map((x) => BigInt(x))).toEqual(v);
      }),
    );
  });
  test('narrowing wraps around, and narrowing twice is narrowing once', () => {
    const to = (t: ReturnType<typeof empty>, d: DType): ReturnType<typeof empty> => {
      const out = empty(t.sizes, d);
      copyInto(out, t);
      return out;
    };
    fc.assert(
      fc.property(int, (v) => {
        const t = empty([1], int64);
        fromBigInts(t, [v]);
        for (const [name, bits] of [
          ['int32', 32],
          ['int16', 16],
          ['int8', 8],
        ] as const) {
          expect(toNumbers(to(t, DTYPES[name]))).toEqual([Number(BigInt.asIntN(bits, v))]);
        }
        expect(toNumbers(to(t, DTYPES.uint8))).toEqual([Number(BigInt.asUintN(8, v))]);
        expect(toNumbers(to(to(t, DTYPES.int32), DTYPES.int8))).toEqual(toNumbers(to(t, DTYPES.int8)));
        expect(toNumbers(to(t, bool))).toEqual([v !== 0n]);
      }),
    );
  });
  test('a Python number is written as the same number where the type holds it', () => {
    fc.assert(
      fc.property(fc.integer(), (v) => {
        expect(toNumbers(fromNumbers([1], DTYPES.int32, [v]))).toEqual([v]);
      }),
    );
  });
});

describe('promotion', () => {
  const plain = Object.values(DTYPES).filter((d) => !d.name.startsWith('float8') && d.name !== 'complex64');
  const type = fc.constantFrom(...plain);
  test('is commutative and idempotent, and each operand can be cast to the result', () => {
    fc.assert(
      fc.property(type, type, (a, b) => {
        const c = promoteTypes(a, b);
        expect(promoteTypes(b, a)).toBe(c);
        expect(promoteTypes(c, a)).toBe(c);
        expect(canCast(a, c)).toBe(true);
      }),
    );
  });
  // PyTorch's lattice is not associative where uint8 and a signed type meet a 16-bit float; without uint8 it is.
  test('is associative without uint8', () => {
    const signed = fc.constantFrom(...plain.filter((d) => d.name !== 'uint8'));
    fc.assert(
      fc.property(signed, signed, signed, (a, b, c) => {
        expect(promoteTypes(promoteTypes(a, b), c)).toBe(promoteTypes(a, promoteTypes(b, c)));
      }),
    );
  });
});
