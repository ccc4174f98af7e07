/**
 * What CPython's compiler refuses and py-ast accepts: bad targets, misplaced stars, repeated keywords …
 */
import type { ExprNode, StmtNode } from 'py-ast';
import { SyntaxFault, syntaxError } from './syntax.ts';

export function checkTree(_body: readonly StmtNode[], _text: string): void {
  // Filled below as faults are found.
}

export type { ExprNode };
export { SyntaxFault, syntaxError };
