/**
 * Which sizes and numbers a compile takes as symbols.
 *
 * Idea: `frame_state` of torch/_dynamo/pgo.py: a size or int that differs from an earlier compile becomes dynamic; equal
 * sizes share a symbol; 0 and 1 stay constants. What becomes of a symbol: `dynamic.ts`.
 */
import { Unsupported } from '../python/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Place } from './cache.ts';
import type { OtherGraphs } from './derived-sizes.ts';
import type { Source } from './source.ts';

/** What a source was on earlier compiles: sizes with null where they are dynamic by now, or a number. */
export type Seen = { sizes: (number | null)[] | 'all' } | { number: number | string | 'dynamic' };

export interface Fact {
  readonly source: Source;
  readonly tensor: Tensor | null;
  readonly number: number | string | null;
  /** Parameters and attributes keep their values. */
  readonly fixed: boolean;
}

/** Where a symbol stands: a dimension of a tensor, or a number (-1). */
export interface Use {
  readonly source: Source;
  readonly tensor: Tensor | null;
  readonly dim: number;
  /** It shares its symbol with equal sizes (duck shaping); one that changed before, or was marked, has its own. */
  readonly duck: boolean;
  /** Its place among all that are symbols. */
  readonly order: number;
  /** What `mark_dynamic` said. */
  readonly bounds: Bounds | null;
}

/** A size, an int or a float that is not a constant. */
export class SizeSymbol {
  readonly kind: 'int' | 'float';
  readonly hint: number;
  readonly uses: Use[] = [];
  /** Bounds that hold; null where open. */
  lower: number | null;
  upper: number | null = null;
  readonly excluded: number[] = [];
  /** Used as a constant after all. */
  constant = false;

  /** The program asked for it with `mark_dynamic`: PyTorch fails where it turns out a constant. */
  named = false;
  /** Bounds that the program gave: a guard that narrows them fails in PyTorch (`StrictMinMaxConstraint`). */
  strict: { min: number; max: number } | null = null;
  /** What the backward is handed under another size (`backwardSizes`). */
  saved: string | null = null;
  /** Another value under which the program took the same course; the graph under it. */
  kept: number | null = null;
  other: OtherGraphs | null = null;

  constructor(hint: number, lower: number | null, kind: 'int' | 'float' = 'int') {
    this.kind = kind;
    this.hint = hint;
    this.lower = lower;
  }
}

/** What `mark_dynamic` said of a dimension: bounds, null where open. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** `maybe_mark_dynamic`: it may turn out a constant. */
export const WEAK: Bounds = { min: null, max: null };

/** What the program said of a tensor's dimensions: bounds, or that it stays as it is. */
export type Marked = Pick<WeakMap<Tensor, ReadonlyMap<number, Bounds | 'static'>>, 'get'>;

/** Notes what was seen now and gives the symbols of this compile. */
export function symbolsOf(place: Place, facts: Iterable<Fact>, all: boolean, marked: Marked): SizeSymbol[] {
  const symbols: SizeSymbol[] = [];
  let order = 0;
  const bySize = new Map<number, SizeSymbol>();
  for (const { source, tensor, number, fixed } of facts) {
    if (fixed) continue;
    const key = source.fullText;
    const before = place.seen.get(key);
    if (tensor) {
      const sizes = mergeSizes(before, tensor.sizes);
      place.seen.set(key, { sizes });
      tensor.sizes.forEach((n, dim) => {
        const bounds = marked.get(tensor)?.get(dim);
        if (bounds === 'static') return;
        const changed = sizes === 'all' || sizes[dim] === null;
        if (n < 2 || !(all || bounds || changed)) return;
        let s = bySize.get(n);
        if (!s) {
          bySize.set(n, (s = new SizeSymbol(n, 2)));
          symbols.push(s);
        }
        s.uses.push({ source, tensor, dim, duck: !changed && !bounds, order: order++, bounds: bounds ?? null });
      });
    } else if (number !== null) {
      // A tensor that was here leaves the number open, and a number the sizes.
      const changed = before !== undefined && (!('number' in before) || before.number !== number);
      place.seen.set(key, { number: changed ? 'dynamic' : number });
      if (!changed && !(all && typeof number === 'number')) continue;
      const s = typeof number === 'number' ? new SizeSymbol(number, null) : new SizeSymbol(Number(number.slice(6)), null, 'float');
      s.uses.push({ source, tensor: null, dim: -1, duck: false, order: order++, bounds: null });
      symbols.push(s);
    }
  }
  return symbols;
}

/** Says on a symbol what the program said of its dimensions. */
export function nameSymbol(s: SizeSymbol): void {
  const said = s.uses.flatMap(({ bounds }) => (bounds && bounds !== WEAK ? [bounds] : []));
  if (said.length === 0) return;
  const [{ min, max }] = said;
  if (said.some((b) => b.min !== min || b.max !== max)) throw new Unsupported('equal sizes with other bounds in mark_dynamic');
  if (min !== null || max !== null) {
    if (said.length < s.uses.length) throw new Unsupported('equal sizes of which mark_dynamic bounds one');
    if (min === null || max === null) throw new Unsupported('mark_dynamic() with one bound of two (an AssertionError in PyTorch)');
    if (s.hint < min || s.hint > max) throw new Unsupported('a size outside the bounds of mark_dynamic (ConstraintViolationError)');
    s.strict = { min, max };
    s.lower = Math.max(2, min);
    s.upper = max;
  }
  s.named = true;
}

function mergeSizes(before: Seen | undefined, sizes: readonly number[]): (number | null)[] | 'all' {
  if (!before) return [...sizes];
  if (!('sizes' in before) || before.sizes === 'all' || before.sizes.length !== sizes.length) return 'all';
  return before.sizes.map((s, i) => (s === sizes[i] ? s : null));
}

/** The program asks for sizes that are symbols, or computes with them. */
export const asksSymbols = (symbols: readonly SizeSymbol[], sized: ReadonlySet<Tensor>, moved: ReadonlySet<SizeSymbol>): boolean =>
  symbols.some((s) => s.kind === 'int' && s.uses.some((u) => (u.tensor ? sized.has(u.tensor) : moved.has(s))));
