/**
 * Guards on expressions of sizes: `x.size()[0] % 2 == 0`.
 *
 * Dynamo computes with symbols. Here the segment ran under several values of each symbol; a number that moved with them is
 * traced back through the arithmetic the program did before: to a result that moved alike, to its operands, down to
 * symbols and constants. What cannot be traced back is refused. Linear bounds on one symbol become bounds of it, as
 * `_refine_ranges` of symbolic_shapes.py makes them.
 * Their words on several symbols: `guard-words.ts`.
 */
import { Unsupported } from '../python/errors.ts';
import { floatRepr } from './source.ts';
import type { RecordedCall } from '../graph/captured.ts';
import type { PyFloat } from '../python/values.ts';
import type { FloatStep } from './float-steps.ts';
import { COMPARE_OPS } from '../python/opcodes.ts';
import { type Arithmetic, type Comparison, FLIPPED, holds, NEGATED } from './course.ts';
import { bound } from './dynamic.ts';
import { expressionOf, neverEqual, refine, solution, substituted, wordsOf } from './guard-words.ts';
import { isSymbol, polynomial, textOf } from './polynomials.ts';
import type { Read } from './recorder.ts';
import type { SizeSymbol } from './symbols.ts';

/** One course of the segment: the first one, or one with another value in a symbol's place. */
export interface Run {
  readonly symbol: SizeSymbol | null;
  readonly value: number;
  readonly comparisons: readonly Comparison[];
  readonly arithmetic: readonly Arithmetic[];
  readonly calls: readonly RecordedCall[];
  /** What gave each float. */
  readonly steps: ReadonlyMap<PyFloat, FloatStep>;
  /** Numbers read from tensors. */
  readonly reads: ReadonlyMap<PyFloat, Read>;
}

export type Expression = number | SizeSymbol | { readonly op: string; readonly a: Expression; readonly b: Expression };

export interface ExpressionGuard {
  readonly left: Expression;
  readonly right: Expression;
  readonly op: string;
  /** In PyTorch's words; null where they are not known. */
  readonly text: ((name: (s: SizeSymbol) => string) => string) | null;
  /** What the left side, a symbol, is: it has no bounds of its own any more. */
  readonly solved?: true;
}

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
export function explain(vector: readonly number[], runs: readonly Run[], limit: number, depth = 0): Expression | null {
  const first = vector[0];
  if (vector.every((n) => n === first)) return first;
  for (const s of new Set(runs.map((r) => r.symbol))) if (s && runs.every((r, i) => vector[i] === (r.symbol === s ? r.value : s.hint))) return s;
  if (depth > 8) return fitted(vector, runs);
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
  return depth === 0 ? fitted(vector, runs) : null;
}

/** A number that no arithmetic of the program gave, and that moves evenly with each symbol (`x[1:]` has one element less). */
function fitted(vector: readonly number[], runs: readonly Run[]): Expression | null {
  let sum: Expression | null = null;
  let plus = vector[0];
  for (const s of new Set(runs.flatMap((r) => (r.symbol ? [r.symbol] : [])))) {
    const steps = runs.flatMap((r, i) => (r.symbol === s ? [(vector[i] - vector[0]) / (r.value - s.hint)] : []));
    const by = steps[0];
    if (steps.length < 2 || !Number.isInteger(by) || steps.some((x) => x !== by)) return null;
    if (by === 0) continue;
    plus -= by * s.hint;
    const term: Expression = by === 1 ? s : { op: '*', a: by, b: s };
    sum = sum === null ? term : { op: '+', a: sum, b: term };
  }
  return sum === null ? null : plus === 0 ? sum : { op: '+', a: plus, b: sum };
}

/** How many comparisons two courses have in common. */
function shared(first: Run, r: Run): number {
  const i = first.comparisons.findIndex(
    (c, k) => c.code !== r.comparisons[k]?.code || c.pc !== r.comparisons[k].pc || c.op !== r.comparisons[k].op || c.sofar !== r.comparisons[k].sofar,
  );
  return i < 0 ? first.comparisons.length : i;
}

/** The first comparison that came out otherwise. */
function alike(first: Run, r: Run): number {
  const i = first.comparisons.findIndex((c, k) => {
    const d = r.comparisons[k];
    return d === undefined || holds(COMPARE_OPS[c.op], c.a, c.b) !== holds(COMPARE_OPS[d.op], d.a, d.b);
  });
  return i < 0 ? first.comparisons.length : i;
}

/** What one comparison says of symbols. */
interface Relation {
  readonly left: Expression;
  readonly op: string;
  readonly right: Expression;
  readonly written: boolean;
}

/** Reads the comparisons of a segment as relations of symbols, by how they moved in its runs. */
class Relations {
  private readonly runs: readonly Run[];
  private readonly common: ReadonlyMap<Run, number>;
  private readonly course: ReadonlyMap<Run, number>;
  /** What the comparison before was about: an operator asks several questions about one size. */
  private before: readonly number[] | null = null;
  private meant: Expression | null = null;

  constructor(runs: readonly Run[]) {
    this.runs = runs;
    const [first] = runs;
    this.common = new Map(runs.map((r) => [r, shared(first, r)]));
    this.course = new Map(runs.map((r) => [r, alike(first, r)]));
  }

  /** null where no symbol is in it. */
  at(i: number): Relation | null {
    const { runs, common, course } = this;
    const [first] = runs;
    const c = first.comparisons[i];
    if (c.pin || c.joined || c.text) return null;
    const here = runs.filter((r) => r === first || (i < (common.get(r) as number) && r.symbol && !r.symbol.constant));
    const left = here.map((r) => r.comparisons[i].a);
    const right = here.map((r) => r.comparisons[i].b);
    if (left.every((n) => n === left[0]) && right.every((n) => n === right[0])) return null;
    if (c.part === 'count' && new Set(here.flatMap((r, k) => (left[k] === left[0] ? [] : [r.symbol]))).size > 1) return null;
    const op = COMPARE_OPS[c.op];
    const truth = holds(op, c.a, c.b);
    const together = here.map((r) => i <= (course.get(r) as number));
    const sure = here.filter((_, k) => together[k]);
    const explained = (v: readonly number[]): Expression | null =>
      explain(v, here, c.sofar) ??
      explain(
        v.filter((_, k) => together[k]),
        sure,
        c.sofar,
      );
    const again = i > 0 && c.pc < 0 && this.before !== null && this.before.every((n, k) => n === left[k]);
    const a = again ? this.meant : explained(left);
    [this.before, this.meant] = [left, a];
    const b = explained(right);
    if (a === null || b === null) {
      if (c.part !== 'count' && c.part !== 'stride' && here.some((_, k) => together[k] && holds(op, left[k], right[k]) !== truth))
        throw new Unsupported('a guard on an expression of sizes');
      return null;
    }
    return a === b ? null : { left: a, op: truth ? op : NEGATED[op], right: b, written: c.written === true };
  }

  /** Whether it came out true. */
  holds(i: number): boolean {
    const c = this.runs[0].comparisons[i];
    return holds(COMPARE_OPS[c.op], c.a, c.b);
  }
}

/** The guards that the comparisons of a segment stand for; bounds go to the symbols themselves. */
export function expressionGuards(runs: readonly Run[]): ExpressionGuard[] {
  const guards: ExpressionGuard[] = [];
  const known = new Map<SizeSymbol, Expression>();
  const relations = new Relations(runs);
  /** The guard that is left of it, where it is no bound. */
  const taken = ({ left, op, right, written }: Relation): ExpressionGuard | null => {
    const [a, b] = [substituted(left, known), substituted(right, known)];
    if (isSymbol(a) && a.kind === 'float')
      return { left: a, right: b, op, text: typeof b === 'number' && written ? (name) => `${name(a)} ${op} ${floatRepr(b)}` : null };
    if (isSymbol(b) && b.kind === 'float') return { left: a, right: b, op, text: null };
    if (isSymbol(a) && typeof b === 'number') bound(a, op, b);
    else if (typeof a === 'number' && isSymbol(b)) bound(b, FLIPPED[op], a);
    else if (typeof a === 'number' ? !solved(b, FLIPPED[op], a) : !solved(a, op, b)) {
      const found = op === '==' ? solution(a, b) : null;
      if (!found) return op === '!=' && neverEqual(a, b) ? null : { left: a, right: b, op, text: wordsOf(a, op, b) };
      const { symbol, value } = found;
      const as = expressionOf(value);
      for (const [s, e] of known) known.set(s, substituted(e, new Map([[symbol, as]])));
      known.set(symbol, as);
    }
    return null;
  };
  const add = (g: ExpressionGuard | null): void => {
    if (!g) return;
    guards.push(g);
    refine(g);
  };
  runs[0].comparisons.forEach((c, i, all) => {
    const joint = all[i - 1]?.part === 'and';
    if (c.part === 'quiet' || joint) return;
    const r = relations.at(i);
    if (c.part !== 'and') {
      if (r) add(taken(r));
      return;
    }
    const other = relations.at(i + 1);
    const truths = [relations.holds(i), relations.holds(i + 1)];
    if (truths.includes(false)) {
      // Where no symbol is in one half, and it is true, the other is false. Else the questions after it say more.
      if (r && !other && truths[1]) add(taken(r));
      if (other && !r && truths[0]) add(taken(other));
      return;
    }
    const g = other && taken(other);
    if (!r || isSure(r)) add(g);
    else if (g) guards.push(...both(r, g));
    else add(taken(r));
  });
  for (const [symbol, right] of known) {
    const value = polynomial(right);
    guards.unshift({ left: symbol, right, op: '==', text: value && ((name) => `${name(symbol)} == ${textOf(value, name)}`), solved: true });
  }
  // A bound that was found later may say more than a guard before it.
  return guards.filter((g) => !(g.op === '!=' && typeof g.right === 'number' && alwaysAbove(g.left, g.right)));
}

/** `n >= 0` of a size, which is never less. */
const isSure = ({ left, op, right }: Relation): boolean => op === '>=' && typeof right === 'number' && alwaysAbove(left, right - 1);

/** Two relations that are one guard. */
function both({ left, op, right }: Relation, g: ExpressionGuard): ExpressionGuard[] {
  const one = wordsOf(left, op, right);
  const other = g.text;
  const text: ExpressionGuard['text'] = one && other && ((name) => `${one(name)} and ${other(name)}`);
  return [
    { left, op, right, text },
    { ...g, text },
  ];
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

/** What the bounds of its symbol decide already is no guard. */
function alwaysAbove(e: Expression, limit: number): boolean {
  const rises = !isSymbol(e) && typeof e !== 'number' && e.op === '//' && isSymbol(e.a) && typeof e.b === 'number' && e.b > 0 ? e.a : null;
  const l = linear(e);
  const s = rises ?? l?.symbol ?? null;
  if (s === null) return false;
  const edge = l !== null && l.by < 0 ? s.upper : s.lower;
  return edge !== null && evaluate(e, () => edge) > limit;
}

const ORDERED = new Set(['<', '<=', '>', '>=']);

/** An inequality of one symbol becomes a bound. */
function solved(left: Expression, op: string, right: Expression): boolean {
  if (typeof right !== 'number' || typeof left === 'number') return false;
  const product = !isSymbol(left) && left.op === '%' ? linear(left.a) : null;
  // `(4 * s) % 2` is always 0.
  if (product && !isSymbol(left) && typeof left.b === 'number' && product.by % left.b === 0) return true;
  const direct = linear(left);
  if (op === '==' && direct) {
    direct.symbol.constant = true;
    return true;
  }
  if (!ORDERED.has(op)) return false;
  const least = op === '>' ? right + 1 : right;
  const most = op === '<' ? right - 1 : right;
  const up = op === '>' || op === '>=';
  if (!isSymbol(left) && left.op === '//' && isSymbol(left.a) && typeof left.b === 'number' && left.b > 0) {
    bound(left.a, up ? '>=' : '<', up ? least * left.b : (most + 1) * left.b);
    return true;
  }
  const l = direct;
  if (!l) return false;
  const limit = ((up ? least : most) - l.plus) / l.by;
  if (up === l.by > 0) bound(l.symbol, '>=', Math.ceil(limit));
  else bound(l.symbol, '<=', Math.floor(limit));
  return true;
}
