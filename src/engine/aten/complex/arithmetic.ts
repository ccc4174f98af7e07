/**
 * Functions of complex numbers: products, quotients, powers, exponentials, trigonometry. Textbook formulas; where a real
 * function is a factor it is rounded to float32 first, as in the C++ library's float functions.
 */
import * as m from '../../tensor/math/index.ts';
import type { Pair } from './numbers.ts';

const f = Math.fround;
/** Each partial product rounded, as the C++ operator rounds. */
export const mul = ([a, b]: Pair, [c, d]: Pair): Pair => [f(f(a * c) - f(b * d)), f(f(a * d) + f(b * c))];

/** Smith's method: no overflow where the quotient has none. */
export function div([a, b]: Pair, [c, d]: Pair): Pair {
  if (Math.abs(c) >= Math.abs(d)) {
    if (c === 0 && d === 0) return [a / 0, b / 0];
    const r = d / c;
    const den = c + d * r;
    return [(a + b * r) / den, (b - a * r) / den];
  }
  const r = c / d;
  const den = c * r + d;
  return [(a * r + b) / den, (b * r - a) / den];
}

export const conj = ([a, b]: Pair): Pair => [a, -b];
export const abs = ([a, b]: Pair): number => Math.sqrt(a * a + b * b);
export const angle = ([a, b]: Pair): number => (a !== a || b !== b ? NaN : m.atan2(b, a));
export const exp = ([a, b]: Pair): Pair => {
  const r = m.exp(a);
  return b === 0 ? [r, b] : [r * m.cos(b), r * m.sin(b)];
};
export const log = (z: Pair): Pair => [f(m.log(abs(z))), f(angle(z))];
export const scale = ([a, b]: Pair, f: number): Pair => [a * f, b * f];

export function sqrt([a, b]: Pair): Pair {
  if (a === 0 && b === 0) return [0, b];
  const r = Math.sqrt((Math.abs(a) + abs([a, b])) / 2);
  return a >= 0 ? [r, b / (2 * r)] : [Math.abs(b) / (2 * r), b < 0 || Object.is(b, -0) ? -r : r];
}

export function pow(z: Pair, w: Pair): Pair {
  if (w[0] === 0 && w[1] === 0) return [1, 0];
  if (z[0] === 0 && z[1] === 0) return w[0] > 0 ? [0, 0] : [NaN, NaN];
  if (w[1] === 0 && Number.isInteger(w[0]) && Math.abs(w[0]) <= 16) {
    let r: Pair = [1, 0];
    for (let i = 0; i < Math.abs(w[0]); i++) r = mul(r, z);
    return w[0] < 0 ? div([1, 0], r) : r;
  }
  return exp(mul(w, log(z)));
}

const sinh = (x: number): number => f(m.sinh(x));
const cosh = (x: number): number => f(m.cosh(x));
const sine = (x: number): number => f(m.sin(x));
const cosine = (x: number): number => f(m.cos(x));

export const sin = ([a, b]: Pair): Pair => [sine(a) * cosh(b), cosine(a) * sinh(b)];
export const cos = ([a, b]: Pair): Pair => [cosine(a) * cosh(b), -sine(a) * sinh(b)];
export const sinhC = ([a, b]: Pair): Pair => [sinh(a) * cosine(b), cosh(a) * sine(b)];
export const coshC = ([a, b]: Pair): Pair => [cosh(a) * cosine(b), sinh(a) * sine(b)];
export const tan = (z: Pair): Pair => div(sin(z), cos(z));
export function tanh([a, b]: Pair): Pair {
  if (Math.abs(a) > 20) return [Math.sign(a), 0 * b];
  return div(sinhC([a, b]), coshC([a, b]));
}

export function sgn(z: Pair): Pair {
  const r = abs(z);
  return r === 0 ? [0, 0] : [z[0] / r, z[1] / r];
}

/** `1 / (1 + exp(-z))` */
export const sigmoid = ([a, b]: Pair): Pair => {
  const [x, y] = exp([-a, -b]);
  return div([1, 0], [1 + x, y]);
};
