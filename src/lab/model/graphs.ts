/**
 * A compiled function as a reader meets it: its calls, the graphs and breaks of each in the order in which they came,
 * and the stages of one graph that the report holds.
 */
import type { BreakRow, FrameRow, GraphRow } from '../../engine/report/types.ts';
import { nodesOf } from '../../engine/report/nodes.ts';
import type { RankRun } from './run.ts';

type GraphPart = { kind: 'graph'; index: number; graph: GraphRow; call: number | null };
type BreakPart = { kind: 'break'; index: number; row: BreakRow; call: number | null };
export type FramePart = GraphPart | BreakPart;

/**
 * Graphs and breaks in order. The steps tell the order where they carry it; without steps a break stands between
 * two graphs, which is what a break does.
 */
export function partsOf(rank: RankRun, f: number): FramePart[] {
  const frame = rank.frames[f];
  if (!frame) return [];
  const calls = callOfGraph(frame);
  const out: FramePart[] = [];
  const graphs = new Set<number>();
  const breaks = new Set<number>();
  const addGraph = (index: number) => {
    if (graphs.has(index) || !frame.graphs[index]) return;
    graphs.add(index);
    out.push({ kind: 'graph', index, graph: frame.graphs[index], call: calls[index] ?? null });
  };
  const addBreak = (index: number) => {
    const row = frame.breaks[index];
    if (!row || breaks.has(index)) return;
    breaks.add(index);
    const last = out.at(-1);
    out.push({ kind: 'break', index, row, call: last?.call ?? null });
  };
  const ordered = rank.steps.some((s) => s.frame === f && (s.kind === 'break' || s.kind === 'compile'));
  if (ordered) {
    let waiting: { index: number; row: BreakRow } | null = null;
    for (const s of rank.steps) {
      if (s.frame !== f) continue;
      if ((s.kind === 'compile' || s.kind === 'graph') && s.graph !== undefined) {
        // Tracing meets the break before the graph that it cuts off is compiled: such a graph stands above its break.
        const lines = (nodesOf(frame.graphs[s.graph] ?? { ops: [] }) ?? []).map((n) => n.line).filter((n) => n !== null);
        const cutOff = lines.length === 0 || lines.some((n) => n <= (waiting?.row.line ?? 0));
        if (waiting && !cutOff) addBreak(waiting.index);
        addGraph(s.graph);
        if (waiting && cutOff) addBreak(waiting.index);
        waiting = null;
      }
      if (s.kind === 'break') {
        if (waiting) addBreak(waiting.index);
        const index = frame.breaks.findIndex((b, i) => b.line === s.line && !breaks.has(i));
        waiting = index < 0 ? null : { index, row: frame.breaks[index]! };
      }
    }
    if (waiting) addBreak(waiting.index);
  }
  frame.graphs.forEach((_, g) => {
    addGraph(g);
    if (!ordered && g < frame.breaks.length) addBreak(g);
  });
  frame.breaks.forEach((_, b) => addBreak(b));
  return out;
}

/** The call (from 1) on which each graph was made. */
export function callOfGraph(frame: FrameRow): (number | null)[] {
  const out: (number | null)[] = [];
  frame.compiles.forEach((n, call) => {
    for (let k = 0; k < n; k++) out.push(call + 1);
  });
  return out;
}

/** Stages of the graphs of a frame that the report holds, in their order. `nodes` is the AOT graph drawn. */
const STAGES = ['captured', 'aot', 'aotBackward', 'decomposed', 'fused', 'stablehlo', 'tiles'] as const;
export type Stage = string;

export function stagesOf(frame: FrameRow): Stage[] {
  const found = new Set<string>();
  for (const g of frame.graphs) {
    for (const name of Object.keys(g.text ?? {})) found.add(name);
    if (g.nodes?.length || g.ops) found.add('aot');
    if (g.backward) found.add('aotBackward');
  }
  const known = STAGES.filter((s) => found.delete(s));
  return [...known, ...[...found].sort()];
}

/** A node's right-hand side: `aten.mm(x, w1)`. */
export function nodeText(node: { name: string; op: string; args: string }): string {
  if (node.op === 'placeholder' || node.op === 'constant') return `${node.name} = ${node.op}`;
  if (node.op === 'output') return `return ${node.args}`;
  const op = node.op.replace(/\.default$/, '');
  return `${node.name} = ${op}(${node.args})`;
}
