/**
 * A place in the pieces of a program (`scan.ts`), and the nodes made from there: the parser's ground.
 *
 * The parser is one of recursive descent after the grammar of Python 3.11 (docs.python.org/3.11/reference/grammar.html). It
 * stops at the first piece that fits no rule; `faults.ts` finds CPython's words for it.
 */
import type { Located } from '../ast.ts';
import type { Piece, Scan } from '../scan.ts';

export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const isName = ({ kind, text }: Piece): boolean => kind === 'name' && !KEYWORDS.has(text) && !['None', 'True', 'False'].includes(text);

/** A place, with its end where it has one. */
export type Place = Pick<Piece, 'line' | 'col'> & Partial<Pick<Piece, 'endLine' | 'endCol'>>;

/** Where the parser stopped. */
export class Stop extends Error {
  readonly at: Place;
  constructor(at: Place, message = 'invalid syntax') {
    super(message);
    this.at = at;
  }
}

export interface Cursor {
  readonly pieces: readonly Piece[];
  at: number;
  /** Columns of indentation by line, where a logical line starts. */
  readonly widths: ReadonlyMap<number, number>;
}

export function cursor({ pieces, indents }: Scan): Cursor {
  const { line = 1, col = 0 } = pieces.at(-1) ?? {};
  pieces.push({ kind: 'end', text: '', line, col, endLine: line, endCol: col, depth: 0, first: true });
  return { pieces, at: 0, widths: new Map(indents.map((indent) => [indent.line, indent.width])) };
}

export const here = (c: Cursor): Piece => c.pieces[c.at];
export const ahead = (c: Cursor): Piece => c.pieces[c.at + 1] ?? here(c);
export const next = (c: Cursor): Piece => c.pieces[c.at++];
export const is = (c: Cursor, text: string): boolean => here(c).text === text;
export const take = (c: Cursor, text: string): boolean => is(c, text) && Boolean(c.at++ >= 0);

export function stop(at: Place, message?: string): never {
  throw new Stop(at, message);
}
export const placeOf = (e: Located): Place => ({ line: e.lineno, col: e.col_offset, endLine: e.end_lineno, endCol: e.end_col_offset });
export function want(c: Cursor, text: string): void {
  if (!take(c, text)) stop(here(c));
}

/** An identifier; keywords are none. */
export function name(c: Cursor): string {
  const p = here(c);
  if (!isName(p)) stop(p);
  c.at++;
  return p.text.normalize('NFKC');
}

/** Gives a node its place: from a piece to the one before the cursor, ends of lines left out. */
export function made<T extends object>(c: Cursor, from: Piece, node: T): T & Located {
  let i = c.at - 1;
  while (c.pieces[i].kind === 'newline') i--;
  const to = c.pieces[i];
  return Object.assign(node, { lineno: from.line, col_offset: from.col, end_lineno: to.endLine, end_col_offset: to.endCol });
}

const BEGINS = new Set(['None', 'True', 'False', 'not', 'lambda', 'await', '(', '[', '{', '-', '+', '~', '...', '*']);

/** Whether an expression, or one with a star, can begin here. */
export function begins(c: Cursor): boolean {
  const { kind, text } = here(c);
  return kind === 'number' || kind === 'string' || BEGINS.has(text) || isName(here(c));
}

/** Things parted by commas, one more as long as `more` says so; a comma may end them. */
export function list<T>(c: Cursor, one: (c: Cursor) => T, more: (c: Cursor) => boolean): T[] {
  const items: T[] = [];
  while (more(c)) {
    items.push(one(c));
    if (!take(c, ',')) break;
  }
  return items;
}
