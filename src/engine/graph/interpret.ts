/**
 * Runs a graph node by node on real tensors, below autograd.
 *
 * Functional operators that exist only inside graphs (`copy`, `select_scatter`, `normal_functional` …) run as a copy and
 * the in-place operator or view they stand for, so that they need no kernels of their own.
 */
import type { Arg, Op, Ret } from '../aten/op.ts';
import { findOp } from '../aten/table.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { Unsupported } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { type Graph, type Node, type NodeArg, Value } from './ir.ts';

const SCATTERS: Readonly<Record<string, string>> = {
  select_scatter: 'select.int',
  slice_scatter: 'slice.Tensor',
  diagonal_scatter: 'diagonal',
  as_strided_scatter: 'as_strided',
};
const IN_PLACE: Readonly<Record<string, string>> = { normal_functional: 'normal_', 'bernoulli.p': 'bernoulli_.float' };

/** Functional forms of `native_batch_norm`: new running statistics as results, or none. */
function batchNorm(d: Dispatcher, overload: string, args: readonly Arg[]): Ret {
  const norm = need('native_batch_norm');
  if (overload === '_native_batch_norm_legit_no_training') {
    const [input, weight, bias, mean, variance, momentum, eps] = args;
    return d.backend(norm, [input, weight, bias, mean, variance, false, momentum, eps]);
  }
  if (overload !== '_native_batch_norm_legit_functional') return d.backend(norm, args);
  const stats = [args[3], args[4]].map((t) => d.backend(need('clone'), [t, null]) as Tensor);
  const made = d.backend(norm, [args[0], args[1], args[2], ...stats, ...args.slice(5)]) as Tensor[];
  return [...made, ...stats];
}

function need(overload: string): Op {
  const op = findOp(overload);
  if (!op) throw new Unsupported(`aten.${overload} in a compiled graph`);
  return op;
}

function inPlaceOf(overload: string): string {
  if (IN_PLACE[overload]) return IN_PLACE[overload];
  const [base, suffix] = overload.split('.');
  return suffix ? `${base}_.${suffix}` : `${base}_`;
}

export function runOp(d: Dispatcher, overload: string, args: readonly Arg[]): Ret {
  const run = (op: Op, a: readonly Arg[]): Ret => d.backend(op, a);
  const op = findOp(overload);
  if (op?.kernel || op?.kind === 'view') return run(op, args);
  const copy = (): Tensor => run(need('clone'), [args[0], null]) as Tensor;
  if (SCATTERS[overload]) {
    const base = copy();
    const view = run(need(SCATTERS[overload]), [base, ...args.slice(2)]) as Tensor;
    run(need('copy_'), [view, args[1], false]);
    return base;
  }
  if (overload === 'prims.convert_element_type') return run(need('_to_copy'), [args[0], args[1], null, null, null, false, null]);
  if (overload === 'prims.fma') return run(need('add.Tensor'), [run(need('mul.Tensor'), [args[0], args[1]]) as Tensor, args[2], 1]);
  if (overload === 'true_divide.Tensor') return run(need('div.Tensor'), args);
  if (overload === 'lift_fresh_copy') return copy();
  if (overload.startsWith('_native_batch_norm_legit')) return batchNorm(d, overload, args);
  const inPlace = findOp(inPlaceOf(overload));
  if (!inPlace) return run(need(overload), args);
  const made = copy();
  run(inPlace, [made, ...args.slice(1)]);
  return made;
}

/** Results of the graph's outputs; null where an output is none. */
export function interpret(d: Dispatcher, graph: Graph, inputs: readonly Tensor[]): (Tensor | null)[] {
  const env = new Map<Value, Tensor>();
  graph.inputs.forEach((n, i) => env.set(n.values[0], inputs[i]));
  const map = (a: NodeArg): Arg => (a instanceof Value ? (env.get(a) as Tensor) : Array.isArray(a) ? (a as NodeArg[]).map(map) : (a as Arg));
  const uses = lastUses(graph);
  graph.nodes.forEach((n: Node, i) => {
    if (n.op === 'constant') {
      env.set(n.values[0], n.constant as Tensor);
      return;
    }
    const ret = n.higher?.higher ? n.higher.higher(...n.args.map(map)) : runOp(d, n.op.replace(/^aten\./, '').replace(/\.default$/, ''), n.args.map(map));
    const list = Array.isArray(ret) ? ret : [ret];
    n.values.forEach((v) => env.set(v, list[v.index] as Tensor));
    for (const v of uses[i]) env.delete(v);
  });
  return graph.outputs.map((v) => (v ? (env.get(v) as Tensor) : null));
}

/** Values that are read for the last time at each node. */
function lastUses(graph: Graph): Value[][] {
  const at: Value[][] = graph.nodes.map(() => []);
  const seen = new Set<Value>(graph.outputs.filter((v): v is Value => v !== null));
  const see = (args: readonly NodeArg[], i: number): void => {
    for (const a of args) {
      if (a instanceof Value) {
        if (!seen.has(a)) {
          seen.add(a);
          at[i].push(a);
        }
      } else if (Array.isArray(a)) see(a as NodeArg[], i);
    }
  };
  for (let i = graph.nodes.length - 1; i >= 0; i--) see(graph.nodes[i].args, i);
  return at;
}
