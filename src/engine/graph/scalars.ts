/**
 * Python floats that are symbols, as tensors: a number that only meets tensors in `+ - * /` is carried as a 0-d float64
 * tensor and converted where it is used.
 *
 * Idea: torch/fx/passes/_tensorify_python_scalars.py. One conversion to float64 before the first use, one to the
 * operand's type at each use. `from` is a graph input, or the tensor whose number `.item()` would have read.
 * The pass runs on the joint graph there, so what it makes belongs to no half of it, and the backward nodes have
 * conversions of their own (`spread`).
 */
import { type Arg, type Op, resolve } from '../aten/op.ts';
import { emptyLike, emptyStrided } from '../tensor/create.ts';
import { isReduced } from '../aten/work.ts';
import { type DType, float32, float64 } from '../tensor/dtype.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { Captured, RecordedCall } from './captured.ts';
import { eachValue, type Graph, mapArgs, Node, Value } from './ir.ts';

export interface ScalarUse {
  /** Index of the call; its second argument is the number. */
  readonly call: number;
  readonly from: Tensor;
}

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
  ...resolve({ schema: 'fma(Tensor a, Scalar b, Tensor c) -> Tensor', kind: 'kernel', meta: (_a: Tensor, _b: number, c: Tensor) => emptyLike(c) }),
  name: 'prims.fma.default',
  overload: 'prims.fma',
};

/** Operators whose second argument may be a number that is carried as a tensor. */
export const TAKES = new Set(['add.Tensor', 'sub.Tensor', 'mul.Tensor', 'div.Tensor', 'add_.Tensor', 'sub_.Tensor', 'mul_.Tensor', 'div_.Tensor']);

/** The number at this place of a call can be a tensor. */
export function takesScalar(call: RecordedCall, position: number): boolean {
  const self = call.args[0] as Tensor;
  return position === 1 && TAKES.has(call.op.overload) && self.dtype?.category === 'float';
}

/** A stand-in for a converted number: its place in the replayed calls. */
export const standIn = (device: Device, dtype: DType): Tensor => emptyStrided([], [], dtype, { device, fake: true });

export function tensorify(captured: Captured, uses: readonly ScalarUse[], inputs: readonly Tensor[]): Captured {
  const calls: RecordedCall[] = [];
  const wide = new Map<Tensor, Tensor>();
  const convert = (at: RecordedCall, from: Tensor, dtype: DType): RecordedCall => ({
    ...at,
    op: CONVERT,
    args: [from, dtype],
    ret: standIn(from.device, dtype),
    gradMode: false,
  });
  const moved: number[] = [];
  captured.calls.forEach((call, i) => {
    moved[i] = calls.length;
    const use = uses.find((u) => u.call === i);
    if (!use) {
      calls.push(call);
      return;
    }
    if (!wide.has(use.from)) {
      const made = convert(call, use.from, float64);
      // `number / tensor` is one call of the program: its number comes before the reciprocal.
      const before = calls[calls.length - 1]?.op.overload === 'reciprocal' && calls[calls.length - 1].ret === call.args[0] ? 1 : 0;
      calls.splice(calls.length - before, 0, made);
      wide.set(use.from, made.ret as Tensor);
    }
    const { dtype } = call.args[0] as Tensor;
    // Half types meet the number in float32.
    const narrow = convert(call, wide.get(use.from) as Tensor, isReduced(dtype) ? float32 : dtype);
    const args: Arg[] = call.args.map((a, k) => (k === 1 ? (narrow.ret as Tensor) : a));
    calls.push(narrow, { ...call, args });
  });
  const steps = captured.steps.map((s) => ({ ...s, at: moved[s.at] ?? calls.length }));
  return { ...captured, calls, steps, inputs: [...captured.inputs, ...inputs] };
}

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
