/**
 * Open sequence patterns (`case x, y:`, `case 1, *rest:`), which py-ast refuses, in parentheses, which it reads as the same
 * pattern. A blank becomes the bracket where there is one, so that columns stay; where a bracket had to be put in, `shift`
 * takes the columns behind it back.
 *
 * Source: the grammar's `open_sequence_pattern` (PEP 634). Strings side by side are joined likewise.
 */
import { scan, type Piece } from './scan.ts';

interface Put {
  readonly line: number;
  readonly col: number;
}

export interface Closed {
  readonly text: string;
  readonly puts: readonly Put[];
}

/** The pieces of the pattern after a `case` at `start`, and the piece that ends it; null where this is no case block. */
function patternAt(pieces: readonly Piece[], start: number): { first: Piece; last: Piece; end: Piece; comma: boolean } | null {
  const depth = pieces[start].depth;
  let comma = false;
  for (let i = start + 1; i < pieces.length && pieces[i].kind !== 'newline'; i++) {
    const p = pieces[i];
    if (p.depth !== depth || (p.kind === 'op' && '([{'.includes(p.text))) continue;
    if (p.kind === 'op' && p.text === ',') comma = true;
    else if (p.kind === 'op' && (p.text === '=' || p.text === '.') && i === start + 1) return null;
    else if ((p.kind === 'op' && p.text === ':') || (p.kind === 'name' && p.text === 'if')) {
      return i > start + 1 ? { first: pieces[start + 1], last: pieces[i - 1], end: p, comma } : null;
    }
  }
  return null;
}

/** `'a' 'b'` in a pattern as `'ab'` and blanks: one quote, no prefix, one line. */
function joinStrings(pieces: readonly Piece[], start: number, lines: string[]): void {
  for (let i = start + 1; i + 1 < pieces.length && pieces[i].kind !== 'newline' && pieces[i].text !== ':'; i++) {
    const [a, b] = [pieces[i], pieces[i + 1]];
    const plain = [a, b].every((s) => s.kind === 'string' && /^(['"])(?!\1\1).*\1$/.test(s.text));
    if (!plain || a.line !== b.line || a.text[0] !== b.text[0]) continue;
    const joined = a.text.slice(0, -1) + b.text.slice(1);
    const end = b.col + b.text.length;
    const line = lines[a.line - 1];
    lines[a.line - 1] = line.slice(0, a.col) + joined.padEnd(end - a.col) + line.slice(end);
  }
}

export function closePatterns(text: string): Closed {
  if (!/^[ \t]*match\b/m.test(text) || !/^[ \t]*case\b[^\n]*[,*"']/m.test(text)) return { text, puts: [] };
  const { pieces } = scan(text);
  const lines = text.split('\n');
  const puts: Put[] = [];
  for (let i = 0; i < pieces.length; i++) {
    if (!pieces[i].first || pieces[i].text !== 'case') continue;
    joinStrings(pieces, i, lines);
    const p = patternAt(pieces, i);
    if (p === null || !(p.comma || p.first.text === '*')) continue;
    // Back to front, so that the first column is still right when its turn comes.
    const close = { line: p.end.line, col: p.end.col };
    const before = lines[close.line - 1];
    if (before[close.col - 1] === ' ' && !(p.last.line === close.line && p.last.col + p.last.text.length > close.col - 1)) {
      lines[close.line - 1] = `${before.slice(0, close.col - 1)})${before.slice(close.col)}`;
    } else {
      lines[close.line - 1] = `${before.slice(0, close.col)})${before.slice(close.col)}`;
      puts.push(close);
    }
    const head = lines[p.first.line - 1];
    const blank = head[p.first.col - 1] === ' ';
    lines[p.first.line - 1] = `${head.slice(0, blank ? p.first.col - 1 : p.first.col)}(${head.slice(p.first.col)}`;
    if (!blank) puts.push({ line: p.first.line, col: p.first.col });
  }
  return { text: lines.join('\n'), puts };
}

type Placed = { lineno?: number; col_offset?: number; end_lineno?: number; end_col_offset?: number };

/** Columns as they stand in the program's own text. */
export function shift(v: unknown, puts: readonly Put[]): void {
  if (Array.isArray(v)) {
    for (const x of v) shift(x, puts);
    return;
  }
  if (typeof v !== 'object' || v === null || !('nodeType' in v)) return;
  const n = v as Placed;
  for (const { line, col } of puts) {
    if (n.lineno === line && n.col_offset !== undefined && n.col_offset > col) n.col_offset--;
    if (n.end_lineno === line && n.end_col_offset !== undefined && n.end_col_offset > col) n.end_col_offset--;
  }
  for (const [k, x] of Object.entries(v)) if (k !== 'ctx' && typeof x === 'object') shift(x, puts);
}
