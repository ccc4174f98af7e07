/** Laws of the short ways: each gives the bits of the long one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empty, fill, float32, fromNumbers, toNumbers } from '../../../src/engine/tensor/index.ts';
import { argMax, argMin, rowMax, rowMin } from '../../../src/engine/tensor/extremes.ts';
import { tanh, tanhRounded } from '../../../src/engine/tensor/math/index.ts';
import { gemm } from '../../../src/engine/tensor/gemm.ts';
import { lanes } from '../../../src/engine/tensor/simd.ts';

const single = fc.float();
const tricky = fc.oneof(single, fc.constantFrom(0, -0, 1, -1, NaN, Infinity, -Infinity));

test('tanhRounded is tanh, rounded', () => {
  fc.assert(
    fc.property(fc.oneof(single, fc.float({ min: -10, max: 10 })), (x) => Object.is(tanhRounded(x), Math.fround(tanh(x)))),
    { numRuns: 5000 },
  );
});

describe('extremes', () => {
  const beats = (a: number, b: number, max: boolean): boolean => (b !== b ? false : a !== a ? true : max ? a > b : a < b);
  for (const [max, place, value] of [
    [true, argMax, rowMax],
    [false, argMin, rowMin],
  ] as const) {
    test(`${place.name} and ${value.name}: NaN above all, the first of equals`, () => {
      fc.assert(
        fc.property(fc.array(tricky, { minLength: 1, maxLength: 40 }), fc.nat(3), (list, at) => {
          const w = Float64Array.from([...new Array<number>(at).fill(Infinity), ...list]);
          let k = 0;
          for (let i = 1; i < list.length; i++) if (beats(list[i] as number, list[k] as number, max)) k = i;
          expect(place(w, at, list.length)).toBe(k);
          expect(value(w, at, list.length)).toBe(list[k]);
        }),
      );
    });
  }
});

test('the vector loop rounds every product and every sum', () => {
  const l = lanes();
  if (l === null) throw new Error('no WebAssembly SIMD here');
  const some = fc.float({ noNaN: true, min: -100, max: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 }), fc.boolean(), fc.infiniteStream(some), (n, k, fresh, stream) => {
      const draw = (count: number): Float32Array => Float32Array.from({ length: count }, () => stream.next().value as number);
      const [a, b, c] = [draw(k), draw(k * n), draw(n)];
      expect(l.reserve(k + k * n + n + 8)).toBe(true);
      l.floats.set(a, 0);
      l.floats.set(b, k);
      l.floats.set(c, k + k * n + 4);
      l.run(4 * (k + k * n + 4), 0, 4 * k, 4 * n, n, k, fresh ? 1 : 0);
      for (let j = 0; j < n; j++) {
        let s = fresh ? Math.fround((a[0] as number) * (b[j] as number)) : (c[j] as number);
        for (let i = fresh ? 1 : 0; i < k; i++) s = Math.fround(s + Math.fround((a[i] as number) * (b[i * n + j] as number)));
        expect(l.floats[k + k * n + 4 + j]).toBe(s);
      }
    }),
  );
});

test('small storages share a buffer and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 30 }), (lengths) => {
      const made = lengths.map((n, i) => {
        const t = empty([n], float32);
        expect(toNumbers(t).every((x) => x === 0)).toBe(true);
        fill(t, i + 1);
        return t;
      });
      made.forEach((t, i) => expect(new Set(toNumbers(t))).toEqual(new Set([i + 1])));
    }),
  );
  const t = fromNumbers([3], float32, [1, 2, 3]);
  expect(t.storage.bytes()?.length).toBe(12);
});
