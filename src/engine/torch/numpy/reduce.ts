/**
 * Reductions: sums in numpy's order, means and variances made of them, extremes, cumulative ones.
 *
 * numpy sums along the axis whose elements lie closest in memory in pairs (eight running sums, blocks of 128); other axes
 * are added one after the other. Both are visible in the last digits of a scalar.
 */
import { raise } from '../../python/errors.ts';
import { toFloat64, fromWorking } from '../../tensor/access.ts';
import { empty, fromNumbers } from '../../tensor/create.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import { roundF16 } from '../../tensor/rounding.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { cast, run } from './arrays.ts';

type Round = (x: number) => number;
const roundTo = (d: DType): Round => (d.name === 'float64' ? (x) => x : d.name === 'float32' ? Math.fround : roundF16);

/** `n` numbers from `at`, `step` apart, in pairs. */
function pairs(x: Float64Array, at: number, step: number, n: number, r: Round): number {
  if (n < 8) {
    let total = -0;
    for (let i = 0; i < n; i++) total = r(total + x[at + i * step]);
    return total;
  }
  if (n <= 128) {
    const s = Array.from({ length: 8 }, (_, j) => x[at + j * step]);
    let i = 8;
    for (; i < n - (n % 8); i += 8) for (let j = 0; j < 8; j++) s[j] = r(s[j] + x[at + (i + j) * step]);
    let total = r(r(r(s[0] + s[1]) + r(s[2] + s[3])) + r(r(s[4] + s[5]) + r(s[6] + s[7])));
    for (; i < n; i++) total = r(total + x[at + i * step]);
    return total;
  }
  let half = Math.floor(n / 2);
  half -= half % 8;
  return r(pairs(x, at, step, half, r) + pairs(x, at + half * step, step, n - half, r));
}

interface Axis {
  size: number;
  step: number;
  reduced: boolean;
  /** Step in the result. */
  out: number;
}

export const keptSizes = (t: Tensor, axes: readonly number[] | null, keep: boolean): number[] =>
  t.sizes.flatMap((s, d) => (axes === null || axes.includes(d) ? (keep ? [1] : []) : [s]));

/** The axes as numpy's iterator walks them: by stride, neighbours that lie behind one another as one. */
function walked(t: Tensor, axes: readonly number[] | null): Axis[] {
  let out = 1;
  const steps = new Array<number>(t.dim).fill(0);
  for (let d = t.dim - 1; d >= 0; d--) {
    if (axes === null || axes.includes(d)) continue;
    steps[d] = out;
    out *= t.sizes[d];
  }
  const list = t.sizes
    .map((size, d): Axis & { stride: number; d: number } => ({
      size,
      step: 0,
      reduced: axes === null || axes.includes(d),
      out: steps[d],
      stride: t.strides[d],
      d,
    }))
    .filter((a) => a.size !== 1)
    .sort((a, b) => b.stride - a.stride || a.d - b.d);
  // Steps within the logical copy that the sums read.
  let block = 1;
  const place = new Array<number>(t.dim).fill(0);
  for (let d = t.dim - 1; d >= 0; d--) {
    place[d] = block;
    block *= t.sizes[d];
  }
  const merged: (Axis & { stride: number })[] = [];
  for (const a of list) {
    const last = merged.at(-1);
    const now = { ...a, step: place[a.d] };
    if (
      last &&
      last.reduced === now.reduced &&
      last.stride === now.stride * now.size &&
      last.step === now.step * now.size &&
      (now.reduced || last.out === now.out * now.size)
    ) {
      last.size *= now.size;
      last.step = now.step;
      last.stride = now.stride;
      last.out = now.out;
    } else merged.push(now);
  }
  return merged;
}

/** The sum of floats over axes (null: all), kept dimensions in the sizes. */
function sumFloats(t: Tensor, axes: readonly number[] | null, keep: boolean): Tensor {
  const r = roundTo(t.dtype);
  const x = toFloat64(t);
  const sizes = keptSizes(t, axes, keep);
  const total = new Float64Array(sizes.reduce((a, b) => a * b, 1));
  const list = walked(t, axes);
  const inner = list.at(-1);
  const go = (k: number, at: number, to: number): void => {
    if (k >= list.length - 1) {
      if (!inner) total[to] = r(total[to] + x[at]);
      else if (inner.reduced) total[to] = r(total[to] + pairs(x, at, inner.step, inner.size, r));
      else for (let i = 0; i < inner.size; i++) total[to + i * inner.out] = r(total[to + i * inner.out] + x[at + i * inner.step]);
      return;
    }
    const a = list[k];
    for (let i = 0; i < a.size; i++) go(k + 1, at + i * a.step, to + (a.reduced ? 0 : i * a.out));
  };
  if (t.numel > 0) go(0, 0, 0);
  const out = empty(sizes, t.dtype, { fake: false });
  fromWorking(out, total);
  return out;
}

const allAxes = (t: Tensor): number[] => t.sizes.map((_, d) => d);

export function sum(t: Tensor, axes: readonly number[] | null, keep: boolean): Tensor {
  if (t.dtype.category === 'float') return sumFloats(t, axes, keep);
  const d = DTYPES.int64;
  return t.dim === 0 ? cast(t, d) : run('sum.dim_IntList', t, axes ?? allAxes(t), keep, d);
}

export function prod(t: Tensor, axes: readonly number[] | null, keep: boolean): Tensor {
  const d = t.dtype.category === 'float' ? t.dtype : DTYPES.int64;
  let out = cast(t, d);
  for (const a of [...(axes ?? allAxes(t))].sort((p, q) => q - p)) out = run('prod.dim_int', out, a, keep);
  return out;
}

const countOf = (t: Tensor, axes: readonly number[] | null): number => (axes ?? allAxes(t)).reduce((n, a) => n * t.sizes[a], 1);
const number = (v: number, d: DType): Tensor => fromNumbers([], d, [v]);

export function mean(t: Tensor, axes: readonly number[] | null, keep: boolean, dtype: DType | null = null): Tensor {
  const narrow = t.dtype.name === 'float16' && dtype === null;
  const d = dtype ?? (narrow ? DTYPES.float32 : t.dtype.category === 'float' ? t.dtype : DTYPES.float64);
  const total = sumFloats(cast(t, d), axes, keep);
  const out = run('div.Tensor', total, number(countOf(t, axes), d));
  return narrow ? cast(out, DTYPES.float16) : out;
}

export function variance(t: Tensor, axes: readonly number[] | null, keep: boolean, ddof: number): Tensor {
  const d = t.dtype.category === 'float' ? (t.dtype.name === 'float16' ? DTYPES.float32 : t.dtype) : DTYPES.float64;
  const x = cast(t, d);
  const n = countOf(t, axes);
  const middle = run('div.Tensor', sumFloats(x, axes, true), number(n, d));
  const away = run('sub.Tensor', x, middle);
  const total = sumFloats(run('mul.Tensor', away, away), axes, keep);
  const out = run('div.Tensor', total, number(Math.max(n - ddof, 0), d));
  return t.dtype.name === 'float16' ? cast(out, DTYPES.float16) : out;
}

export const deviation = (t: Tensor, axes: readonly number[] | null, keep: boolean, ddof: number): Tensor => run('sqrt', variance(t, axes, keep, ddof));

/** `max`, `min`: of nothing there is none. */
export const extreme =
  (overload: 'amax' | 'amin') =>
  (t: Tensor, axes: readonly number[] | null, keep: boolean): Tensor => {
    if (countOf(t, axes) === 0) {
      raise('ValueError', `zero-size array to reduction operation ${overload === 'amax' ? 'maximum' : 'minimum'} which has no identity`);
    }
    return t.dim === 0 ? run('clone', t, null) : run(overload, t, axes ?? allAxes(t), keep);
  };

export const truthful =
  (overload: 'any.dims' | 'all.dims') =>
  (t: Tensor, axes: readonly number[] | null, keep: boolean): Tensor =>
    run(overload, run('ne.Scalar', t, 0), axes ?? allAxes(t), keep);

/** `argmax`, `argmin`: the first place of the extreme. */
export function extremePlace(t: Tensor, axis: number | null, keep: boolean, largest: boolean): Tensor {
  if (t.numel === 0) raise('ValueError', `attempt to get ${largest ? 'argmax' : 'argmin'} of an empty sequence`);
  const flat = axis === null ? run('reshape', t, [-1]) : t;
  const d = axis ?? 0;
  const x = cast(flat, DTYPES.float64);
  const front = run('movedim.int', x, d, -1);
  const n = flat.sizes[d];
  const numbers = toFloat64(front);
  const places = Array.from({ length: numbers.length / n }, (_, row) => {
    let best = 0;
    for (let i = 1; i < n && !Number.isNaN(numbers[row * n + best]); i++) {
      const v = numbers[row * n + i];
      const b = numbers[row * n + best];
      if (Number.isNaN(v) || (largest ? v > b : v < b)) best = i;
    }
    return best;
  });
  const sizes = axis === null ? (keep ? t.sizes.map(() => 1) : []) : keptSizes(t, [axis], keep);
  return fromNumbers(sizes, DTYPES.int64, places);
}

/** `cumsum`, `cumprod`: one after the other, rounded each time. */
export function cumulative(t: Tensor, axis: number | null, product: boolean): Tensor {
  const d = t.dtype.category === 'float' ? t.dtype : DTYPES.int64;
  const x = cast(axis === null ? run('reshape', t, [-1]) : t, d);
  if (d.category !== 'float') return run(product ? 'cumprod' : 'cumsum', x, axis ?? 0, null);
  const r = roundTo(d);
  const at = axis ?? 0;
  const front = run('movedim.int', x, at, -1);
  const numbers = toFloat64(front).slice();
  const n = x.sizes[at];
  for (let row = 0; row < numbers.length; row += n) {
    for (let i = 1; i < n; i++) numbers[row + i] = r(product ? numbers[row + i - 1] * numbers[row + i] : numbers[row + i - 1] + numbers[row + i]);
  }
  const out = empty(front.sizes, d, { fake: false });
  fromWorking(out, numbers);
  return run('clone', run('movedim.int', out, -1, at), 'contiguous_format');
}
