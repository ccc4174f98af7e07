/**
 * Sizes that a graph asks its tensors for (`aten.sym_size.int`): such as are neither numbers nor symbols, come of an operator
 * (`cat`, a slice) and are needed by a later one that the program did not hand them to (`matmul` of three dimensions).
 *
 * Idea: `track_tensor` of torch/fx/experimental/proxy_tensor.py: a size is asked for right after the first tensor that has it;
 * what the program computes itself is arithmetic on symbols, and no operator. Here a size is told by the values it has in
 * graphs traced under other sizes. Leaves out: strides and offsets.
 */
import type { AotGraphs } from '../graph/aot.ts';
import type { Captured } from '../graph/captured.ts';
import { type Graph, isSizes, type Node, type NodeArg, Value } from '../graph/ir.ts';
import type { SizeSymbol } from './symbols.ts';

/** A graph of the same segment under another value of a symbol. */
export interface OtherGraphs {
  readonly value: number;
  readonly graphs: AotGraphs;
  readonly captured: Captured;
}

/** One size as the trace carries it. `node`: the call it came of; null where it was computed from others. */
interface Size {
  readonly node: Node | null;
  asked: boolean;
}

type Numbers = readonly number[];

/** Operators that compute their last sizes, equal or not to those of their input. */
const COMPUTES = /conv|_pool|upsample|unfold|im2col/;

const numbersIn = (args: readonly unknown[]): number[] => args.flatMap((a) => (typeof a === 'number' ? [a] : Array.isArray(a) ? numbersIn(a) : []));

function tensorsIn(args: readonly NodeArg[]): Value[] {
  return args.flatMap((a) => (a instanceof Value ? [a] : Array.isArray(a) ? tensorsIn(a as NodeArg[]) : []));
}

/** The same place of several lists; null where they do not match. */
function columns(lists: readonly Numbers[]): Numbers[] | null {
  const [first, ...others] = lists;
  return others.every((l) => l.length === first.length) ? first.map((n, i) => [n, ...others.map((l) => l[i])]) : null;
}

class Asking {
  private readonly graphs: readonly AotGraphs[];
  private readonly plain = new Set<string>();
  private readonly sizes = new Map<Value, (Size | null)[]>();
  /** The first size with these values. */
  private readonly first = new Map<string, Size>();
  /** What the program hands to calls, by line. */
  private readonly handed = new Set<string>();
  /** Values that arithmetic on symbols gave: of the program, or a product of dimensions. */
  private readonly computed = new Set<string>();
  private readonly columnsOf = new Map<Value, Numbers[]>();
  /** Whose sizes a list is. */
  private readonly owners = new Map<Numbers, Value>();

  constructor(graphs: AotGraphs, captured: Captured, symbols: readonly SizeSymbol[], others: readonly OtherGraphs[]) {
    this.graphs = [graphs, ...others.map((o) => o.graphs)];
    symbols.forEach((s, k) => this.plain.add(String([s.hint, ...others.map((o, j) => (j === k ? o.value : s.hint))])));
    captured.calls.forEach((c, i) => {
      for (const v of columns([c, ...others.map((o) => o.captured.calls[i])].map((x) => numbersIn(x.args))) ?? []) this.handed.add(`${c.line} ${v}`);
    });
  }

  private isPlain(v: Numbers): boolean {
    return v.every((n) => n === v[0]) || this.plain.has(String(v));
  }

  /** Pairs each node of a graph with those of the others; null where they are not alike. */
  private rows(of: (g: AotGraphs) => Graph | null): Node[][] | null {
    const all = this.graphs.map((g) => of(g)?.nodes ?? []);
    const [nodes] = all;
    return all.every((x) => x.length === nodes.length && x.every((n, i) => n.op === nodes[i].op && n.values.length === nodes[i].values.length))
      ? nodes.map((_, i) => all.map((x) => x[i]))
      : null;
  }

  private see(row: readonly Node[]): void {
    row[0].values.forEach((v, k) => {
      if (!this.owners.has(v.meta.sizes)) this.owners.set(v.meta.sizes, v);
      this.columnsOf.set(v, columns(row.map((n) => n.values[k].meta.sizes)) ?? []);
    });
  }

  /** The call needs this size. */
  private ask(v: Numbers, tensors: readonly Value[], backward: boolean): Size | null {
    const key = String(v);
    for (const t of tensors) {
      const at = (this.columnsOf.get(t) ?? []).findIndex((c) => String(c) === key);
      const size = at < 0 ? null : this.sizes.get(t)?.[at];
      if (size) return Object.assign(size, { asked: true });
    }
    const known = this.first.get(key);
    // What the backward is given without saying whose it is, the forward had first; a product in the forward is the program's.
    if (known && backward) return Object.assign(known, { asked: true });
    for (const t of tensors) {
      const dims = this.columnsOf.get(t) ?? [];
      for (let from = 0; from < dims.length; from++)
        for (let to = from + 2; to <= dims.length; to++) {
          const run = dims.slice(from, to);
          if (String(v.map((_, i) => run.reduce((n, c) => n * c[i], 1))) !== key) continue;
          const unknown = run.filter((c) => !this.isPlain(c));
          for (const c of unknown) this.ask(c, [t], backward);
          if (unknown.length === 0) this.computed.add(key);
          return null;
        }
    }
    return known ? Object.assign(known, { asked: true }) : null;
  }

  private call(row: readonly Node[], backward: boolean): void {
    const [node] = row;
    const inputs = tensorsIn(node.args);
    const tensors = [...node.args.flatMap((a) => (isSizes(a) && this.owners.has(a) ? [this.owners.get(a) as Value] : [])), ...inputs];
    const given = new Map<string, Size>();
    for (const v of columns(row.map((n) => numbersIn(n.args))) ?? []) {
      if (this.isPlain(v)) continue;
      const handed = !backward && this.handed.has(`${node.line} ${v}`);
      if (handed) this.computed.add(String(v));
      const size = handed ? null : this.ask(v, tensors, backward);
      given.set(String(v), size ?? { node: null, asked: false });
    }
    this.see(row);
    for (const value of node.values) {
      const own = (this.columnsOf.get(value) ?? []).map((v, dim): Size | null => {
        if (this.isPlain(v)) return null;
        if (dim > 1 && COMPUTES.test(node.op)) return { node, asked: false };
        const key = String(v);
        for (const t of inputs) {
          const at = (this.columnsOf.get(t) ?? []).findIndex((c) => String(c) === key);
          const size = at < 0 ? null : this.sizes.get(t)?.[at];
          if (size) return size;
        }
        return (/view/.test(node.op) && !this.computed.has(key) ? null : given.get(key)) ?? { node, asked: false };
      });
      this.sizes.set(value, own);
      own.forEach((size, i) => {
        const key = String(this.columnsOf.get(value)?.[i]);
        if (size?.node && !this.first.has(key)) this.first.set(key, size);
      });
    }
  }

  run(): void {
    const forward = this.rows((g) => g.forward);
    const backward = this.rows((g) => g.backward);
    if (!forward || !backward) return;
    const inputs = (of: (g: AotGraphs) => readonly Node[]): void => of(this.graphs[0]).forEach((_, i) => this.see(this.graphs.map((g) => of(g)[i])));
    inputs((g) => g.forward.inputs);
    for (const row of forward) if (row[0].isCall) this.call(row, false);
    const made = new Set([...this.sizes.values()].flat());
    inputs((g) => g.backward?.inputs ?? []);
    for (const row of backward) if (row[0].isCall) this.call(row, true);
    for (const size of made) if (size?.asked && size.node) this.graphs[0].forward.asked.set(size.node, (this.graphs[0].forward.asked.get(size.node) ?? 0) + 1);
  }
}

export function askSizes(graphs: AotGraphs, captured: Captured, symbols: readonly SizeSymbol[]): void {
  const ints = symbols.filter((s) => s.kind === 'int');
  const others = ints.flatMap((s) => (s.other ? [s.other] : []));
  if (others.length < ints.length || graphs.take || others.some((o) => o.captured.calls.length !== captured.calls.length)) return;
  new Asking(graphs, captured, ints, others).run();
}
