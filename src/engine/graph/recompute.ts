/**
 * Activation checkpoints in a graph: which forward values of a checkpointed region are kept all the same, and where a
 * backward graph computes the others again.
 *
 * Idea: `cleanup_recompute_tags` and `reordering_to_mimic_autograd_engine` of torch/_functorch/partitioners.py: what goes
 * into a region is kept, and so is what one region hands to a later one; recomputed nodes stand right before the first
 * backward node that needs them.
 * Leaves out: random operators in a region (`run_and_save_rng_state`), policies, hooks of fully sharded modules.
 */
import { eachValue, type Graph, type Node, Value } from './ir.ts';

/** A region is recomputed; this node of it, or before it, is kept. */
export type Kept = ReadonlySet<Node>;

export const hasRegions = (joint: Graph): boolean => joint.nodes.some((n) => n.region !== null);

/** Nodes that must be saved though a region is recomputed. */
export function keptNodes(joint: Graph): Kept {
  const users = new Map<Node, Set<Node>>();
  for (const n of joint.nodes) eachValue(n.args, (v) => users.set(v.node, (users.get(v.node) ?? new Set()).add(n)));
  const kept = new Set<Node>();
  const recomputed = (n: Node): boolean => n.region !== null && !kept.has(n);
  for (const n of [...joint.inputs, ...joint.nodes]) {
    const next = [...(users.get(n) ?? [])];
    if (recomputed(n) ? next.some((u) => recomputed(u) && (u.region as number) > (n.region as number)) : n.region === null && next.some(recomputed))
      kept.add(n);
  }
  return kept;
}

/** Puts each node of the forward that a backward graph computes again before the first backward node that needs it. */
export function mimicEngine(backward: Graph, tangents: ReadonlySet<Node>): void {
  const { nodes } = backward;
  const first = nodes.findIndex((n) => {
    let found = false;
    eachValue(n.args, (v) => {
      if (tangents.has(v.node)) found = true;
    });
    return found;
  });
  if (first < 0) return;
  const order = new Map(nodes.map((n, i) => [n, i]));
  const placed = new Set<Node>();
  const out: Node[] = [];
  const place = (node: Node): void => {
    const wanted = new Set<Node>();
    const open = [node];
    for (let n = open.pop(); n; n = open.pop()) {
      if (wanted.has(n) || placed.has(n) || !order.has(n)) continue;
      wanted.add(n);
      eachValue(n.args, (v) => open.push(v.node));
    }
    for (const n of [...wanted].sort((a, b) => (order.get(a) as number) - (order.get(b) as number))) {
      placed.add(n);
      out.push(n);
    }
  };
  for (const n of nodes.slice(first)) place(n);
  for (const v of backward.outputs) if (v instanceof Value) place(v.node);
  nodes.length = 0;
  nodes.push(...out);
}
