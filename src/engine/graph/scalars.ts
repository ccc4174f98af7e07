/**
 * Python floats that are symbols, as tensors: a number that only meets tensors in `+ - * /` is carried as a 0-d float64
 * tensor and converted where it is used.
 *
 * Idea: torch/fx/passes/_tensorify_python_scalars.py. One conversion to float64 before the first use, one to the
 * operand's type at each use. `from` is a graph input, or the tensor whose number `.item()` would have read.
 * The pass runs on the joint graph there, so what it makes belongs to no half of it, and the backward nodes have
 * conversions of their own (`spread`).
 */
import { type Op, resolve } from '../aten/op.ts';
import { emptyLike, emptyStrided } from '../tensor/create.ts';
import { isReduced } from '../aten/work.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import { eachValue, type Graph, mapArgs, Node, Value } from './ir.ts';

/** Marks an operator on numbers that the program computed, up to `spread`. */
export const NUMBER = 'number:';

export const CONVERT: Op = {
  ...resolve({
    schema: 'convert_element_type(Tensor a, ScalarType dtype) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor, dtype: DType) => emptyLike(a, dtype),
  }),
  name: 'prims.convert_element_type.default',
};

/** A product and a sum; what it computes: `interpret.ts`. */
export const FMA: Op = {
  ...resolve({ schema: 'fma(Tensor a, Tensor b, Tensor c) -> Tensor', kind: 'kernel', meta: (_a: Tensor, _b: Tensor, c: Tensor) => emptyLike(c) }),
  name: 'prims.fma.default',
  overload: 'prims.fma',
};

/** Operators whose second argument may be a number that is carried as a tensor. */
export const TAKES = new Set(['add.Tensor', 'sub.Tensor', 'mul.Tensor', 'div.Tensor', 'add_.Tensor', 'sub_.Tensor', 'mul_.Tensor', 'div_.Tensor']);

/** A stand-in for a converted number: its place in the replayed calls. */
export const standIn = (device: Device, dtype: DType): Tensor => emptyStrided([], [], dtype, { device, fake: true });

/** Completes the pass on a traced graph: conversions at each use after the forward, and those of what half types make. */
export function spread(graph: Graph): void {
  if (!graph.nodes.some((n) => n.op === CONVERT.name || n.op.startsWith(NUMBER))) return;
  const wide = new Set<Value>();
  /** A converted number, and the wide one that it comes of. */
  const narrow = new Map<Value, Value>();
  const now = new Map<Value, Value>();
  const current = (v: Value): Value => now.get(v) ?? v;
  const made: Node[] = [];
  const convert = (like: Node, from: Value, dtype: DType): Value => {
    const n = new Node(CONVERT.name, [from, dtype], like.line);
    n.tag = 'backward';
    n.values = [new Value(n, 0, { ...from.meta, dtype })];
    made.push(n);
    return n.values[0];
  };
  for (const n of graph.nodes) {
    const [first] = n.args;
    if (n.op.startsWith(NUMBER)) {
      const plain = new Node(n.op.slice(NUMBER.length), mapArgs(n.args, current), n.line);
      plain.tag = 'backward';
      plain.values = n.values.map((v) => new Value(plain, v.index, v.meta));
      n.values.forEach((v, i) => now.set(v, plain.values[i]));
      wide.add(n.values[0]);
      made.push(plain);
      continue;
    }
    if (n.op === CONVERT.name && first instanceof Value) {
      const copy = n.with([current(first), n.args[1]]);
      copy.tag = 'backward';
      now.set(n.values[0], copy.values[0]);
      made.push(copy);
      if (wide.has(first)) narrow.set(n.values[0], current(first));
      else wide.add(n.values[0]);
      continue;
    }
    let number: Value | null = null;
    eachValue(n.args, (v) => {
      if (narrow.has(v) || wide.has(v)) number = v;
    });
    const later = n.tag === 'backward';
    const args = mapArgs(n.args, (v) => (later && narrow.has(v) ? convert(n, narrow.get(v) as Value, v.meta.dtype) : current(v)));
    const copy = n.with(args);
    n.values.forEach((v, i) => now.set(v, copy.values[i]));
    made.push(copy);
    if (number === null) continue;
    copy.tag = 'backward';
    const [value] = copy.values;
    if (isReduced(value.meta.dtype)) now.set(n.values[0], convert(n, value, value.meta.dtype));
  }
  graph.nodes.splice(0, graph.nodes.length, ...made);
  graph.outputs = graph.outputs.map((v) => v && current(v));
}
