/**
 * Automatic dynamic shapes: what a frame finds out about its symbols. A pack of its own, asked for where a frame has some.
 *
 * Where Dynamo computes with symbols, the segment is run again here with
 * another size in a symbol's place, on shapes alone: an error or another course of the program means that the symbol is
 * used as a constant; a comparison whose operand moved with it gives a bound, in PyTorch's words.
 * Guards on expressions (`x.size()[0] % 2`) are found in `expressions.ts`.
 */
import { Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import { COMPARE_OPS } from '../python/opcodes.ts';
import type { RecordedCall } from '../graph/captured.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { contiguousStrides, isContiguous, isNonOverlappingAndDense } from '../tensor/strides.ts';
import { PyFloat } from '../python/values.ts';
import { type Course, holds, sameCourse } from './course.ts';
import { evaluate, type ExpressionGuard } from './expressions.ts';
import { tensorOf } from './guards.ts';
import { readSource, replaceAt, type Scope } from './source.ts';
import type { SizeSymbol } from './symbols.ts';

export { expressionGuards } from './expressions.ts';
export { derivedFloats, withDerived } from './derived-floats.ts';
export { symbolicUse } from './symbolic.ts';
export { askSizes } from './derived-sizes.ts';
export { named } from './symbol-words.ts';

/** A guard narrows the bounds that the program gave. */
export const narrowed = (s: SizeSymbol): boolean =>
  s.strict !== null && (s.excluded.length > 0 || s.lower !== Math.max(2, s.strict.min) || s.upper !== s.strict.max);

/** Puts `value` in the place of a symbol; gives the way back. The frame's own values are restored with the frame. */
export function pretend(symbol: SizeSymbol, value: number, frame: Frame): () => void {
  const undo: (() => void)[] = [];
  for (const { source, tensor, dim } of symbol.uses) {
    if (tensor === null) {
      undo.push(replaceAt(source, symbol.kind === 'float' ? new PyFloat(value) : value, { frame }));
      continue;
    }
    const { sizes, strides } = tensor;
    undo.push(() => Object.assign(tensor, { sizes, strides }));
    const next = sizes.map((s, i) => (i === dim ? value : s));
    Object.assign(tensor, { sizes: next, strides: stridesFor(sizes, strides, next) });
  }
  return () => {
    for (const f of undo.reverse()) f();
  };
}

function stridesFor(sizes: readonly number[], strides: readonly number[], next: readonly number[]): readonly number[] {
  if (isContiguous(sizes, strides)) return contiguousStrides(next);
  if (!isNonOverlappingAndDense(sizes, strides)) {
    // A stride that is the extent of another dimension moves with it; others are numbers of their own.
    const moved = [...strides];
    const inner = sizes.map((_, i) => i).sort((a, b) => strides[a] - strides[b] || b - a);
    inner.forEach((d, i) => {
      const from = inner.slice(0, i).find((k) => sizes[k] * strides[k] === strides[d]);
      if (from !== undefined) moved[d] = next[from] * moved[from];
    });
    return moved;
  }
  const order = sizes.map((_, i) => i).sort((a, b) => strides[a] - strides[b] || b - a);
  const out = new Array<number>(next.length);
  let step = 1;
  for (const d of order) {
    out[d] = step;
    step *= Math.max(next[d], 1);
  }
  return out;
}

/** How far two courses are the same; infinite: to the end, or to where the program needs a number that moved. */
export function agreement(first: Course, second: Course, failed: boolean): number {
  const all = Number.POSITIVE_INFINITY;
  let i = 0;
  for (const x of first.comparisons) {
    const y = second.comparisons[i];
    if (y === undefined || x.code !== y.code || x.pc !== y.pc || x.op !== y.op) break;
    if (x.pin || x.joined || x.text) {
      if (x.a !== y.a) return all;
    } else if (holds(COMPARE_OPS[x.op], x.a, x.b) !== holds(COMPARE_OPS[x.op], y.a, y.b)) break;
    i++;
  }
  const calls = first.calls.findIndex((c, k) => c.op !== second.calls[k]?.op);
  if (!failed && i === first.comparisons.length && sameCourse(first.calls, second.calls)) return all;
  return i + (calls < 0 ? first.calls.length : calls);
}

/** Compares the course of the program under another value with the first. */
export function learn(symbol: SizeSymbol, other: number, first: Course, second: Course): Lesson {
  if (symbol.kind === 'float') return learnFloat(first, second);
  const n = Math.min(first.comparisons.length, second.comparisons.length);
  let diverged = false;
  let derived = false;
  for (let i = 0; i < n; i++) {
    const [x, y] = [first.comparisons[i], second.comparisons[i]];
    if (x.code !== y.code || x.pc !== y.pc || x.op !== y.op) break;
    if (x.pin) {
      if (x.a !== y.a) return { constant: true, diverged, derived };
      continue;
    }
    if (x.joined || x.text) {
      if ((x.joined || x.text === 'format') && x.a !== y.a) return { constant: true, diverged, derived };
      continue;
    }
    const op = COMPARE_OPS[x.op];
    const left = x.a === symbol.hint && y.a === other && x.b === y.b;
    const right = x.b === symbol.hint && y.b === other && x.a === y.a;
    const result = holds(op, x.a, x.b);
    if (!left && !right && (x.a !== y.a || x.b !== y.b)) derived = true;
    if (result !== holds(op, y.a, y.b)) {
      diverged = true;
      break;
    }
  }
  if (diverged || symbol.constant) return { constant: symbol.constant, diverged, derived };
  if (!sameCourse(first.calls, second.calls)) return { constant: true, diverged, derived };
  refuseConstants(first.calls, second.calls);
  refuseScaled(first.calls, second.calls);
  return { constant: false, diverged, derived };
}

/** What another value in a symbol's place showed. */
export interface Lesson {
  /** The symbol is used as a constant. */
  readonly constant: boolean;
  /** A comparison came out the other way; what follows it is not known. */
  readonly diverged: boolean;
  /** Something made from the symbol was compared. */
  readonly derived: boolean;
}

/** `torch.tensor([0, n])` of a number that moved: PyTorch computes it inside the graph, where ours would be a constant. */
function refuseConstants(first: readonly RecordedCall[], second: readonly RecordedCall[]): void {
  first.forEach((c, i) => {
    if (c.constant !== second[i].constant) throw new Unsupported('a tensor made of a size or number that became dynamic (say dynamic=False)', c.line);
  });
}

/** `interpolate` of a size that moved: its factor is a float that PyTorch computes inside the graph. */
function refuseScaled(first: readonly RecordedCall[], second: readonly RecordedCall[]): void {
  const inner = (c: RecordedCall): string => String((c.ret as Tensor).sizes.slice(2));
  const moved = first.find((c, i) => c.op.overload.startsWith('upsample_') && inner(c) !== inner(second[i]));
  if (moved) throw new Unsupported('interpolate() of a size that became dynamic (say dynamic=False)', moved.line);
}

/** A float is a symbol where it meets tensors, and where it is compared. */
function learnFloat(first: Course, second: Course): Lesson {
  const lesson = (constant: boolean, diverged = false): Lesson => ({ constant, diverged, derived: false });
  for (const [i, x] of first.comparisons.entries()) {
    const y = second.comparisons[i];
    if (y === undefined || x.code !== y.code || x.pc !== y.pc || x.op !== y.op) return lesson(true);
    if (x.pin || x.joined || x.text) {
      if (x.a !== y.a) return lesson(true);
    } else if (holds(COMPARE_OPS[x.op], x.a, x.b) !== holds(COMPARE_OPS[x.op], y.a, y.b)) return lesson(false, true);
  }
  if (!sameCourse(first.calls, second.calls)) return lesson(true);
  refuseConstants(first.calls, second.calls);
  return lesson(false);
}

/** `symbol op limit` holds. */
export function bound(s: SizeSymbol, op: string, limit: number): void {
  // What the bounds of the program decide already is no guard.
  if (op === '!=' && ((s.lower !== null && limit < s.lower) || (s.upper !== null && limit > s.upper))) return;
  const above = (n: number): void => {
    s.lower = s.lower === null ? n : Math.max(s.lower, n);
  };
  const below = (n: number): void => {
    s.upper = s.upper === null ? n : Math.min(s.upper, n);
  };
  if (op === '<') below(limit - 1);
  else if (op === '<=') below(limit);
  else if (op === '>') above(limit + 1);
  else if (op === '>=') above(limit);
  else if (op === '==') s.constant = true;
  else if (!s.excluded.includes(limit)) s.excluded.push(limit);
}

export interface ShapeGuard {
  readonly texts: readonly string[];
  check(scope: Scope): string | null;
}

/** The size or number at one place of a symbol; null where there is none. */
function readUse(use: SizeSymbol['uses'][number], scope: Scope): number | null {
  const v = readSource(use.source, scope);
  return use.dim < 0 ? (typeof v === 'number' ? v : v instanceof PyFloat ? v.v : null) : (tensorOf(v)?.sizes[use.dim] ?? null);
}

/** The guards of an entry's symbols: equal sizes, then bounds. */
export function shapeGuard(symbols: readonly SizeSymbol[], expressions: readonly ExpressionGuard[] = []): ShapeGuard {
  const name = (use: SizeSymbol['uses'][number]): string => (use.dim < 0 ? use.source.text : `${use.source.text}.size()[${use.dim}]`);
  const range = (s: SizeSymbol): string => `${s.lower === null ? '' : `${s.lower} <= `}${name(s.uses[0])}${s.upper === null ? '' : ` <= ${s.upper}`}`;
  const solved = new Set(expressions.flatMap((g) => (g.solved ? [g.left] : [])));
  const free = symbols.filter((s) => !solved.has(s));
  const texts = symbols
    .filter((s) => s.kind === 'int')
    .flatMap((s) => [
      ...s.uses.slice(1).map((u) => `${name(u)} == ${name(s.uses[0])}`),
      ...(solved.has(s) || (s.lower === null && s.upper === null) ? [] : [range(s)]),
      ...s.excluded.map((x) => `${name(s.uses[0])} != ${x}`),
    ]);
  const named = (s: SizeSymbol): string => name(s.uses[0]);
  for (const g of expressions) if (g.text) texts.push(g.text(named));
  const check = (scope: Scope): string | null => {
    for (const s of symbols) {
      const [first, ...rest] = s.uses;
      const n = readUse(first, scope);
      for (const use of rest) if (readUse(use, scope) !== n) return `${name(use)} == ${name(first)}`;
    }
    for (const g of expressions) {
      const value = (s: SizeSymbol): number => readUse(s.uses[0], scope) as number;
      if (holds(g.op, evaluate(g.left, value), evaluate(g.right, value))) continue;
      if (g.text) return g.text(named);
      throw new Unsupported('a recompile by a guard on an expression of sizes');
    }
    for (const s of free) {
      const {
        uses: [use],
        lower,
        upper,
        excluded,
        kind,
      } = s;
      if (kind === 'float') continue;
      const n = readUse(use, scope) as number;
      if ((lower !== null && n < lower) || (upper !== null && n > upper)) return range(s);
      const bad = excluded.find((x) => x === n);
      if (bad !== undefined) return `${name(use)} != ${bad}`;
    }
    return null;
  };
  return { texts, check };
}

/** What the symbols are in the frame's present call. */
export function valuesOf(symbols: readonly SizeSymbol[], scope: Scope): (s: SizeSymbol) => number {
  const values = new Map(symbols.map((s) => [s, readUse(s.uses[0], scope)]));
  return (s) => values.get(s) as number;
}

/**
 * Values to try in a symbol's place, until one keeps the course of the program: the next one, then multiples (for views
 * that divide it, for remainders), then others.
 */
export function trials(s: SizeSymbol): number[] {
  const n = s.hint;
  if (s.kind === 'float') return [n * 1.5 + 0.3, n * 1.01, n * 0.99, n * 0.5];
  if (n < 0) return [n - 1, n - 2, n * 2, n + 1].filter((x) => x < 0 && x !== n);
  return [...new Set([n + 1, n * 2 + (n < 2 ? 3 : 0), n + 2, n * 3, n + 4, n * 4, n - 1, n - 2])].filter((x) => x > 1 && x !== n);
}
