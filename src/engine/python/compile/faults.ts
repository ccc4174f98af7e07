/**
 * CPython's words for source that does not parse.
 */
import { SyntaxFault } from './syntax.ts';

/** Faults that are seen in the text before parsing. */
export function precheck(_text: string): void {}

/** The parser's own error as a syntax fault at the parser's place. */
export function describeFault(_text: string, e: unknown): SyntaxFault {
  if (e instanceof SyntaxFault) return e;
  const at = e as { lineno?: number; col_offset?: number; message?: string };
  const m = /line (\d+)/.exec(at.message ?? '');
  const line = at.lineno ?? (m ? Number(m[1]) : 1);
  return new SyntaxFault('invalid syntax', line, at.col_offset ?? 0);
}
