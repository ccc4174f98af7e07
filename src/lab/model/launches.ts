/**
 * Which graph a launch ran. The report's steps name the graph where it is compiled; a launch is the operators inside
 * it and then the step `graph`. Its operators in order are those of one graph (report.md), which tells which: the one
 * compiled last among those that fit. Each operator then is one node, and has that node's line.
 */
import type { FrameRow, GraphRow, OpRow, Step } from '../../engine/report/types.ts';
import { isCall, nodesOf } from './nodes.ts';

export type LabStep = Step & {
  /** Operators inside a graph: the line that called the compiled function; `line` is the node's own. */
  call?: number;
  /** Operators inside a graph: index of the node. */
  node?: number;
  /** A launch of a graph's backward half. */
  backward?: boolean;
};

interface Candidate {
  frame: number;
  graph: number;
  row: GraphRow;
  backward: boolean;
  made: number;
}

export function placeLaunches(steps: readonly Step[], ops: readonly OpRow[], frames: readonly FrameRow[]): readonly LabStep[] {
  if (frames.length === 0) return steps;
  const byOps = new Map<string, Candidate[]>();
  const all: Candidate[] = [];
  frames.forEach((frame, f) => {
    frame.graphs.forEach((row, g) => {
      for (const backward of [false, true]) {
        const list = backward ? row.backward : row.ops;
        if (!list) continue;
        const c: Candidate = { frame: f, graph: g, row, backward, made: -1 };
        all.push(c);
        const key = list.join(' ');
        (byOps.get(key) ?? byOps.set(key, []).get(key)!).push(c);
      }
    });
  });
  const out: LabStep[] = [...steps];
  let inside: number[] = [];
  steps.forEach((s, i) => {
    if (s.kind === 'compile') {
      for (const c of all) if (c.frame === s.frame && c.graph === s.graph) c.made = i;
      inside = [];
      return;
    }
    if (s.kind === 'op' && s.op !== null && ops[s.op]?.where === 'graph') {
      inside.push(i);
      return;
    }
    if (s.kind !== 'graph') return;
    const key = inside.map((k) => ops[steps[k]!.op!]!.op).join(' ');
    const fit = (byOps.get(key) ?? []).filter((c) => s.frame === undefined || (c.frame === s.frame && c.graph === s.graph));
    const best = fit.reduce<Candidate | null>((a, b) => (a === null || b.made > a.made ? b : a), null);
    if (best) place(out, i, inside, best);
    inside = [];
  });
  return out;
}

function place(out: LabStep[], launch: number, inside: readonly number[], c: Candidate): void {
  const where = { frame: c.frame, graph: c.graph, ...(c.backward ? { backward: true } : {}) };
  out[launch] = { ...out[launch]!, ...where };
  const nodes = (nodesOf(c.row, c.backward ? 'aotBackward' : 'aot') ?? []).map((n, i) => ({ n, i })).filter(({ n }) => isCall(n));
  inside.forEach((k, j) => {
    const step = out[k]!;
    const node = nodes[j];
    out[k] = { ...step, ...where, ...(node ? { node: node.i, call: step.line, line: node.n.line ?? step.line } : {}) };
  });
}
