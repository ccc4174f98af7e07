/**
 * Largest and smallest of a run of numbers, as `torch.max` and `torch.min` see them: a NaN is the answer wherever it
 * stands, and of equal numbers the first one counts (which shows in the index, and in the sign of a zero).
 *
 * Values alone go in four lanes side by side, since one running value waits for itself at every step.
 */
import type { Working } from './working.ts';

/** Place of the largest of `n` values from `at` on, counted from `at`. */
export function argMax(w: Working, at: number, n: number): number {
  let top = w[at];
  if (top !== top) return 0;
  let k = 0;
  for (let i = 1; i < n; i++) {
    const v = w[at + i];
    if (v > top) {
      top = v;
      k = i;
    } else if (v !== v) return i;
  }
  return k;
}

/** Place of the smallest. */
export function argMin(w: Working, at: number, n: number): number {
  let top = w[at];
  if (top !== top) return 0;
  let k = 0;
  for (let i = 1; i < n; i++) {
    const v = w[at + i];
    if (v < top) {
      top = v;
      k = i;
    } else if (v !== v) return i;
  }
  return k;
}

/** The largest of `n` values; at least one. */
export function rowMax(w: Working, at: number, n: number): number {
  if (n < 8) return w[at + argMax(w, at, n)];
  let a = w[at];
  let b = a;
  let c = a;
  let d = a;
  const end = at + n;
  let i = at;
  for (; i + 4 <= end; i += 4) {
    const p = w[i];
    const q = w[i + 1];
    const r = w[i + 2];
    const s = w[i + 3];
    if (p > a) a = p;
    if (q > b) b = q;
    if (r > c) c = r;
    if (s > d) d = s;
    if (p !== p || q !== q || r !== r || s !== s) return NaN;
  }
  for (; i < end; i++) {
    if (w[i] > a) a = w[i];
    if (w[i] !== w[i]) return NaN;
  }
  if (b > a) a = b;
  if (c > a) a = c;
  if (d > a) a = d;
  return a === 0 ? w[at + argMax(w, at, n)] : a;
}

/** The smallest of `n` values; at least one. */
export function rowMin(w: Working, at: number, n: number): number {
  if (n < 8) return w[at + argMin(w, at, n)];
  let a = w[at];
  let b = a;
  let c = a;
  let d = a;
  const end = at + n;
  let i = at;
  for (; i + 4 <= end; i += 4) {
    const p = w[i];
    const q = w[i + 1];
    const r = w[i + 2];
    const s = w[i + 3];
    if (p < a) a = p;
    if (q < b) b = q;
    if (r < c) c = r;
    if (s < d) d = s;
    if (p !== p || q !== q || r !== r || s !== s) return NaN;
  }
  for (; i < end; i++) {
    if (w[i] < a) a = w[i];
    if (w[i] !== w[i]) return NaN;
  }
  if (b < a) a = b;
  if (c < a) a = c;
  if (d < a) a = d;
  return a === 0 ? w[at + argMin(w, at, n)] : a;
}
