/**
 * How the front end reports a syntax error: a JavaScript error with a place, turned into Python's SyntaxError by whoever
 * runs the source (`parse.ts`).
 */
export class SyntaxFault extends Error {
  readonly line: number;
  /** Column in code units, from 0. */
  readonly col: number;
  readonly kind: 'SyntaxError' | 'IndentationError' | 'TabError';
  constructor(message: string, line: number, col: number, kind: 'SyntaxError' | 'IndentationError' | 'TabError' = 'SyntaxError') {
    super(message);
    this.line = line;
    this.col = col;
    this.kind = kind;
  }
}

export function syntaxError(message: string, node: { lineno?: number; col_offset?: number }): never {
  throw new SyntaxFault(message, node.lineno ?? 1, node.col_offset ?? 0);
}
