/**
 * Dead code elimination, as torch.fx does it under Dynamo: a node stays when an output or a staying node uses it.
 * Random operators go too (`impure_random` is off while a frame is compiled), so an unused draw moves no generator.
 */
import { eachValue, type Graph, type Node } from './ir.ts';

/** Kept for what they do, not for their result. */
const ASSERTS = new Set(['aten._assert_async.msg', 'aten._assert_async.default']);

export function eliminateDeadCode(graph: Graph): void {
  const live = new Set<Node>();
  for (const v of graph.outputs) if (v) live.add(v.node);
  for (let i = graph.nodes.length - 1; i >= 0; i--) {
    const n = graph.nodes[i];
    if (ASSERTS.has(n.op)) live.add(n);
    if (live.has(n)) eachValue(n.args, (v) => live.add(v.node));
  }
  const kept = graph.nodes.filter((n) => live.has(n));
  graph.nodes.length = 0;
  graph.nodes.push(...kept);
}
