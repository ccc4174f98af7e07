/** Laws of the short ways: each gives the bits of the long one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empty, fill, float32, fromNumbers, sumWorking, toNumbers } from '../../../src/engine/tensor/index.ts';
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

test('and at both ends of each interval that has a series of its own, where the series is worst', () => {
  const single = new Float32Array(1);
  const bits = new Int32Array(single.buffer);
  const wrong: number[] = [];
  for (let end = 0; end < 10 * 128; end++) {
    single[0] = end / 128;
    for (let left = 100, at = bits[0] - 50; left > 0; left--, at++) {
      bits[0] = at;
      const x = single[0];
      if (!Object.is(tanhRounded(x), Math.fround(tanh(x))) || !Object.is(tanhRounded(-x), -tanhRounded(x))) wrong.push(x);
    }
  }
  expect(wrong.filter((x) => x === x)).toEqual([]);
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

test('a wide product in panels is what its columns are alone', () => {
  const some = fc.float({ noNaN: true, min: -100, max: 100 });
  fc.assert(
    fc.property(
      fc.integer({ min: 16, max: 40 }),
      fc.integer({ min: 64, max: 90 }),
      fc.integer({ min: 8, max: 130 }),
      fc.infiniteStream(some),
      (m, n, k, stream) => {
        const draw = (count: number): Float32Array => Float32Array.from({ length: count }, () => stream.next().value as number);
        const [a, bt] = [draw(m * k), draw(n * k)];
        const wide = gemm('nt', m, n, k, a, bt);
        // Eight columns are no panel; what follows the last whole eight has an order of its own.
        for (let c = 0; c + 8 <= n; c += 8) {
          const narrow = gemm('nt', m, 8, k, a, bt.slice(c * k, (c + 8) * k));
          for (let i = 0; i < m - (m % 4); i++) expect([...wide.slice(i * n + c, i * n + c + 8)]).toEqual([...narrow.slice(8 * i, 8 * i + 8)]);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('rows summed together have the sums that each has alone', () => {
  const some = fc.oneof(fc.float({ noNaN: true, min: -100, max: 100 }), fc.constantFrom(0, -0));
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 700 }), fc.integer({ min: 1, max: 5 }), fc.infiniteStream(some), (size, more, stream) => {
      const rows = Math.ceil(1024 / size) + more;
      const all = Float32Array.from({ length: rows * size }, () => stream.next().value as number);
      const alone = Array.from({ length: rows }, (_, r) => sumWorking(all.slice(r * size, (r + 1) * size), [size], [true])[0]);
      expect([...sumWorking(all, [rows, size], [false, true])]).toEqual(alone);
    }),
    { numRuns: 60 },
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
