/**
 * The course of a segment, by which its runs are told apart: the operators called, the comparisons and the arithmetic on
 * numbers that the program did.
 */
import type { RecordedCall } from '../graph/captured.ts';
import type { Code } from '../python/code.ts';
import { BINARY_OPS } from '../python/opcodes.ts';

/**
 * `and`: one question with the next; `quiet`: decided by a later one; `count`: of elements, told where one size decides;
 * `stride`: told where it is an expression of sizes.
 */
export type Part = 'and' | 'quiet' | 'count' | 'stride';

/** `pin`: the number itself is needed. */
export type Asked = Part | 'pin';

export interface Comparison {
  readonly code: Code;
  readonly pc: number;
  readonly op: number;
  readonly a: number;
  readonly b: number;
  /** The number itself was needed (`range(n)`): a symbol there becomes a constant. */
  readonly pin?: true;
  /** The number became part of an f-string with more than it. */
  readonly joined?: true;
  /** The number alone became text, or was sorted. */
  readonly text?: 'format' | 'str' | 'percent' | 'sort' | 'check' | 'message';
  /** `message`: the words of an assertion that failed. */
  readonly words?: string;
  /** The program compares these two, by an operator. */
  readonly written?: boolean;
  readonly part?: Part;
  /** Operations on ints before it. */
  readonly sofar: number;
}

/** One operation on two ints, or a product of sizes. */
export interface Arithmetic {
  readonly op: string;
  readonly a: number;
  readonly b: number;
  readonly result: number;
}

export const isArithmetic = (op: number): boolean => ['+', '-', '*', '//', '%', '**'].includes(BINARY_OPS[op]);

export interface Course {
  readonly calls: readonly RecordedCall[];
  readonly comparisons: readonly Comparison[];
}

export const NEGATED: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '==': '!=', '!=': '==', '>': '<=', '>=': '<' };
export const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '==': '==', '!=': '!=', '>': '<', '>=': '<=' };

export const holds = (op: string, a: number, b: number): boolean =>
  op === '<' ? a < b : op === '<=' ? a <= b : op === '==' ? a === b : op === '!=' ? a !== b : op === '>' ? a > b : a >= b;

export function sameCourse(a: readonly RecordedCall[], b: readonly RecordedCall[]): boolean {
  return (
    a.length === b.length && a.every((c, i) => (c.op === b[i].op || (c.op.higher !== undefined && c.op.name === b[i].op.name)) && c.gradMode === b[i].gradMode)
  );
}
