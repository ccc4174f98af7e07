/**
 * The tree of a regular expression: what a node matches, how wide it can be, and the letters of the other case.
 *
 * Flags are resolved when the tree is made (pattern.ts), so that a node says by itself what it matches.
 */
import type { Test } from './classes.ts';

export type Assertion = 'start' | 'line-start' | 'end' | 'end-or-newline' | 'line-end' | 'word' | 'no-word' | 'ascii-word' | 'no-ascii-word';

export type Node =
  | { kind: 'one'; test: Test; /** The one code point that matches, where it is one. */ only: number | null }
  | { kind: 'seq'; items: Node[] }
  | { kind: 'alt'; items: Node[] }
  | { kind: 'group'; n: number; body: Node }
  | { kind: 'repeat'; min: number; max: number; lazy: boolean; body: Node }
  | { kind: 'atomic'; body: Node }
  | { kind: 'look'; negative: boolean; /** Code points back; null: ahead. */ back: number | null; body: Node }
  | { kind: 'assert'; what: Assertion }
  | { kind: 'back'; n: number; fold: boolean }
  | { kind: 'cond'; n: number; yes: Node; no: Node };

export const ENDLESS = Number.POSITIVE_INFINITY;

export const lower = (c: number): number => {
  if (c < 128) return c >= 65 && c <= 90 ? c + 32 : c;
  const s = String.fromCodePoint(c).toLowerCase();
  const l = s.codePointAt(0) as number;
  return s.length === (l > 0xffff ? 2 : 1) ? l : c;
};
export const upper = (c: number): number => {
  const s = String.fromCodePoint(c).toUpperCase();
  const u = s.codePointAt(0) as number;
  return s.length === (u > 0xffff ? 2 : 1) ? u : c;
};

/** Least and most code points that a node takes. */
export function width(node: Node, groups: ReadonlyMap<number, [number, number]>): [number, number] {
  const of = (n: Node): [number, number] => width(n, groups);
  switch (node.kind) {
    case 'one':
      return [1, 1];
    case 'seq':
      return node.items.map(of).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case 'alt':
      return node.items.map(of).reduce(([a, b], [c, d]) => [Math.min(a, c), Math.max(b, d)]);
    case 'group':
    case 'atomic':
      return of(node.body);
    case 'repeat': {
      const [a, b] = of(node.body);
      return [a * node.min, b === 0 ? 0 : b * node.max];
    }
    case 'back':
      return groups.get(node.n) ?? [0, ENDLESS];
    case 'cond': {
      const [[a, b], [c, d]] = [of(node.yes), of(node.no)];
      return [Math.min(a, c), Math.max(b, d)];
    }
    default:
      return [0, 0];
  }
}
