/**
 * The guards of one compiled entry as a tree along their sources.
 *
 * Idea: RootGuardManager of torch/csrc/dynamo/guards.cpp: a node's own guards, then its children; the first failure
 * ends the check, and a node that failed in a child other than the first sorts its children by failures.
 */
import type { DType } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Value } from '../python/values.ts';
import type { ShapeGuard } from './dynamic.ts';
import { type Guard, RANK, tensorOf } from './guards.ts';
import { readSource, type Scope, type Source } from './source.ts';

/** Process-wide switches a graph depends on. */
export interface GlobalState {
  gradMode: boolean;
  autocast: boolean;
  /** Of numbers that say none. */
  dtype: DType;
}

const DICTIONARIES = new Set(['_modules', '_parameters', '_buffers']);

class TreeNode {
  readonly source: Source | null;
  readonly guards: Guard[] = [];
  readonly children: TreeNode[] = [];
  /** This tensor must not be another of the entry's tensors. */
  unaliased = false;
  fails = 0;
  constructor(source: Source | null) {
    this.source = source;
  }
}

export class GuardTree {
  private readonly root = new TreeNode(null);
  private readonly state: GlobalState;
  /** In checking order at first, for display. */
  readonly texts: string[] = [];
  private readonly unaliased: readonly Source[];
  /** Numbers that were symbols and turned out constants: what ShapeEnv says of them comes after all that is read. */
  private readonly settled: readonly Guard[];
  /** Guards on symbols, checked last. */
  private readonly shapes: ShapeGuard | null;

  constructor(
    all: readonly Guard[],
    state: GlobalState,
    unaliased: readonly Source[],
    shapes: ShapeGuard | null = null,
    settled: ReadonlySet<string> = new Set(),
  ) {
    const isSettled = (g: Guard): boolean => g.rank === RANK.equals && settled.has(g.source.fullText);
    const guards = all.filter((g) => !isSettled(g));
    this.settled = all.filter(isSettled);
    this.shapes = shapes;
    this.state = state;
    const key = (source: Source, rank: number): [number, number, number, string, number] => {
      const name = source.fullText;
      const origin = source.ownRank > 0 ? source.ownRank : source.path[0].step.kind === 'global' ? 1 : 0;
      return [rank === 30 ? 1 : 0, origin, name.length, name, rank];
    };
    // A module's own dictionaries have guards on their type, which never fail here: they decide the order alone.
    const held = new Set(guards.flatMap((g) => g.source.path.filter((s) => s.step.kind === 'attr' && DICTIONARIES.has(s.step.name))));
    const sorted = [
      ...guards.map((g) => ({ source: g.source, g, k: key(g.source, g.rank) })),
      ...[...held].map((source) => ({ source, g: null, k: key(source, 0) })),
    ].sort((a, b) => {
      for (let i = 0; i < 5; i++) if (a.k[i] !== b.k[i]) return a.k[i] < b.k[i] ? -1 : 1;
      return 0;
    });
    for (const { g, source } of sorted) {
      const node = this.nodeFor(source);
      if (g) node.guards.push(g);
    }
    for (const g of guards) {
      const { order } = g;
      const at = (n: TreeNode): number => (n.source?.step.kind === 'item' ? (order?.indexOf(n.source.step.key) ?? -1) : -1);
      if (order) this.nodeFor(g.source).children.sort((a, b) => at(a) - at(b));
    }
    this.texts.push(...sorted.flatMap(({ g }) => (g?.text ? [g.text] : [])), ...this.settled.map((g) => g.text), ...(shapes?.texts ?? []));
    this.unaliased = sorted.map((g) => g.source).filter((s, i, all) => unaliased.includes(s) && all.indexOf(s) === i);
    if (unaliased.length > 1) for (const s of unaliased) this.nodeFor(s).unaliased = true;
  }

  private nodeFor(source: Source): TreeNode {
    let node = this.root;
    for (const s of source.path) {
      // All globals hang under one accessor of the root; locals and stack values have their own.
      let next = node.children.find((c) => c.source === s);
      if (!next) node.children.push((next = new TreeNode(s)));
      node = next;
    }
    return node;
  }

  /** null: the entry may be used; else the first failure. */
  check(scope: Scope, now: GlobalState): string | null {
    const changed: string[] = [];
    if (now.gradMode !== this.state.gradMode) changed.push('grad_mode');
    if (now.autocast !== this.state.autocast) changed.push('autocast(cpu)_enabled');
    if (now.dtype !== this.state.dtype) changed.push('default_dtype');
    if (changed.length > 0) return `GLOBAL_STATE changed: ${changed.join(' ')}`;
    return this.visit(this.root, undefined, scope, new Set()) ?? this.settledFailure(scope) ?? this.shapes?.check(scope) ?? null;
  }

  private settledFailure(scope: Scope): string | null {
    for (const g of this.settled) {
      const fail = g.check(readSource(g.source, scope), scope);
      if (fail !== null) return fail;
    }
    return null;
  }

  private duplicates(scope: Scope): string {
    const groups = new Map<Tensor, string[]>();
    for (const s of this.unaliased) {
      const t = tensorOf(readSource(s, scope));
      if (t) groups.set(t, [...(groups.get(t) ?? []), `"${s.text}"`]);
    }
    return [...groups.values()]
      .filter((names) => names.length > 1)
      .map((names) => `[${names.join(', ')}]`)
      .join(', ');
  }

  private visit(node: TreeNode, value: Value | undefined, scope: Scope, seen: Set<Tensor>): string | null {
    for (const g of node.guards) {
      const fail = g.check(value, scope);
      if (fail !== null) {
        node.fails++;
        return fail;
      }
    }
    if (node.unaliased) {
      const t = tensorOf(value);
      if (t && seen.has(t)) {
        node.fails++;
        return `Duplicate tensors found: ${this.duplicates(scope)}`;
      }
      if (t) seen.add(t);
    }
    const dict = node.guards.find((g) => g.inOrder)?.inOrder;
    for (const [i, key] of dict?.keys.entries() ?? []) {
      const under = node.children.find((c) => c.source?.step.kind === 'item' && c.source.step.key === key);
      const fail = dict?.check(value, i) ?? (under ? this.visit(under, under.source?.readStep(scope, value), scope, seen) : null);
      if (fail !== null) {
        node.fails++;
        return fail;
      }
    }
    let first = true;
    for (const c of node.children) {
      if (dict && c.source?.step.kind === 'item') continue;
      const source = c.source as Source;
      const inner = source.readStep(scope, value);
      const asked = c.guards.length > 0 && c.guards.every((g) => g.rank === RANK.has);
      const missing = inner === undefined && source.parent && !asked ? missingText(source) : null;
      const fail = missing ?? this.visit(c, inner, scope, seen);
      if (fail !== null) {
        if (missing) c.fails++;
        node.fails++;
        if (!first) node.children.sort((a, b) => b.fails - a.fails);
        return fail;
      }
      first = false;
    }
    return null;
  }
}

function missingText(source: Source): string | null {
  if (source.step.kind === 'item' && typeof source.step.key !== 'number') return `KeyError on ${source.text}`;
  if (source.step.kind === 'attr') return `getattr failed on source ${source.parent?.text}`;
  return null;
}
