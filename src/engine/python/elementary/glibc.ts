/**
 * Functions that C's library builds on its own exp and log: the fdlibm forms over the well-rounded ones.
 *
 * cosh, asinh and acosh follow fdlibm, as glibc does. Its cube root (1 unit in the last place) is not followed: half of its
 * results are not the nearest double.
 */
import { expm1 } from './exp.ts';
import { log1p } from './log.ts';
import { exp, log } from './rounded.ts';

const LN2 = 6.93147180559945286227e-1;

export function cosh(x: number): number {
  const a = Math.abs(x);
  if (a < 0.34657359027997264) {
    const t = expm1(a);
    const w = 1 + t;
    return a < 2 ** -55 ? w : 1 + (t * t) / (w + w);
  }
  if (a < 22) {
    const t = exp(a);
    return 0.5 * t + 0.5 / t;
  }
  if (a < 709.782712893384) return 0.5 * exp(a);
  const w = exp(0.5 * a);
  return 0.5 * w * w;
}

export function asinh(x: number): number {
  const a = Math.abs(x);
  if (a < 2 ** -28 || !Number.isFinite(x)) return x;
  const t = a * a;
  const w = a > 2 ** 28 ? log(a) + LN2 : a > 2 ? log(2 * a + 1 / (Math.sqrt(t + 1) + a)) : log1p(a + t / (1 + Math.sqrt(1 + t)));
  return x < 0 ? -w : w;
}

export function acosh(x: number): number {
  if (!(x >= 1)) return Number.NaN;
  if (x > 2 ** 28) return log(x) + LN2;
  if (x > 2) return log(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
  const t = x - 1;
  return log1p(t + Math.sqrt(2 * t + t * t));
}
