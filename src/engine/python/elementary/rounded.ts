/**
 * exp, log, pow, sin, cos and their kin as CPython prints them: worked out to about 100 bits and rounded once.
 *
 * C's library (glibc 2.28 and later) is within 0.52 of the last place for these, so a result rounded from 100 bits is the
 * same double but for about one argument in some hundreds. What glibc takes from fdlibm (tanh, sinh, expm1, log1p …) stays with
 * the fdlibm forms beside this file.
 */
import { scale } from './bits.ts';
import { exp as exp1 } from './exp.ts';
import { log as log1 } from './log.ts';
import { add, divide, multiply, negate, type Pair, polynomial, product, scaled, sum } from './pairs.ts';
import { pow as pow1 } from './pow.ts';
import { acos as acos1, asin as asin1, atan as atan1, atan2 as atan21, cos as cos1, sin as sin1, tan as tan1 } from './trig.ts';

const pair = (x: number): Pair => [x, 0];
const LN2: readonly number[] = [0.6931471805599453, 2.3190468138462996e-17, 5.707708438416212e-34];
const HALF_PI: readonly number[] = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33];

/** 1/0!, 1/1!, … as pairs. */
const INVERSE_FACTORIAL: readonly Pair[] = (() => {
  const out: Pair[] = [pair(1)];
  for (let i = 1; i < 30; i++) out.push(divide(out[i - 1], pair(i)));
  return out;
})();
const alternating = (from: number): Pair[] => INVERSE_FACTORIAL.filter((_, i) => i % 2 === from).map((c, i) => (i % 2 === 0 ? c : negate(c)));
const EXP = INVERSE_FACTORIAL.slice(0, 14);
const SIN = alternating(1);
const COS = alternating(0);

/** x − k·c, c in three parts. */
function reduce(x: Pair, k: number, c: readonly number[]): Pair {
  return add(add(add(x, negate(product(k, c[0]))), negate(product(k, c[1]))), pair(-k * c[2]));
}

/** e^x as a pair and the power of two still to be applied. */
function expPair(x: Pair): [Pair, number] {
  const k = Math.round(x[0] / LN2[0]);
  const r = scaled(reduce(x, k, LN2), 1 / 256);
  // e^r − 1 doubles its argument by (1 + t)² − 1 = 2t + t²: nothing is lost to the leading 1.
  let t = multiply(r, polynomial(r, EXP.slice(1)));
  for (let i = 0; i < 8; i++) t = add(scaled(t, 2), multiply(t, t));
  return [add(pair(1), t), k];
}

function finish([v, k]: [Pair, number]): number {
  if (k > -1000 && k < 1000) return (v[0] + v[1]) * 2 ** k;
  return scale(v[0] + v[1], k);
}

export function exp(x: number): number {
  if (!(Math.abs(x) < 740) || x > 709.78) return exp1(x);
  return x === 0 ? 1 : finish(expPair(pair(x)));
}

export function exp2(x: number): number {
  if (!(Math.abs(x) < 1070)) return x > 1023 ? (x < 1024 ? pow1(2, x) : Infinity) : x !== x ? x : pow1(2, x);
  const k = Math.round(x);
  const [v, n] = expPair(multiply(pair(x - k), [LN2[0], LN2[1]]));
  return finish([v, n + k]);
}

/** ln x as a pair, for a normal positive x. */
function logPair(x: number): Pair {
  const f = x - 1;
  if (Math.abs(f) < 0.001) {
    // 2 atanh(f / (2 + f))
    const s = divide(pair(f), sum(2, f));
    const z = multiply(s, s);
    let r: Pair = pair(0);
    for (let n = 17; n >= 1; n -= 2) r = add(divide(pair(1), pair(n)), multiply(r, z));
    return scaled(multiply(s, r), 2);
  }
  const y = log1(x);
  const [v, k] = expPair(pair(-y));
  const e = add(multiply(scaled(multiply(pair(x), v), 1), pair(2 ** k)), pair(-1));
  // ln(1 + e) for a tiny e
  return add(pair(y), add(e, negate(scaled(multiply(e, e), 0.5))));
}

const wellPlaced = (x: number): boolean => x > 1e-290 && x < 1e290;
const round = (p: Pair): number => p[0] + p[1];

export function log(x: number): number {
  if (!wellPlaced(x)) return log1(x);
  return x === 1 ? 0 : round(logPair(x));
}

export function log2(x: number): number {
  if (!wellPlaced(x)) return log1(x) * 1.4426950408889634;
  const k = Math.round(Math.log2(x));
  if (x === 2 ** k) return k;
  return round(divide(logPair(x), [LN2[0], LN2[1]]));
}

export function pow(x: number, y: number): number {
  const plain = pow1(x, y);
  if (!wellPlaced(Math.abs(x)) || Math.abs(x) === 1 || y === 0 || y === 1 || !(Math.abs(plain) > 1e-290 && Math.abs(plain) < 1e290)) return plain;
  const a = Math.abs(x);
  const r = finish(expPair(multiply(logPair(a), pair(y))));
  return plain < 0 ? -r : r;
}

/** sin and cos of the remainder, and the quarter of the circle. */
function circle(x: number): [Pair, Pair, number] {
  const k = Math.round(x / HALF_PI[0]);
  const r = reduce(pair(x), k, HALF_PI);
  const z = multiply(r, r);
  return [multiply(r, polynomial(z, SIN)), polynomial(z, COS), ((k % 4) + 4) % 4];
}

/** Beyond this the three parts of π/2 no longer suffice. */
const reducible = (x: number): boolean => Math.abs(x) < 1e6 && Math.abs(x) > 1e-8;

function sinPair(x: number): Pair {
  const [s, c, q] = circle(x);
  return q === 0 ? s : q === 1 ? c : q === 2 ? negate(s) : negate(c);
}
function cosPair(x: number): Pair {
  const [s, c, q] = circle(x);
  return q === 0 ? c : q === 1 ? negate(s) : q === 2 ? negate(c) : s;
}

export const sin = (x: number): number => (reducible(x) ? round(sinPair(x)) : sin1(x));
export const cos = (x: number): number => (reducible(x) ? round(cosPair(x)) : cos1(x));
export const tan = (x: number): number => (reducible(x) ? round(divide(sinPair(x), cosPair(x))) : tan1(x));

/** One Newton step from the double: y + (x cos y − sin y) / cos(difference) = y + tan⁻¹ of a tiny number. */
export function atan(x: number): number {
  const y = atan1(x);
  if (!reducible(y) || !Number.isFinite(x) || Math.abs(x) > 1e15) return y;
  const s = sinPair(y);
  const c = cosPair(y);
  const d = divide(add(multiply(pair(x), c), negate(s)), add(c, multiply(pair(x), s)));
  return round(add(pair(y), d));
}

export function atan2(y: number, x: number): number {
  const a = atan21(y, x);
  if (!reducible(a) || !Number.isFinite(x) || !Number.isFinite(y) || x === 0 || y === 0) return a;
  const s = sinPair(a);
  const c = cosPair(a);
  const d = divide(add(multiply(pair(y), c), negate(multiply(pair(x), s))), add(multiply(pair(x), c), multiply(pair(y), s)));
  return round(add(pair(a), d));
}

export function asin(x: number): number {
  const y = asin1(x);
  if (!reducible(y) || !(Math.abs(x) < 0.99999999)) return y;
  return round(add(pair(y), divide(add(pair(x), negate(sinPair(y))), cosPair(y))));
}

export function acos(x: number): number {
  const y = acos1(x);
  if (!reducible(y) || !(Math.abs(x) < 0.99999999)) return y;
  return round(add(pair(y), divide(add(cosPair(y), pair(-x)), sinPair(y))));
}
