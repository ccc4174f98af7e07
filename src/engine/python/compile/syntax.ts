/**
 * How the front end reports a syntax error: a JavaScript error with a place, turned into Python's SyntaxError by whoever
 * runs the source (`parse.ts`).
 */
/** What a fault spans, when CPython names its end too. */
export interface End {
  readonly endLine: number;
  readonly endCol: number;
}

export class SyntaxFault extends Error {
  readonly line: number;
  /** Column in code units, from 0. */
  readonly col: number;
  readonly kind: 'SyntaxError' | 'IndentationError' | 'TabError';
  readonly end: End | undefined;
  /** The text it is in, where that is not a line of the program: an expression of an f-string. */
  text?: string;
  constructor(message: string, line: number, col: number, kind: SyntaxFault['kind'] = 'SyntaxError', end?: End) {
    super(message);
    this.line = line;
    this.col = col;
    this.kind = kind;
    this.end = end;
  }
}

/** A fault of the pieces from `from` to `to`. */
export const spanning = (message: string, from: End & { line: number; col: number }, to: End = from): SyntaxFault =>
  new SyntaxFault(message, from.line, from.col, 'SyntaxError', to);

export function syntaxError(message: string, n: { lineno?: number; col_offset?: number; end_lineno?: number; end_col_offset?: number }): never {
  const { end_lineno: endLine, end_col_offset: endCol } = n;
  throw new SyntaxFault(message, n.lineno ?? 1, n.col_offset ?? 0, 'SyntaxError', endLine && endCol ? { endLine, endCol } : undefined);
}
