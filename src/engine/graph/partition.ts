/**
 * The default partitioner: one joint graph in, a forward and a backward graph out.
 *
 * Idea: `default_partition` of torch/_functorch/partitioners.py. Everything traced before the forward ended stays in the
 * forward; forward tensors that a later node reads are saved. Backward nodes that need only saved values and tangents
 * (or nothing) are copied into the backward graph, then dead code goes.
 * What activation checkpoints keep is decided in `recompute.ts`. Leaves out: symbolic sizes, collectives.
 */
import { eliminateDeadCode } from './dce.ts';
import { hasRegions, keptNodes, mimicEngine } from './recompute.ts';
import { eachValue, Graph, mapArgs, Node, Value } from './ir.ts';

export interface Partition {
  forward: Graph;
  backward: Graph;
  /** Forward values kept for backward, in the order of the extra forward outputs and the first backward inputs. */
  saved: Value[];
}

/** `inputs` become placeholders; nodes that depend on anything else not reachable from them are left out. */
function extract(joint: Graph, inputs: readonly Value[], outputs: readonly (Value | null)[]): Graph {
  const g = new Graph();
  const env = new Map<Value, Value>();
  for (const v of inputs) {
    const p = new Node('placeholder', [], null);
    p.name = v.node.values.length > 1 ? `${v.node.name}_${v.index}` : v.node.name;
    const pv = new Value(p, 0, v.meta);
    p.values = [pv];
    g.inputs.push(p);
    env.set(v, pv);
  }
  for (const n of joint.nodes) {
    let valid = true;
    eachValue(n.args, (v) => {
      if (!env.has(v)) valid = false;
    });
    if (!valid || (n.values.every((v) => env.has(v)) && n.values.length > 0)) continue;
    const copy = n.with(mapArgs(n.args, (v) => env.get(v) as Value));
    n.values.forEach((v, i) => {
      if (!env.has(v)) env.set(v, copy.values[i]);
    });
    g.nodes.push(copy);
  }
  g.outputs = outputs.map((v) => {
    if (v === null) return null;
    const out = env.get(v);
    if (!out) throw new Error(`partition: ${v.node.name} is an output but depends on what is not there`);
    return out;
  });
  eliminateDeadCode(g);
  return g;
}

export function defaultPartition(joint: Graph, primals: readonly Value[], tangents: readonly Value[], forwardOutputs: number): Partition {
  let last = -1;
  joint.nodes.forEach((n, i) => {
    if (n.tag === 'forward') last = i;
  });
  const forward = new Set<Node>([...primals.map((v) => v.node), ...joint.nodes.slice(0, last + 1)]);
  const usedLater = new Set<Value>();
  joint.nodes.slice(last + 1).forEach((n) => eachValue(n.args, (v) => usedLater.add(v)));
  for (const v of joint.outputs) if (v) usedLater.add(v);

  const regions = hasRegions(joint);
  const kept = regions ? keptNodes(joint) : null;
  const wanted = (v: Value): boolean => (kept === null ? usedLater.has(v) : v.node.region === null || kept.has(v.node));
  const candidates: Value[] = [];
  for (const p of primals) if (wanted(p)) candidates.push(p);
  for (const n of joint.nodes.slice(0, last + 1)) {
    for (const v of n.values) if (forward.has(n) && wanted(v) && n.op !== 'constant') candidates.push(v);
  }
  const fwdOutputs = joint.outputs.slice(0, forwardOutputs);
  const bwdOutputs = joint.outputs.slice(forwardOutputs);
  const trial = extract(joint, [...candidates, ...tangents], bwdOutputs);
  const used = new Set<Value>();
  for (const n of trial.nodes) eachValue(n.args, (v) => used.add(v));
  for (const v of trial.outputs) if (v) used.add(v);
  const saved = candidates.filter((_, i) => used.has(trial.inputs[i].values[0]));
  const backward = extract(joint, [...saved, ...tangents], bwdOutputs);
  if (regions) mimicEngine(backward, new Set(backward.inputs.slice(saved.length)));
  return { forward: extract(joint, primals, [...fwdOutputs, ...saved]), backward, saved };
}
