/**
 * Guards on expressions of sizes: `x.size()[0] % 2 == 0`.
 *
 * Dynamo computes with symbols. Here the segment ran under several values of each symbol; a number that moved with them is
 * traced back through the arithmetic the program did before: to a result that moved alike, to its operands, down to
 * symbols and constants. What cannot be traced back is refused. Linear bounds on one symbol become bounds of it, as
 * `_refine_ranges` of symbolic_shapes.py makes them.
 * Leaves out: the words of guards on several symbols (their order is that of hashed names).
 */
import { Unsupported } from '../python/errors.ts';
import { BINARY_OPS, COMPARE_OPS } from '../python/opcodes.ts';
import { bound, type Comparison, holds, NEGATED, type SizeSymbol } from './dynamic.ts';

/** One operation on two ints, or a product of sizes. */
export interface Arithmetic {
  readonly op: string;
  readonly a: number;
  readonly b: number;
  readonly result: number;
}

/** One course of the segment: the first one, or one with another value in a symbol's place. */
export interface Run {
  readonly symbol: SizeSymbol | null;
  readonly value: number;
  readonly comparisons: readonly Comparison[];
  readonly arithmetic: readonly Arithmetic[];
}

export type Expression = number | SizeSymbol | { readonly op: string; readonly a: Expression; readonly b: Expression };

export interface ExpressionGuard {
  readonly left: Expression;
  readonly right: Expression;
  readonly op: string;
  /** In PyTorch's words; null where they are not known. */
  readonly text: ((name: (s: SizeSymbol) => string) => string) | null;
}

const isSymbol = (e: Expression): e is SizeSymbol => typeof e === 'object' && 'uses' in e;

export function evaluate(e: Expression, value: (s: SizeSymbol) => number): number {
  if (typeof e === 'number') return e;
  if (isSymbol(e)) return value(e);
  return apply(e.op, evaluate(e.a, value), evaluate(e.b, value));
}

function apply(op: string, a: number, b: number): number {
  if (op === '+') return a + b;
  if (op === '-') return a - b;
  if (op === '*') return a * b;
  if (op === '//') return Math.floor(a / b);
  if (op === '%') return ((a % b) + b) % b;
  return op === '**' ? a ** b : Number.NaN;
}

/** Traces a number that was `vector[i]` in run `i` back to symbols; null where that fails. */
function explain(vector: readonly number[], runs: readonly Run[], limit: number, depth = 0): Expression | null {
  const first = vector[0];
  if (vector.every((n) => n === first)) return first;
  for (const s of new Set(runs.map((r) => r.symbol))) if (s && runs.every((r, i) => vector[i] === (r.symbol === s ? r.value : s.hint))) return s;
  if (depth > 8) return null;
  for (let k = limit - 1; k >= 0; k--) {
    if (!runs.every((r, i) => r.arithmetic[k].result === vector[i] && r.arithmetic[k].op === runs[0].arithmetic[k].op)) continue;
    const a = explain(
      runs.map((r) => r.arithmetic[k].a),
      runs,
      k,
      depth + 1,
    );
    const b =
      a === null
        ? null
        : explain(
            runs.map((r) => r.arithmetic[k].b),
            runs,
            k,
            depth + 1,
          );
    if (a !== null && b !== null) return { op: runs[0].arithmetic[k].op, a, b };
  }
  return null;
}

const aligned = (first: Run, r: Run, i: number): boolean =>
  r.comparisons.length > i &&
  first.comparisons.slice(0, i + 1).every((c, k) => c.code === r.comparisons[k].code && c.pc === r.comparisons[k].pc && c.sofar === r.comparisons[k].sofar);

/** The guards that the comparisons of a segment stand for; bounds go to the symbols themselves. */
export function expressionGuards(runs: readonly Run[]): ExpressionGuard[] {
  const [first] = runs;
  const guards: ExpressionGuard[] = [];
  first.comparisons.forEach((c, i) => {
    if (c.pin || c.joined || c.text) return;
    const here = runs.filter((r) => r === first || (aligned(first, r, i) && r.symbol?.kind === 'int' && !r.symbol.constant));
    const left = here.map((r) => r.comparisons[i].a);
    const right = here.map((r) => r.comparisons[i].b);
    if (left.every((n) => n === left[0]) && right.every((n) => n === right[0])) return;
    const [a, b] = [explain(left, here, c.sofar), explain(right, here, c.sofar)];
    const op = COMPARE_OPS[c.op];
    const truth = holds(op, c.a, c.b);
    if (a === null || b === null) {
      if (here.some((_, k) => holds(op, left[k], right[k]) !== truth)) throw new Unsupported('a guard on an expression of sizes');
      return;
    }
    if ((isSymbol(a) && typeof b === 'number') || (typeof a === 'number' && isSymbol(b)) || a === b) return;
    const must = truth ? op : NEGATED[op];
    if (!solved(a, must, b)) guards.push({ left: a, right: b, op: must, text: wordsOf(a, must, b) });
  });
  return guards;
}

/** `coefficient * symbol + constant`; null for anything else. */
function linear(e: Expression): { symbol: SizeSymbol; by: number; plus: number } | null {
  if (typeof e === 'number') return null;
  if (isSymbol(e)) return { symbol: e, by: 1, plus: 0 };
  const [l, r] = [linear(e.a), linear(e.b)];
  if (l && typeof e.b === 'number') {
    if (e.op === '+') return { ...l, plus: l.plus + e.b };
    if (e.op === '-') return { ...l, plus: l.plus - e.b };
    if (e.op === '*') return { ...l, by: l.by * e.b, plus: l.plus * e.b };
  }
  if (r && typeof e.a === 'number') {
    if (e.op === '+') return { ...r, plus: r.plus + e.a };
    if (e.op === '*') return { ...r, by: r.by * e.a, plus: r.plus * e.a };
  }
  return null;
}

const ORDERED = new Set(['<', '<=', '>', '>=']);

/** An inequality of one symbol becomes a bound. */
function solved(left: Expression, op: string, right: Expression): boolean {
  if (typeof right !== 'number' || typeof left === 'number') return false;
  const product = !isSymbol(left) && left.op === '%' ? linear(left.a) : null;
  // `(4 * s) % 2` is always 0.
  if (product && !isSymbol(left) && typeof left.b === 'number' && product.by % left.b === 0) return true;
  if (!ORDERED.has(op)) return false;
  const least = op === '>' ? right + 1 : right;
  const most = op === '<' ? right - 1 : right;
  const up = op === '>' || op === '>=';
  if (!isSymbol(left) && left.op === '//' && isSymbol(left.a) && typeof left.b === 'number' && left.b > 0) {
    bound(left.a, up ? '>=' : '<', up ? least * left.b : (most + 1) * left.b);
    return true;
  }
  const l = linear(left);
  if (!l || l.by <= 0) return false;
  if (up) bound(l.symbol, '>=', Math.ceil((least - l.plus) / l.by));
  else bound(l.symbol, '<=', Math.floor((most - l.plus) / l.by));
  return true;
}

function wordsOf(left: Expression, op: string, right: Expression): ExpressionGuard['text'] {
  if (typeof left === 'number' || isSymbol(left) || typeof right !== 'number') return null;
  const { a, b } = left;
  if (left.op === '%' && isSymbol(a) && typeof b === 'number' && (op === '==' || op === '!=')) return (name) => `(${name(a)} % ${b}) ${op} ${right}`;
  return null;
}

export const isArithmetic = (op: number): boolean => ['+', '-', '*', '//', '%', '**'].includes(BINARY_OPS[op]);
