/** What ordering operators share: the order of numbers, lines along a dimension, and the gradient of what was picked by index. */
import { toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import type { BackwardContext } from '../op.ts';

/** Ascending, NaN last; equal values keep their order. */
export const before = (a: number, b: number): number => (a !== a ? (b !== b ? 0 : 1) : b !== b ? -1 : a - b);

/** Visits every line along `dim`: the values of one line and where they lie. */
export function lines(self: Tensor, dim: number, f: (values: number[], at: (i: number) => number, line: number) => void): void {
  const { outer, length, inner } = along(self.sizes, dim);
  const w = toWorking(self);
  for (let a = 0; a < outer; a++) {
    for (let b = 0; b < inner; b++) {
      const base = a * length * inner + b;
      const values = new Array<number>(length);
      for (let i = 0; i < length; i++) values[i] = w[base + i * inner];
      f(values, (i) => base + i * inner, a * inner + b);
    }
  }
}

export function sortedOrder(values: number[], descending: boolean): number[] {
  const order = values.map((_, i) => i);
  return order.sort((i, j) => (descending ? before(values[j], values[i]) : before(values[i], values[j])) || i - j);
}

export const pairOf = (self: Tensor, sizes: readonly number[]): Tensor[] => [
  empty(sizes, self.dtype, { device: self.device }),
  empty(sizes, int64, { device: self.device }),
];

/** Gradient of values picked along a dimension, kept as a dimension. */
export const pickedBack = (c: BackwardContext): Tensor => {
  const sizes = c.like('self').sizes;
  const k = c.call;
  return k.one('scatter.src', k.one('new_zeros', c.g, sizes), c.arg('dim'), c.results[1], c.g);
};

/** The least and the greatest, NaN if there is one: `Math.min(...w)` takes no more than some 100,000 arguments. */
export function rangeOf(w: ArrayLike<number>): [number, number] {
  let [lo, hi] = [Infinity, -Infinity];
  for (let i = 0; i < w.length; i++) [lo, hi] = [Math.min(lo, w[i]), Math.max(hi, w[i])];
  return [lo, hi];
}
