/**
 * What is remembered of each place a frame can start from: a code object, or an instruction it resumes at after a break.
 *
 * Idea: PyTorch's extra state on code objects and its resume functions, each a code object of its own.
 */
import type { Code } from '../python/code.ts';
import type { Captured } from '../graph/captured.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import type { Comparison } from './course.ts';
import type { DerivedFloat } from './derived-floats.ts';
import type { Seen, SizeSymbol } from './symbols.ts';
import type { CompileOptions } from './context.ts';
import type { GuardTree } from './guard-tree.ts';
import type { HandedGraph } from './handed.ts';

/** How a segment ends: the frame returns, or stands before the instruction that cannot be traced. */
export type End = { kind: 'return' } | { kind: 'break'; pc: number; tail: boolean };

export interface Entry {
  /** What it was compiled with; another back end does not use it. */
  readonly by: CompileOptions;
  readonly guards: GuardTree;
  /** null: nothing to run. */
  readonly graph: CompiledGraph | HandedGraph | null;
  readonly captured: Captured;
  /** What the program compared on its way. */
  readonly comparisons: readonly Comparison[];
  /** A key was missing: PyTorch runs the graph though it may be there now. */
  readonly missed: boolean;
  readonly end: End;
  /** Sizes and numbers that are symbols. */
  readonly symbols: readonly SizeSymbol[];
  /** Floats that the graph computes. */
  readonly derived: readonly DerivedFloat[];
  /** Slices of whole dimensions that are operators, by number. */
  readonly dropped: ReadonlySet<number>;
  /** Entries with symbols: graphs for the sizes met so far; null for static ones. */
  readonly bySizes: Map<string, CompiledGraph> | null;
}

export class Place {
  /** Most recently used first. */
  readonly entries: Entry[] = [];
  /** `skip`: left to eager for good. `cached`: no more compiles, entries still count. */
  state: 'trace' | 'skip' | 'cached' = 'trace';
  compiles = 0;
  /** Sizes and numbers seen at each source, for automatic dynamic shapes. */
  readonly seen: Map<string, Seen>;

  constructor(seen: Map<string, Seen>) {
    this.seen = seen;
  }

  use(entry: Entry): void {
    const i = this.entries.indexOf(entry);
    if (i > 0) {
      this.entries.splice(i, 1);
      this.entries.unshift(entry);
    }
  }
}

function within<K, V>(maps: WeakMap<Code, Map<K, V>>, code: Code): Map<K, V> {
  const known = maps.get(code);
  if (known) return known;
  const made = new Map<K, V>();
  maps.set(code, made);
  return made;
}

export class Places {
  private byCode = new WeakMap<Code, Map<string, Place>>();
  private seen = new WeakMap<Code, Map<number, Map<string, Seen>>>();

  /** `line`: of the break before it, 0 where there was none. PyTorch's functions for the rest after breaks of one line have one name, and share what was seen. */
  at(code: Code, key: string, line: number): Place {
    const places = within(this.byCode, code);
    let p = places.get(key);
    if (!p) {
      const byLine = within(this.seen, code);
      const seen = byLine.get(line) ?? new Map<string, Seen>();
      byLine.set(line, seen);
      places.set(key, (p = new Place(seen)));
    }
    return p;
  }

  reset(): void {
    this.byCode = new WeakMap();
    this.seen = new WeakMap();
  }
}
