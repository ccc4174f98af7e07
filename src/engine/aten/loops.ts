/**
 * Loops of the commonest elementwise operators, written out.
 *
 * The general loops of `elementwise.ts` call a function an element; on the few elements of an example that call is the
 * most of the work. Only operators of one rounding are here: storing rounds, in float32 as in float64.
 */
import type { Working } from '../tensor/access.ts';

type Side = number | Working;
export type Loop1 = (a: Working, out: Working) => void;
export type Loop2 = (a: Side, b: Side, out: Working) => void;
export type Loop3 = (a: Side, b: Side, c: Side, out: Working) => void;

export function addLoop(a: Side, b: Side, out: Working): void {
  const n = out.length;
  if (typeof a === 'number') {
    if (typeof b === 'number') out.fill(a + b);
    else for (let i = 0; i < n; i++) out[i] = a + b[i];
  } else if (typeof b === 'number') for (let i = 0; i < n; i++) out[i] = a[i] + b;
  else for (let i = 0; i < n; i++) out[i] = a[i] + b[i];
}

export function subLoop(a: Side, b: Side, out: Working): void {
  const n = out.length;
  if (typeof a === 'number') {
    if (typeof b === 'number') out.fill(a - b);
    else for (let i = 0; i < n; i++) out[i] = a - b[i];
  } else if (typeof b === 'number') for (let i = 0; i < n; i++) out[i] = a[i] - b;
  else for (let i = 0; i < n; i++) out[i] = a[i] - b[i];
}

export function mulLoop(a: Side, b: Side, out: Working): void {
  const n = out.length;
  if (typeof a === 'number') {
    if (typeof b === 'number') out.fill(a * b);
    else for (let i = 0; i < n; i++) out[i] = a * b[i];
  } else if (typeof b === 'number') for (let i = 0; i < n; i++) out[i] = a[i] * b;
  else for (let i = 0; i < n; i++) out[i] = a[i] * b[i];
}

export function divLoop(a: Side, b: Side, out: Working): void {
  const n = out.length;
  if (typeof a === 'number') {
    if (typeof b === 'number') out.fill(a / b);
    else for (let i = 0; i < n; i++) out[i] = a / b[i];
  } else if (typeof b === 'number') for (let i = 0; i < n; i++) out[i] = a[i] / b;
  else for (let i = 0; i < n; i++) out[i] = a[i] / b[i];
}

export function reluLoop(a: Working, out: Working): void {
  for (let i = 0, n = out.length; i < n; i++) {
    const x = a[i];
    out[i] = x > 0 || x !== x ? x : 0;
  }
}
