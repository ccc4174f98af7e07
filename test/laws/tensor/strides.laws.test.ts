/** Laws of sizes and strides: what must hold for every shape and layout. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  broadcastSizes,
  broadcastStrides,
  collapse,
  contiguousStrides,
  copyInto,
  dataOf,
  elementwiseLayout,
  empty,
  emptyLike,
  emptyStrided,
  expandStrides,
  float32,
  forEachRow,
  fromWorking,
  internalOverlap,
  isContiguous,
  isNonOverlappingAndDense,
  numelOf,
  type Tensor,
  toWorking,
  viewOf,
  viewStrides,
} from '../../../src/engine/tensor/index.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 });

/** A tensor counting 0, 1, 2 … in memory, seen through a random permutation, steps and repeats. */
const strided = fc
  .record({
    sizes,
    keys: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
    step: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 4, maxLength: 4 }),
    repeat: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ sizes: s, keys, step, repeat }): Tensor => {
    const order = s.map((_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b);
    const strides = new Array<number>(s.length);
    let at = 1;
    for (const d of order) {
      strides[d] = repeat[d] && keys[d] % 3 === 0 ? 0 : at * step[d];
      at *= s[d] * step[d];
    }
    const t = emptyStrided(s, strides, float32);
    const memory = dataOf(t) as Float32Array;
    memory.forEach((_, i) => {
      memory[i] = i;
    });
    return t;
  });

/** Addresses in logical order, by the definition. */
function addresses(t: Tensor): number[] {
  const out: number[] = [];
  const walk = (d: number, p: number): void => {
    if (d === t.dim) out.push(p);
    else for (let i = 0; i < t.sizes[d]; i++) walk(d + 1, p + i * t.strides[d]);
  };
  walk(0, t.offset);
  return out;
}

describe('walking', () => {
  test('rows visit every element once, in logical order', () => {
    fc.assert(
      fc.property(strided, (t) => {
        const seen: number[] = [];
        forEachRow(t.sizes, t.strides, t.offset, (p, step, count, at) => {
          expect(at).toBe(seen.length);
          for (let i = 0; i < count; i++) seen.push(p + i * step);
        });
        expect(seen).toEqual(addresses(t));
      }),
    );
  });
  test('merging dimensions keeps the number of elements', () => {
    fc.assert(
      fc.property(strided, (t) => {
        expect(numelOf(collapse(t.sizes, [t.strides]).sizes)).toBe(t.numel);
      }),
    );
  });
  test('what is read is what lies at the addresses', () => {
    fc.assert(
      fc.property(strided, (t) => {
        expect(Array.from(toWorking(t))).toEqual(addresses(t));
      }),
    );
  });
  test('writing and reading back gives the same, unless elements share an address', () => {
    fc.assert(
      fc.property(strided, (t) => {
        fc.pre(internalOverlap(t.sizes, t.strides) !== 'yes');
        const values = Float32Array.from({ length: t.numel }, (_, i) => i * 3 + 1);
        fromWorking(t, values);
        expect(Array.from(toWorking(t))).toEqual(Array.from(values));
      }),
    );
  });
});

describe('views', () => {
  test('a view of a contiguous tensor is always possible and contiguous', () => {
    fc.assert(
      fc.property(sizes, fc.nat(1000), (s, seed) => {
        const flat = numelOf(s);
        const divisors = Array.from({ length: flat }, (_, i) => i + 1).filter((d) => flat % d === 0);
        const d = divisors[seed % divisors.length];
        expect(viewStrides(s, contiguousStrides(s), [d, flat / d])).toEqual(contiguousStrides([d, flat / d]));
      }),
    );
  });
  test('where a view is possible it shows the same elements in the same order', () => {
    fc.assert(
      fc.property(strided, fc.nat(1000), (t, seed) => {
        const n = t.numel;
        const divisors = Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);
        const d = divisors[seed % divisors.length];
        const strides = viewStrides(t.sizes, t.strides, [d, n / d]);
        if (strides) expect(addresses(viewOf(t, [d, n / d], strides))).toEqual(addresses(t));
      }),
    );
  });
  test('a tensor can be viewed in its own shape', () => {
    fc.assert(
      fc.property(strided, (t) => {
        const strides = viewStrides(t.sizes, t.strides, t.sizes);
        expect(strides).not.toBeNull();
        expect(addresses(viewOf(t, t.sizes, strides as number[]))).toEqual(addresses(t));
      }),
    );
  });
});

describe('broadcasting', () => {
  const pair = fc
    .tuple(sizes, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), fc.nat(4))
    .map(([s, ones, cut]) => [s, s.map((v, i) => (ones[i] ? 1 : v)).slice(cut)] as const);
  test('is commutative and associative, and a shape with ones in it is absorbed', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(broadcastSizes(a, b)).toEqual(a);
        expect(broadcastSizes(b, a)).toEqual(a);
        expect(broadcastSizes(broadcastSizes(b, a), b)).toEqual(a);
      }),
    );
  });
  test('expand agrees with broadcasting', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const t = empty(b, float32);
        const e = expandStrides(t.sizes, t.strides, a);
        expect(e.sizes).toEqual(a);
        const seen = broadcastStrides(t, a);
        a.forEach((s, d) => {
          if (s > 1) expect(e.strides[d]).toBe(seen[d]);
        });
      }),
    );
  });
});

describe('layouts', () => {
  test('results are dense and of the common shape', () => {
    fc.assert(
      fc.property(strided, (t) => {
        const out = elementwiseLayout([t]);
        expect(out.sizes).toEqual(t.sizes);
        expect(isNonOverlappingAndDense(out.sizes, out.strides)).toBe(true);
        if (isContiguous(t.sizes, t.strides)) expect(isContiguous(out.sizes, out.strides)).toBe(true);
      }),
    );
  });
  test('a copy in preserved format is dense and holds the same numbers', () => {
    fc.assert(
      fc.property(strided, (t) => {
        const copy = emptyLike(t);
        copyInto(copy, t);
        expect(isNonOverlappingAndDense(copy.sizes, copy.strides)).toBe(true);
        expect(Array.from(toWorking(copy))).toEqual(Array.from(toWorking(t)));
      }),
    );
  });
});
