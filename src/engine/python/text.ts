/** Strings by code point: Python indexes characters, JavaScript code units. */

import { spendLooks, spendText } from './spend.ts';

const SURROGATE = /[\ud800-\udfff]/;

/** Every character is one unit. Where not, whoever asks will go through all of them. */
export function isNarrow(s: string): boolean {
  const wide = SURROGATE.test(s);
  if (wide) spendLooks(s.length);
  return !wide;
}
/** Octets as characters of the same numbers; in pieces, for a call takes no more arguments. */
export function latin(b: Uint8Array): string {
  spendText(b.length);
  let out = '';
  for (let i = 0; i < b.length; i += 8192) out += String.fromCharCode(...b.subarray(i, i + 8192));
  return out;
}
export function textLength(s: string): number {
  if (isNarrow(s)) return s.length;
  let n = 0;
  for (const _ of s) n++;
  return n;
}
export function codePoints(s: string): string[] {
  return isNarrow(s) ? s.split('') : Array.from(s);
}
/** Position in code units of a code point index. */
export function unitIndex(s: string, i: number): number {
  if (isNarrow(s)) return i;
  let u = 0;
  for (let k = 0; k < i && u < s.length; k++) u += (s.codePointAt(u) as number) > 0xffff ? 2 : 1;
  return u;
}
export function pointIndex(s: string, unit: number): number {
  return isNarrow(s) ? unit : textLength(s.slice(0, unit));
}
