/** The short way of elementwise operators gives the numbers, the shape and the layout of the general way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOverloads, findOp } from '../../../src/engine/aten/table.ts';
import type { Arg, Op } from '../../../src/engine/aten/op.ts';
import { PyFloat } from '../../../src/engine/python/values.ts';
import { fromNumbers } from '../../../src/engine/tensor/create.ts';
import { float32 } from '../../../src/engine/tensor/dtype.ts';
import type { Tensor } from '../../../src/engine/tensor/tensor.ts';

const SHORT = allOverloads()
  .map((name) => findOp(name) as Op)
  .filter((op) => op.short !== undefined);

const general = (op: Op, args: readonly Arg[]): Tensor => {
  const out = op.meta?.(...(args as never[]));
  op.kernel?.(out as never, ...(args as never[]));
  return out as Tensor;
};

/** Bits of float32 numbers. JavaScript leaves the sign of a NaN open, and it changes as V8 compiles: one NaN stands for all. */
const bits = (bytes: Uint8Array): number[] => Array.from(new Uint32Array(bytes.slice().buffer), (w) => ((w & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : w));

const seen = (t: Tensor): unknown => ({
  dtype: t.dtype.name,
  sizes: t.sizes,
  strides: t.strides,
  offset: t.offset,
  bits: bits(t.storage.bytes() as Uint8Array),
});

describe('the short way of elementwise operators', () => {
  it('exists for the commonest', () => {
    expect(SHORT.map((op) => op.overload)).toEqual(expect.arrayContaining(['add.Tensor', 'sub.Scalar', 'mul.Tensor', 'div.Tensor', 'exp', 'tanh', 'relu']));
  });

  it('agrees with the general way to the bit', () => {
    // Few elements, more than a view costs, and more than storages that share a buffer have.
    const sizes = fc.constantFrom<number[]>([1], [3], [2, 2], [4, 5], [3, 100]);
    const numbers = (n: number): fc.Arbitrary<number[]> => fc.array(fc.float(), { minLength: n, maxLength: n });
    const given = sizes.chain((size) => {
      const n = size.reduce((a, b) => a * b, 1);
      return fc.tuple(
        fc.constant(size),
        numbers(n),
        numbers(n),
        fc.oneof(fc.integer({ min: -9, max: 9 }), fc.float()),
        fc.constantFrom('tensor', 'self', 'number'),
      );
    });
    fc.assert(
      fc.property(fc.constantFrom(...SHORT), given, (op, [size, first, second, number, kind]) => {
        const a = fromNumbers(size, float32, first);
        const two = op.sig.args.length > 1;
        const scalar = Number.isInteger(number) ? number : new PyFloat(number);
        const b = kind === 'number' ? scalar : kind === 'self' ? a : fromNumbers(size, float32, second);
        const args = op.sig.args.map((arg, i) => (i === 0 ? a : i === 1 && two ? b : arg.def));
        const short = op.short?.(args);
        expect(short).not.toBeNull();
        expect(seen(short as Tensor)).toEqual(seen(general(op, args)));
      }),
      { numRuns: 400 },
    );
  });

  it('leaves to the general way what is not flat', () => {
    const a = fromNumbers([2, 3], float32, [1, 2, 3, 4, 5, 6]);
    const row = fromNumbers([3], float32, [1, 2, 3]);
    const add = findOp('add.Tensor') as Op;
    expect([
      add.short?.([a, row, 1]),
      add.short?.([row, a, 1]),
      add.short?.([a, a, 2]),
      add.short?.([a, true, 1]),
      add.short?.([fromNumbers([], float32, [1]), a, 1]),
    ]).toEqual([null, null, null, null, null]);
  });
});
