/**
 * Functions whose double result is rounded to float32 at once, by a shorter way to the same bits.
 *
 * The short way gives a double with a known error; where both ends of the error round to one float32 that is the answer,
 * else (about once in 2^19) the long way decides. Idea: Ziv's rounding test; exp by a table of 2^(j/64), as Tang has it.
 */
import { exp, tanh } from '../../python/elementary/exp.ts';

const fround = Math.fround;

const STEP = Math.LN2 / 64;
const INVERSE = 64 / Math.LN2;
/** tanh is 1 in float32 from here on. */
const ONE_FROM = 9.1;
/** e^(k·ln 2/64) up to twice that. */
const TABLE = Float64Array.from({ length: Math.ceil(2 * ONE_FROM * INVERSE) + 1 }, (_, k) => exp(k * STEP));
/** Relative error of the short way: what is lost in `TABLE[k] - 1` at k = 1 is the most of it. */
const ERROR = 2 ** -44;

/** `Math.fround(tanh(x))` for a float32 x. */
export function tanhRounded(x: number): number {
  if (x !== x || x === 0) return x;
  const a = x < 0 ? -x : x;
  if (a > ONE_FROM) return x < 0 ? -1 : 1;
  const t = 2 * a;
  const k = (t * INVERSE + 0.5) | 0;
  const r = t - k * STEP;
  const p = r * (1 + r * (0.5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120)))));
  const e = TABLE[k];
  const m = e * p + (e - 1); // e^t - 1
  const y = m / (m + 2);
  const slack = y * ERROR;
  const low = fround(y - slack);
  if (low !== fround(y + slack)) return fround(tanh(x));
  return x < 0 ? -low : low;
}
