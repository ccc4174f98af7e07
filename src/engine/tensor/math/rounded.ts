/**
 * Functions whose double result is rounded to float32 at once, by a shorter way to the same bits.
 *
 * The short way gives a double with a known error; where both ends of the error round to one float32 that is the answer,
 * else (about once in 2^15) the long way decides. Idea: Ziv's rounding test; a polynomial for each interval, as Gal has it.
 */
import { tanh } from '../../python/elementary/exp.ts';

const fround = Math.fround;

/** tanh is 1 in float32 from here on. */
const ONE_FROM = 9.1;
/** Middles of intervals lie 1/64 apart; each has six coefficients of Taylor's series there. */
const [PER_ONE, TERMS] = [64, 6];
/** By tanh' = 1 - tanh², term after term. */
const TAYLOR = new Float64Array(TERMS * (Math.ceil(ONE_FROM * PER_ONE) + 1));
for (let at = 0; at < TAYLOR.length; at += TERMS) {
  const c = TAYLOR.subarray(at, at + TERMS);
  c[0] = tanh(at / TERMS / PER_ONE);
  for (let n = 1; n < TERMS; n++) {
    let next = n === 1 ? 1 : 0;
    for (let i = 0; i < n; i++) next -= c[i] * c[n - 1 - i];
    c[n] = next / n;
  }
}
/** Relative error of the short way, most where the series ends at x = 1/128. */
const ERROR = 2 ** -40;

/** `Math.fround(tanh(x))` for a float32 x. */
export function tanhRounded(x: number): number {
  const a = x < 0 ? -x : x;
  if (!(a <= ONE_FROM)) return x !== x ? x : x < 0 ? -1 : 1;
  const k = (a * PER_ONE + 0.5) | 0;
  const d = a - k / PER_ONE;
  const c = TAYLOR;
  const i = k * TERMS;
  const y = c[i] + d * (c[i + 1] + d * (c[i + 2] + d * (c[i + 3] + d * (c[i + 4] + d * c[i + 5]))));
  const slack = y * ERROR;
  const low = fround(y - slack);
  if (low !== fround(y + slack)) return fround(tanh(x));
  return x < 0 ? -low : x === 0 ? x : low;
}
