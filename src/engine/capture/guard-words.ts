/**
 * Guards on expressions of several sizes in PyTorch's words: `((y.size()[0] + x.size()[0]) % 2) == 0`.
 *
 * Idea: `ShapeGuardPythonPrinter` of symbolic_shapes.py over sympy's order of terms: numbers first, then symbols by name,
 * and a symbol is named by a digest of its source (`_generate_unique_id`). Leaves out: factors before symbols, equalities of
 * sums (PyTorch solves them), names that collide.
 */
import { DIGESTS } from '../python/modules/digests.ts';
import type { Expression, ExpressionGuard } from './expressions.ts';
import type { SizeSymbol } from './symbols.ts';

const isSymbol = (e: Expression): e is SizeSymbol => typeof e === 'object' && 'uses' in e;

/** `s77`: the symbol of a source. */
export function nameOf(s: SizeSymbol): string {
  const [{ source, dim }] = s.uses;
  const text = dim < 0 ? source.fullText : `${source.fullText}.size()[${dim}]`;
  const digest = DIGESTS.sha256(new TextEncoder().encode(text));
  return `s${digest.reduce((n, byte) => (n * 256 + byte) % 100, 0)}`;
}

/** Operands of nested sums or products; null where one is something else. */
function operands(e: Expression, op: '+' | '*'): readonly (SizeSymbol | number)[] | null {
  if (typeof e === 'number' || isSymbol(e)) return [e];
  if (e.op !== op) return null;
  const [a, b] = [operands(e.a, op), operands(e.b, op)];
  return a && b && [...a, ...b];
}

/** A sum or product of different symbols in sympy's order, with the number before them. */
function inOrder(e: Expression, op: '+' | '*'): { plus: number; symbols: readonly SizeSymbol[] } | null {
  const all = operands(e, op);
  if (!all) return null;
  const symbols = all.filter((x) => typeof x !== 'number');
  const names = new Map(symbols.map((s) => [nameOf(s), s]));
  if (symbols.length < 2 || names.size < symbols.length) return null;
  const plus = all.filter((x) => typeof x === 'number').reduce((n, x) => (op === '+' ? n + x : n * x), op === '+' ? 0 : 1);
  if (op === '*' && plus !== 1) return null;
  return { plus: op === '+' ? plus : 0, symbols: [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, s]) => s) };
}

/** The words of `left op right` where the left side has several symbols; null where they are not known. */
export function wordsOfSeveral(left: Expression, op: string, right: Expression): ExpressionGuard['text'] {
  if (typeof left === 'number' || isSymbol(left) || typeof right !== 'number') return null;
  const equates = op === '==' || op === '!=';
  const divides = left.op === '%' || left.op === '//';
  if (divides && isSymbol(left.a) && isSymbol(left.b)) {
    const [a, b] = [left.a, left.b];
    return equates && a !== b ? (name) => `(${name(a)} ${left.op} ${name(b)}) ${op} ${right}` : null;
  }
  if (divides && typeof left.b !== 'number') return null;
  const inner = divides ? left.a : left;
  const sum = inOrder(inner, '+');
  const many = sum ?? inOrder(inner, '*');
  if (!many) return null;
  const text = (name: (s: SizeSymbol) => string): string => [...(many.plus === 0 ? [] : [many.plus]), ...many.symbols.map(name)].join(sum ? ' + ' : '*');
  if (divides) return equates && many.plus >= 0 ? (name) => `((${text(name)}) ${left.op} ${String(left.b)}) ${op} ${right}` : null;
  if (many.plus !== 0) return null;
  if (!equates) return (name) => `${text(name)} ${op} ${right}`;
  return sum && op === '==' ? null : (name) => `(${text(name)}) ${op} ${right}`;
}
