/**
 * Graph IR: a straight list of operator calls over values, as torch.fx holds it after AOTAutograd.
 *
 * A node has one value a tensor result (`getitem` nodes of fx are folded into `Value.index`). Arguments come in schema
 * order, complete; a value stands where a tensor was. Leaves out: control flow, symbolic sizes.
 */
import type { Arg, Op } from '../aten/op.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';

export interface ValueMeta {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
  readonly dtype: DType;
}

export class Value {
  readonly node: Node;
  readonly index: number;
  readonly meta: ValueMeta;
  constructor(node: Node, index: number, meta: ValueMeta) {
    this.node = node;
    this.index = index;
    this.meta = meta;
  }
}

/** Where in the joint graph a node belongs: traced before or after the forward ended. */
export type Tag = 'forward' | 'backward';

export type NodeArg = Arg | Value | readonly NodeArg[];

export class Node {
  /** `placeholder`, `constant`, or the overload: `aten.mul.Tensor`. */
  readonly op: string;
  readonly args: readonly NodeArg[];
  values: Value[] = [];
  /** The result is a list or tuple (its values are taken out by position). */
  many = false;
  line: number | null;
  tag: Tag = 'forward';
  /** The activation checkpoint it was traced in, by number. */
  region: number | null = null;
  name = '';
  /** A higher-order operator, which no table holds. */
  higher: Op | null = null;
  /** `constant`: the tensor itself. */
  constant: Tensor | null = null;

  constructor(op: string, args: readonly NodeArg[], line: number | null) {
    this.op = op;
    this.args = args;
    this.line = line;
  }
  /** The same call with other arguments, and values of its own. */
  with(args: readonly NodeArg[]): Node {
    const copy = new Node(this.op, args, this.line);
    copy.many = this.many;
    copy.tag = this.tag;
    copy.region = this.region;
    copy.name = this.name;
    copy.higher = this.higher;
    copy.constant = this.constant;
    copy.values = this.values.map((v) => new Value(copy, v.index, v.meta));
    return copy;
  }
  get isCall(): boolean {
    return this.op !== 'placeholder' && this.op !== 'constant';
  }
}

export class Graph {
  readonly inputs: Node[] = [];
  readonly nodes: Node[] = [];
  outputs: (Value | null)[] = [];

  /** How many sizes of what a node makes are asked for, where they are no symbols (`derived-sizes.ts` of capture). */
  readonly asked = new Map<Node, number>();

  /** Overloads in order: the `ops` of a report's graph row. */
  get ops(): string[] {
    return this.nodes.flatMap((n) => (n.isCall ? [n.op, ...new Array<string>(this.asked.get(n) ?? 0).fill('aten.sym_size.int')] : []));
  }
}

export function eachValue(args: readonly NodeArg[], visit: (v: Value) => void): void {
  for (const a of args) {
    if (a instanceof Value) visit(a);
    else if (Array.isArray(a)) eachValue(a, visit);
  }
}

/** Lists of sizes stay the same objects: they tell whose sizes they are. */
export const isSizes = (a: unknown): a is readonly number[] => Array.isArray(a) && a.every((n) => typeof n === 'number');

export function mapArgs(args: readonly NodeArg[], map: (v: Value) => Value): NodeArg[] {
  return args.map((a) => (a instanceof Value ? map(a) : Array.isArray(a) && !isSizes(a) ? mapArgs(a as NodeArg[], map) : a));
}

/** The meta of a tensor as a graph value keeps it. */
export function metaFor(t: Tensor): ValueMeta {
  return { sizes: t.sizes, strides: t.strides, offset: t.offset, dtype: t.dtype };
}

/** Gives nodes fx-like names: the operator's name, with `_1`, `_2` … from the second on. */
export function nameNodes(graph: Graph, inputPrefix = 'arg'): void {
  const seen = new Map<string, number>();
  graph.inputs.forEach((n, i) => {
    if (!n.name) n.name = `${inputPrefix}${i}_1`;
    seen.set(n.name, 1);
  });
  let constants = 0;
  for (const n of graph.nodes) {
    if (n.op === 'constant') {
      n.name = `_tensor_constant${constants++}`;
      continue;
    }
    const base = n.op.split('.')[1] ?? n.op;
    const k = seen.get(base) ?? 0;
    seen.set(base, k + 1);
    n.name = k === 0 ? base : `${base}_${k}`;
  }
}
