/**
 * A report in pieces, so that a long one arrives without the page standing still: the browser makes the objects of a message
 * in one go, a second for 150,000 operators. What is large is sent empty, and what it holds follows in messages of a few
 * milliseconds each; between two of them the page answers its reader.
 *
 * Reports are plain JSON, so any list and any object may be cut. Leaves out one long text: a browser copies it at once.
 */
import type { RunReport } from '../../engine/report/types.ts';

/** What belongs at the end of the list or object that stands at `path`. */
export interface Piece {
  path: readonly (string | number)[];
  /** Elements of a list, or names and values of an object. */
  rows?: readonly unknown[];
  entries?: readonly (readonly [string, unknown])[];
}

/** Values (numbers, texts, lists, objects) that one message holds: about five milliseconds. */
export const WEIGHT = 20_000;

/** How many values `v` is made of; no more are counted than `most`. */
function weigh(v: unknown, most: number): number {
  if (typeof v !== 'object' || v === null) return 1;
  let n = 1;
  for (const part of Array.isArray(v) ? v : Object.values(v)) {
    n += weigh(part, most - n);
    if (n >= most) break;
  }
  return n;
}

/** The report with what is too large left empty, and the pieces that fill it, in order. */
export function inPieces(report: RunReport, most = WEIGHT): { head: RunReport; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const later: (() => void)[] = [];
  /** `v` itself, or something empty in its place that is filled later. */
  const cut = (v: unknown, weight: number, path: Piece['path']): unknown => {
    if (weight < most || typeof v !== 'object' || v === null) return v;
    later.push(() => fill(v, path));
    return Array.isArray(v) ? [] : {};
  };
  const fill = (v: object, path: Piece['path']): void => {
    const listed = Array.isArray(v);
    let held: unknown[] = [];
    let heavy = 0;
    const send = () => {
      if (held.length > 0) pieces.push(listed ? { path, rows: held } : { path, entries: held as [string, unknown][] });
      held = [];
      heavy = 0;
    };
    for (const [name, part] of listed ? v.entries() : Object.entries(v)) {
      const weight = weigh(part, most);
      const sent = cut(part, weight, [...path, name]);
      const adds = sent === part ? weight : 1;
      if (heavy + adds > most) send();
      heavy += adds;
      held.push(listed ? sent : [name, sent]);
    }
    send();
  };
  const head = cut(report, weigh(report, most), []) as RunReport;
  // What was found too large is in place, empty, before its own pieces come.
  for (let next = later.shift(); next; next = later.shift()) next();
  return { head, pieces };
}

/** Puts a piece where it belongs. */
export function putPiece(report: RunReport, { path, rows, entries }: Piece): void {
  let at: unknown = report;
  for (const name of path) at = (at as Record<string | number, unknown>)[name];
  if (rows) for (const row of rows) (at as unknown[]).push(row);
  // Any name is a name here, `__proto__` too.
  for (const [name, value] of entries ?? []) {
    Object.defineProperty(at as object, name, { value, enumerable: true, configurable: true, writable: true });
  }
}
