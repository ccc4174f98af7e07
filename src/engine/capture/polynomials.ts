/**
 * Expressions of sizes as sympy holds and prints them: sums of products, the number first, then symbols by name, then
 * products, then quotients and remainders.
 *
 * Idea: `Add.flatten`, `Mul.flatten` and `Basic.compare` of sympy; a symbol is named by a digest of its source
 * (`_generate_unique_id` of symbolic_shapes.py). Leaves out: quotients and remainders that sympy would simplify, names that
 * collide.
 */
import { DIGESTS } from '../python/modules/digests.ts';
import type { Expression } from './expressions.ts';
import type { SizeSymbol } from './symbols.ts';

type Naming = (s: SizeSymbol) => string;

interface Factor {
  /** null: a quotient or remainder. */
  readonly symbol: SizeSymbol | null;
  readonly key: string;
  text(name: Naming): string;
}

export interface Term {
  readonly by: number;
  readonly factors: readonly Factor[];
}

/** A sum of products; the number is the term without factors. */
export type Polynomial = readonly Term[];

export const isSymbol = (e: Expression): e is SizeSymbol => typeof e === 'object' && 'uses' in e;

/** `s77`: the symbol of a source. */
export function nameOf(s: SizeSymbol): string {
  const [{ source, dim }] = s.uses;
  const text = dim < 0 ? source.fullText : `${source.fullText}.size()[${dim}]`;
  const digest = DIGESTS.sha256(new TextEncoder().encode(text));
  return `s${digest.reduce((n, byte) => (n * 256 + byte) % 100, 0)}`;
}

const keyOf = (t: Term): string => t.factors.map((f) => f.key).join('*');
const byKey = (a: Factor, b: Factor): number => Number(a.symbol === null) - Number(b.symbol === null) || (a.key < b.key ? -1 : Number(a.key > b.key));

/** The class of a term in sympy's order of classes. */
function classOf({ by, factors }: Term): number {
  if (factors.length === 0) return 0;
  if (by !== 1) return 3;
  if (factors.length === 1) return factors[0].symbol ? 1 : 4;
  return factors.length === 2 && factors[0].key === factors[1].key ? 2 : 3;
}

function compare(a: Term, b: Term): number {
  const kind = classOf(a) - classOf(b);
  if (kind !== 0) return kind;
  const length = (t: Term): number => new Set(t.factors.map((f) => f.key)).size + Number(t.by !== 1);
  if (length(a) !== length(b)) return length(a) - length(b);
  const rank = (n: number): number => (n === 1 ? 1e9 : n === -1 ? -1e9 : n);
  return rank(a.by) - rank(b.by) || (keyOf(a) < keyOf(b) ? -1 : 1);
}

function sumOf(terms: readonly Term[]): Polynomial {
  const all = new Map<string, Term>();
  for (const t of terms) {
    const key = keyOf(t);
    all.set(key, { by: (all.get(key)?.by ?? 0) + t.by, factors: t.factors });
  }
  return [...all.values()].filter((t) => t.by !== 0).sort(compare);
}

const scaled = (p: Polynomial, by: number): Polynomial => p.map((t) => ({ ...t, by: t.by * by }));

export const difference = (a: Polynomial, b: Polynomial): Polynomial => sumOf([...a, ...scaled(b, -1)]);

const product = (a: Polynomial, b: Polynomial): Polynomial =>
  sumOf(a.flatMap((x) => b.map((y) => ({ by: x.by * y.by, factors: [...x.factors, ...y.factors].sort(byKey) }))));

export const isNumber = (p: Polynomial): boolean => p.every((t) => t.factors.length === 0);
export const numberOf = (p: Polynomial): number => p.find((t) => t.factors.length === 0)?.by ?? 0;

const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

/** `a // b` or `a % b`; null where sympy would make something simpler of it. */
function divided(op: '//' | '%', a: Polynomial, b: Polynomial): Polynomial | null {
  if (isNumber(a) || b.length === 0) return null;
  if (isNumber(b) ? a.some((t) => gcd(t.by, numberOf(b)) > 1) : a.length > 1 || keyOf(a[0]).includes(keyOf(b[0]))) return null;
  const wrapped = (p: Polynomial, name: Naming): string => (isAtom(p) ? textOf(p, name) : `(${textOf(p, name)})`);
  const key = `~${op}(${a.map((t) => `${t.by}${keyOf(t)}`).join('+')}|${b.map((t) => `${t.by}${keyOf(t)}`).join('+')})`;
  return [{ by: 1, factors: [{ symbol: null, key, text: (name) => `(${wrapped(a, name)} ${op} ${wrapped(b, name)})` }] }];
}

/** null where what it is in sympy is not known. */
export function polynomial(e: Expression): Polynomial | null {
  if (typeof e === 'number') return e === 0 ? [] : [{ by: e, factors: [] }];
  if (isSymbol(e)) return [{ by: 1, factors: [{ symbol: e, key: nameOf(e), text: (name) => name(e) }] }];
  const [a, b] = [polynomial(e.a), polynomial(e.b)];
  if (!a || !b) return null;
  if (e.op === '+') return sumOf([...a, ...b]);
  if (e.op === '-') return difference(a, b);
  if (e.op === '*') return product(a, b);
  if (e.op === '//' || e.op === '%') return divided(e.op, a, b);
  return e.op === '**' && e.b === 2 ? product(a, a) : null;
}

/** Names that stand for two symbols tell nothing. */
export function namesCollide(...all: readonly Polynomial[]): boolean {
  const symbols = symbolsOf(...all);
  return new Set(symbols.map(nameOf)).size < symbols.length;
}

export const symbolsOf = (...all: readonly Polynomial[]): SizeSymbol[] => [
  ...new Set(all.flatMap((p) => p.flatMap((t) => t.factors.flatMap((f) => (f.symbol ? [f.symbol] : []))))),
];

export const hasQuotient = (p: Polynomial): boolean => p.some((t) => t.factors.some((f) => f.symbol === null));

/** Stands without parentheses beside any operator. */
export const isAtom = (p: Polynomial): boolean =>
  p.length === 0 || (p.length === 1 && (isNumber(p) ? p[0].by >= 0 : p[0].by === 1 && p[0].factors.length === 1));

function termText({ by, factors }: Term, name: Naming): string {
  const parts = factors.map((f) => f.text(name)).join('*');
  if (by === 1) return parts;
  // What has parentheses of its own is given none.
  if (by === -1 && factors.length === 1 && factors[0].symbol === null) return `(-1)*${parts}`;
  return by < 0 ? `((${by})*${parts})` : `${by}*${parts}`;
}

export function textOf(p: Polynomial, name: Naming): string {
  if (p.length === 0) return '0';
  if (p.length === 1) return p[0].factors.length === 0 ? String(p[0].by) : termText(p[0], name).replace(/^\(\((-\d+)\)(.*)\)$/, '($1)$2');
  return p.map((t) => (t.factors.length > 0 ? termText(t, name) : t.by < 0 ? `(${t.by})` : String(t.by))).join(' + ');
}
