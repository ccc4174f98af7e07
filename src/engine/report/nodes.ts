/**
 * The nodes of a graph, read from its printed form (`src/engine/graph/print.ts` has the grammar: a head with the
 * inputs, one line a node, `# line n`). The text is the canonical form of a graph, so the drawing is made from it.
 */
import type { GraphNode, GraphRow } from './types.ts';

const HEAD = /^graph\((.*)\):$/;
const NODE = /^\s+(\w+): (.+?) = ([\w.]+)(?:\((.*?)\))?(?:\s+# line (\d+))?$/;
const RETURN = /^\s+return \((.*)\)$/;
const TYPE = /^(\w+)\[([\d, ]*)\]$/;
const INPUT = /(\w+): (\w+\[[^\]]*\])/g;

function typed(text: string): { shape: number[] | null; dtype: string | null } {
  const m = TYPE.exec(text);
  if (!m) return { shape: null, dtype: null };
  return { shape: m[2] ? m[2].split(',').map(Number) : [], dtype: m[1] === 'b8' ? 'bool' : m[1]! };
}

const words = (args: string): string[] => args.match(/[A-Za-z_]\w*/g) ?? [];

/** Nodes of a printed graph; null when the text has another form. */
export function parseNodes(text: string): GraphNode[] | null {
  const lines = text.trimEnd().split('\n');
  const head = HEAD.exec(lines[0] ?? '');
  if (!head) return null;
  const out: GraphNode[] = [];
  for (const m of head[1]!.matchAll(INPUT)) {
    out.push({ name: m[1]!, op: 'placeholder', args: '', inputs: [], ...typed(m[2]!), line: null });
  }
  for (const row of lines.slice(1)) {
    const end = RETURN.exec(row);
    if (end) {
      out.push({ name: 'output', op: 'output', args: end[1]!, inputs: words(end[1]!), shape: null, dtype: null, line: null });
      continue;
    }
    const m = NODE.exec(row);
    if (!m) return null;
    out.push({
      name: m[1]!,
      op: m[3]!,
      args: m[4] ?? '',
      inputs: words(m[4] ?? ''),
      ...typed(m[2]!),
      line: m[5] ? Number(m[5]) : null,
    });
  }
  return out;
}

const cache = new WeakMap<GraphRow, Map<string, GraphNode[] | null>>();

/** Nodes of one stage of a graph: given by the report, or read from its text. */
export function nodesOf(graph: GraphRow, stage = 'aot'): GraphNode[] | null {
  if (stage === 'aot' && graph.nodes && graph.nodes.length > 0) return graph.nodes;
  let byStage = cache.get(graph);
  if (!byStage) cache.set(graph, (byStage = new Map()));
  let nodes = byStage.get(stage);
  if (nodes === undefined) {
    const text = graph.text?.[stage];
    nodes = text ? parseNodes(text) : null;
    byStage.set(stage, nodes);
  }
  return nodes;
}

/** Is the node a call of an operator? Inputs, constants and the return are not. */
export const isCall = (node: GraphNode): boolean => node.op !== 'placeholder' && node.op !== 'output' && node.op !== 'constant';
