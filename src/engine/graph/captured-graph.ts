/**
 * The captured calls as a graph, for display: what Dynamo hands on, before AOTAutograd takes composites apart.
 */
import { Tensor } from '../tensor/tensor.ts';
import type { Arg, Ret } from '../aten/op.ts';
import type { Captured } from './captured.ts';
import { Graph, metaFor, nameNodes, Node, type NodeArg, Value } from './ir.ts';

/** `nameOf` gives an input its name in the program. */
export function capturedGraph(captured: Captured, nameOf: (t: Tensor) => string | null): Graph {
  const graph = new Graph();
  const env = new Map<Tensor, Value>();
  const taken = new Set<string>();
  const bind = (t: Tensor, node: Node, index: number): void => {
    const v = new Value(node, index, metaFor(t));
    node.values.push(v);
    env.set(t, v);
  };
  captured.inputs.forEach((t, i) => {
    const node = new Node('placeholder', [], null);
    let name = (nameOf(t) ?? `input_${i}`).replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
    while (taken.has(name)) name += '_';
    taken.add(name);
    node.name = name;
    graph.inputs.push(node);
    bind(t, node, 0);
  });
  const constant = (t: Tensor): Value => {
    const node = new Node('constant', [], null);
    graph.nodes.push(node);
    bind(t, node, 0);
    return env.get(t) as Value;
  };
  const map = (a: Arg): NodeArg => (a instanceof Tensor ? (env.get(a) ?? constant(a)) : Array.isArray(a) ? a.map((x) => map(x as Arg)) : a);
  for (const call of captured.calls) {
    const node = new Node(call.op.name, call.args.map(map), call.line);
    graph.nodes.push(node);
    const see = (r: Ret, i: number): void => {
      if (r instanceof Tensor) bind(r, node, i);
    };
    if (Array.isArray(call.ret)) {
      node.many = true;
      call.ret.forEach(see);
    } else see(call.ret, 0);
  }
  graph.outputs = captured.outputs.map((t) => env.get(t) ?? null);
  nameNodes(graph);
  return graph;
}
