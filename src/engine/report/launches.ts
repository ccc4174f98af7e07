/**
 * The operators of a launch as nodes of its graph. The step `graph` says which graph it ran; the operators before it ran
 * inside. Where they are those of the graph one by one, each has its node's line; a graph that runs another way than it
 * is written (in-place forms, branches) keeps the line of the call.
 */
import type { FrameRow, OpRow, Step } from './types.ts';
import { isCall, nodesOf } from './nodes.ts';

export type PlacedStep = Step & {
  /** Operators inside a graph: the line that called the compiled function; `line` is the node's own. */
  call?: number;
  /** Operators inside a graph: index of the node. */
  node?: number;
};

export function placeLaunches(steps: readonly Step[], ops: readonly OpRow[], frames: readonly FrameRow[]): readonly PlacedStep[] {
  if (frames.length === 0) return steps;
  const out: PlacedStep[] = [...steps];
  let inside: number[] = [];
  steps.forEach((s, i) => {
    if (s.kind === 'op' && s.op !== null && ops[s.op]?.where === 'graph') inside.push(i);
    else if (s.kind === 'graph') {
      place(out, s, inside, ops, frames);
      inside = [];
    } else if (s.kind === 'compile') inside = [];
  });
  return out;
}

function place(out: PlacedStep[], launch: Step, inside: readonly number[], ops: readonly OpRow[], frames: readonly FrameRow[]): void {
  const { frame, graph, backward } = launch;
  const row = frame === undefined || graph === undefined ? undefined : frames[frame]?.graphs[graph];
  if (!row) return;
  const list = (backward ? row.backward : row.ops) ?? [];
  const same = list.length === inside.length && inside.every((k, j) => ops[out[k]!.op!]!.op === list[j]);
  const nodes = same ? (nodesOf(row, backward ? 'aotBackward' : 'aot') ?? []).map((n, i) => ({ n, i })).filter(({ n }) => isCall(n)) : [];
  inside.forEach((k, j) => {
    const step = out[k]!;
    const node = nodes[j];
    out[k] = {
      ...step,
      frame: frame!,
      graph: graph!,
      ...(backward ? { backward } : {}),
      ...(node ? { node: node.i, call: step.line, line: node.n.line ?? step.line } : {}),
    };
  });
}
