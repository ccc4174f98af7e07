/** Indentation that does not fit, in the words and at the places of CPython's tokenizer and parser. Lies in the pack `faults`. */
import type { Piece, Scan } from './scan.ts';
import { SyntaxFault } from './syntax.ts';

const BLOCKS: Record<string, string> = {
  if: "'if' statement",
  elif: "'elif' statement",
  else: "'else' statement",
  for: "'for' statement",
  while: "'while' statement",
  with: "'with' statement",
  try: "'try' statement",
  except: "'except' statement",
  finally: "'finally' statement",
  def: 'function definition',
  class: 'class definition',
  match: "'match' statement",
  case: "'case' statement",
};

/** Logical lines as runs of pieces. */
export function logicalLines(s: Scan): Piece[][] {
  const out: Piece[][] = [];
  let cur: Piece[] = [];
  for (const p of s.pieces) {
    if (p.kind === 'newline') {
      if (cur.length > 0) out.push(cur);
      cur = [];
    } else cur.push(p);
  }
  if (cur.length > 0) out.push(cur);
  return out;
}

const opensBlock = (l: Piece[]): boolean => l[l.length - 1].text === ':' && l[l.length - 1].depth === 0;

/**
 * Indentation that does not fit, in the order of the lines.
 *
 * As CPython's tokenizer (Parser/tokenizer.c): a line's depth is counted twice, once with tab stops of eight columns and
 * once with a tab as one column. A line may begin with any mixture as long as both counts agree about whether it is as
 * deep as the line's block, deeper, or back at an outer one; where they differ the use of tabs is inconsistent.
 */
export function indentFault(s: Scan): SyntaxFault | null {
  const lines = new Map(logicalLines(s).map((l) => [l[0].line, l]));
  const stack = [0];
  /** The same levels with a tab as one column. */
  const narrow = [0];
  let before: Piece[] | null = null;
  for (const { line, width, text } of s.indents) {
    const top = stack[stack.length - 1];
    const l = lines.get(line);
    const open = stack.findLastIndex((w) => w <= width);
    const agrees = width > top ? text.length > narrow[narrow.length - 1] : width !== stack[open] || text.length === narrow[open];
    if (!agrees) return new SyntaxFault('inconsistent use of tabs and spaces in indentation', line, 0, 'TabError');
    if (before && opensBlock(before)) {
      if (width <= top) {
        const word = before[0].text === 'async' ? before[1].text : before[0].text;
        const what = BLOCKS[word];
        if (what) return new SyntaxFault(`expected an indented block after ${what} on line ${before[0].line}`, line, width, 'IndentationError');
      } else {
        stack.push(width);
        narrow.push(text.length);
      }
    } else if (width > top) return new SyntaxFault('unexpected indent', line, text.length - 1, 'IndentationError');
    while (width < stack[stack.length - 1]) {
      stack.pop();
      narrow.pop();
    }
    if (width !== stack[stack.length - 1])
      return new SyntaxFault(
        'unindent does not match any outer indentation level',
        line,
        l?.findLast((p) => p.endLine === line)?.endCol ?? width,
        'IndentationError',
      );
    if (l) before = l;
  }
  if (before && opensBlock(before)) {
    const word = before[0].text === 'async' ? before[1].text : before[0].text;
    const what = BLOCKS[word];
    const end = before[before.length - 1];
    if (what) return new SyntaxFault(`expected an indented block after ${what} on line ${before[0].line}`, end.line, end.endCol, 'IndentationError');
  }
  return null;
}
