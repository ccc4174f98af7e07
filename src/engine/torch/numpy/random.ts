/**
 * `numpy.random`'s old generator: MT19937 seeded by one number, and the samplers over it, drawing in numpy's order, bit for
 * bit.
 *
 * Unseeded it starts as if seeded with 0: the engine knows no chance. Leaves out: `default_rng` (`generator.ts`),
 * most distributions (`legacy.ts`).
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { PyList } from '../../python/containers.ts';
import { log } from '../../python/elementary/index.ts';
import { part } from '../../python/packs.ts';
import { journal } from '../../python/journal.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { fromNumbers } from '../../tensor/create.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import { Mt19937 } from '../../tensor/random/mt19937.ts';
import type { Tensor } from '../../tensor/tensor.ts';

const { float64, int64 } = DTYPES;
const total = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);

const rarer = part<{ once: typeof import('./legacy.ts').once }>('numpy-more', 'choice');

export class RandomState {
  private readonly twister = new Mt19937();
  /** The second number of a pair of normal ones. */
  private spare: number | null = null;

  constructor(seed = 0) {
    this.reset(seed);
  }

  private reset(seed: number): void {
    this.twister.seed(seed);
    this.spare = null;
  }

  /** Call before drawing: what a trace draws must be taken back with it. */
  willChange(): void {
    if (!journal.open) return;
    const state = this.twister.state.slice();
    const { at } = this.twister;
    const { spare } = this;
    journal.record(this, () => {
      this.twister.state.set(state);
      this.twister.at = at;
      this.spare = spare;
    });
  }

  seed(seed: number): void {
    if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) raise('ValueError', 'Seed must be between 0 and 2**32 - 1');
    this.willChange();
    this.reset(seed);
  }

  uniform01(): number {
    const a = this.twister.next() >>> 5;
    const b = this.twister.next() >>> 6;
    return (a * 67108864 + b) / 9007199254740992;
  }

  gauss(): number {
    if (this.spare !== null) {
      const v = this.spare;
      this.spare = null;
      return v;
    }
    for (;;) {
      const x1 = 2 * this.uniform01() - 1;
      const x2 = 2 * this.uniform01() - 1;
      const r2 = x1 * x1 + x2 * x2;
      if (r2 >= 1 || r2 === 0) continue;
      const f = Math.sqrt((-2 * log(r2)) / r2);
      this.spare = f * x1;
      return f * x2;
    }
  }

  /** Exponential, of mean 1. */
  waiting(): number {
    return -log(1 - this.uniform01());
  }

  word(): number {
    return this.twister.next();
  }

  /** All that decides the draws to come. A fresh block counts as used up, as in numpy. */
  state(): { words: number[]; at: number; spare: number | null } {
    return { words: [...this.twister.state], at: Math.min(this.twister.at, 624), spare: this.spare };
  }
  setState(words: ArrayLike<number>, at: number, spare: number | null): void {
    this.willChange();
    this.twister.state.set(words);
    this.twister.at = at;
    this.spare = spare;
  }

  /** A whole number from 0 to `max`, by masks. */
  private upTo(max: number): number {
    if (max === 0) return 0;
    if (max > 0xffffffff) throw new Unsupported('numpy.random over more than 2**32 numbers');
    let mask = max;
    for (const s of [1, 2, 4, 8, 16]) mask |= mask >>> s;
    for (;;) {
      const v = (this.twister.next() & mask) >>> 0;
      if (v <= max) return v;
    }
  }

  fill(sizes: readonly number[], d: DType, draw: (i: number) => number): Tensor {
    this.willChange();
    return fromNumbers(
      sizes,
      d,
      Float64Array.from({ length: total(sizes) }, (_, i) => draw(i)),
    );
  }

  random(sizes: readonly number[]): Tensor {
    return this.fill(sizes, float64, () => this.uniform01());
  }
  uniform(low: (i: number) => number, high: (i: number) => number, sizes: readonly number[]): Tensor {
    return this.fill(sizes, float64, (i) => low(i) + (high(i) - low(i)) * this.uniform01());
  }
  normal(mean: (i: number) => number, scale: (i: number) => number, sizes: readonly number[]): Tensor {
    return this.fill(sizes, float64, (i) => {
      if (scale(i) < 0) raise('ValueError', 'scale < 0');
      return mean(i) + scale(i) * this.gauss();
    });
  }
  exponential(scale: number, sizes: readonly number[]): Tensor {
    if (scale < 0) raise('ValueError', 'scale < 0');
    return this.fill(sizes, float64, () => scale * this.waiting());
  }
  integers(low: number, high: number, sizes: readonly number[], d: DType): Tensor {
    if (d.name !== 'int64' && d.name !== 'int32') throw new Unsupported(`numpy.random.randint of ${d.name}`);
    if (low >= high) raise('ValueError', low === 0 ? 'high <= 0' : 'low >= high');
    return this.fill(sizes, d, () => low + this.upTo(high - 1 - low));
  }

  /** The order of `n` things after a shuffle. */
  order(n: number): number[] {
    this.willChange();
    const order = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = this.upTo(i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  shuffleList(list: PyList): void {
    const order = this.order(list.items.length);
    const before = [...list.items];
    order.forEach((from, i) => list.set(i, before[from]));
  }

  /** Places of a choice among `n`. */
  places(n: number, sizes: readonly number[] | null, replace: boolean, weights: Tensor | null): Tensor {
    const shape = sizes ?? [];
    const want = total(shape);
    if (weights) {
      const p = toFloat64(weights).slice();
      if (p.length !== n) raise('ValueError', "'a' and 'p' must have same size");
      if (p.some((x) => x < 0)) raise('ValueError', 'Probabilities are not non-negative');
      if (Math.abs(p.reduce((a, b) => a + b, 0) - 1) > 1.5e-8) {
        raise('ValueError', 'Probabilities do not sum to 1. See Notes section of docstring for more information.');
      }
      return replace ? this.weighted(p, shape) : rarer().once(this, p, shape, want);
    }
    if (replace) return this.integers(0, n, shape, int64);
    if (want > n) raise('ValueError', "Cannot take a larger sample than population when 'replace=False'");
    return fromNumbers(shape, int64, this.order(n).slice(0, want));
  }

  private weighted(p: Float64Array, shape: readonly number[]): Tensor {
    const sums = running(p);
    return this.fill(shape, int64, () => above(sums, this.uniform01()));
  }
}

export function running(p: Float64Array): Float64Array {
  const sums = p.slice();
  for (let i = 1; i < sums.length; i++) sums[i] += sums[i - 1];
  const all = sums[sums.length - 1];
  return sums.map((s) => s / all);
}

/** The first place whose running sum lies above `x`. */
export function above(sums: Float64Array, x: number): number {
  let lo = 0;
  let hi = sums.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (x < sums[mid]) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}
