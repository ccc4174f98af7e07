/**
 * Sums and products of doubles that keep what rounding drops: a value is a pair (head, tail), about 106 bits.
 *
 * Dekker's and Knuth's error-free transformations; nothing but + − × ÷, so one input gives one output everywhere.
 */
export type Pair = readonly [number, number];

const SPLIT = 134217729;

function quickSum(a: number, b: number): Pair {
  const s = a + b;
  return [s, b - (s - a)];
}

export function sum(a: number, b: number): Pair {
  const s = a + b;
  const v = s - a;
  return [s, a - (s - v) + (b - v)];
}

export function product(a: number, b: number): Pair {
  const p = a * b;
  const ta = SPLIT * a;
  const ah = ta - (ta - a);
  const al = a - ah;
  const tb = SPLIT * b;
  const bh = tb - (tb - b);
  const bl = b - bh;
  return [p, ah * bh - p + ah * bl + al * bh + al * bl];
}

export function add(a: Pair, b: Pair): Pair {
  const [s, e] = sum(a[0], b[0]);
  const [t, f] = sum(a[1], b[1]);
  const [u, g] = quickSum(s, e + t);
  return quickSum(u, g + f);
}

export const negate = (a: Pair): Pair => [-a[0], -a[1]];

export function multiply(a: Pair, b: Pair): Pair {
  const [p, e] = product(a[0], b[0]);
  return quickSum(p, e + (a[0] * b[1] + a[1] * b[0]));
}

export function divide(a: Pair, b: Pair): Pair {
  const q1 = a[0] / b[0];
  let r = add(a, negate(multiply(b, [q1, 0])));
  const q2 = r[0] / b[0];
  r = add(r, negate(multiply(b, [q2, 0])));
  const q3 = r[0] / b[0];
  return add(quickSum(q1, q2), [q3, 0]);
}

/** Times a power of two: exact. */
export const scaled = (a: Pair, k: number): Pair => [a[0] * k, a[1] * k];

/** c0 + x (c1 + x (c2 + …)) */
export function polynomial(x: Pair, c: readonly Pair[]): Pair {
  let r = c[c.length - 1];
  for (let i = c.length - 2; i >= 0; i--) r = add(c[i], multiply(r, x));
  return r;
}
