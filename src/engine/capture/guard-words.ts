/**
 * Guards on expressions of sizes in PyTorch's words: `((y.size()[0] + x.size()[0]) % 2) == 0`; an equality that can be
 * solved for a symbol becomes one (`y.size()[0] == 2 + x.size()[0]`), and the symbol is no more.
 *
 * Idea: `ShapeGuardPythonPrinter`, `_maybe_guard_rel` and `_set_replacement` of symbolic_shapes.py. Leaves out:
 * what a relation with an order of products refines.
 */
import { bound } from './dynamic.ts';
import type { Expression, ExpressionGuard } from './expressions.ts';
import { difference, hasQuotient, isAtom, isNumber, isSymbol, nameOf, namesCollide, type Polynomial, polynomial, symbolsOf, textOf } from './polynomials.ts';
import type { SizeSymbol } from './symbols.ts';

const EQUATES = new Set(['==', '!=']);

/** The words of `left op right`; null where they are not known. */
export function wordsOf(left: Expression, op: string, right: Expression): ExpressionGuard['text'] {
  const [a, b] = [polynomial(left), polynomial(right)];
  if (!a || !b || (isNumber(a) && !EQUATES.has(op)) || namesCollide(a, b)) return null;
  const side = (p: Polynomial, name: (s: SizeSymbol) => string): string => (EQUATES.has(op) && !isAtom(p) ? `(${textOf(p, name)})` : textOf(p, name));
  return (name) => `${side(a, name)} ${op} ${side(b, name)}`;
}

/** The symbol PyTorch solves an equality for, and what it is; null where it keeps the equality. */
export function solution(left: Expression, right: Expression): { symbol: SizeSymbol; value: Polynomial } | null {
  const [a, b] = [polynomial(left), polynomial(right)];
  if (!a || !b || hasQuotient(a) || hasQuotient(b)) return null;
  const d = difference(a, b);
  const symbol = symbolsOf(d).sort((x, y) => y.hint - x.hint || (nameOf(y) > nameOf(x) ? 1 : -1))[0];
  const own = d.filter((t) => t.factors.some((f) => f.symbol === symbol));
  if (!symbol || own.length !== 1 || own[0].factors.length !== 1) return null;
  const value = d.filter((t) => t !== own[0]).map((t) => ({ ...t, by: -t.by / own[0].by }));
  return value.every((t) => Number.isInteger(t.by)) && keepsRange(symbol, value) ? { symbol, value } : null;
}

/** What takes a symbol's place may not be smaller than it may be; one symbol in it is bounded so that it is not. */
function keepsRange({ lower }: SizeSymbol, value: Polynomial): boolean {
  if (lower === null) return true;
  const [s, ...others] = symbolsOf(value);
  if (!s) return false;
  const least = value.reduce((n, t) => {
    const each = t.factors.reduce((m, f) => m * (f.symbol?.lower ?? Number.NEGATIVE_INFINITY), 1);
    return n + (t.factors.length === 0 ? t.by : t.by < 0 ? Number.NEGATIVE_INFINITY : t.by * each);
  }, 0);
  if (least >= lower) return true;
  const own = value.filter((t) => t.factors.length > 0);
  if (others.length > 0 || own.length !== 1 || own[0].factors.length !== 1) return false;
  const plus = value.find((t) => t.factors.length === 0)?.by ?? 0;
  const limit = (lower - plus) / own[0].by;
  bound(s, own[0].by > 0 ? '>=' : '<=', own[0].by > 0 ? Math.ceil(limit) : Math.floor(limit));
  return true;
}

/** Two that are a number apart. */
export function neverEqual(left: Expression, right: Expression): boolean {
  const [a, b] = [polynomial(left), polynomial(right)];
  const d = a && b && difference(a, b);
  return d !== null && d.length > 0 && isNumber(d);
}

/** `_refine_ranges`: what a relation with an order leaves to each of its symbols, by the bounds of the others. */
export function refine({ left, op, right }: ExpressionGuard): void {
  const [a, b] = [polynomial(left), polynomial(right)];
  if (!a || !b || EQUATES.has(op)) return;
  const up = op === '>' || op === '>=';
  const d = up ? difference(a, b) : difference(b, a);
  if (d.some((t) => t.factors.length > 1 || t.factors.some((f) => f.symbol === null))) return;
  const strict = op === '>' || op === '<' ? 1 : 0;
  for (const own of d) {
    const s = own.factors[0]?.symbol;
    if (!s || Math.abs(own.by) !== 1) continue;
    // The most that the rest can be: `s >= strict - most`, or `s <= most - strict`.
    const most = d.reduce((n, t) => {
      if (t === own) return n;
      const edge = t.by > 0 ? t.factors[0]?.symbol?.upper : t.factors[0]?.symbol?.lower;
      return n + t.by * (t.factors.length === 0 ? 1 : (edge ?? (t.by > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)));
    }, 0);
    if (Number.isFinite(most)) bound(s, own.by > 0 ? '>=' : '<=', own.by > 0 ? strict - most : most - strict);
  }
}

/** An expression again of what a symbol is. */
export function expressionOf(p: Polynomial): Expression {
  return p.reduce<Expression>((sum, t, i) => {
    const each = t.factors.reduce<Expression>((m, f) => ({ op: '*', a: m, b: f.symbol as SizeSymbol }), t.by);
    return i === 0 ? each : { op: '+', a: sum, b: each };
  }, 0);
}

/** The expression with what symbols turned out to be in their places. */
export function substituted(e: Expression, known: ReadonlyMap<SizeSymbol, Expression>): Expression {
  if (typeof e === 'number') return e;
  if (isSymbol(e)) return known.get(e) ?? e;
  const [a, b] = [substituted(e.a, known), substituted(e.b, known)];
  return a === e.a && b === e.b ? e : { op: e.op, a, b };
}
