/**
 * Canonical text of a graph: one line a node, the form that snapshots and the Graphs pane show.
 *
 *     graph(primals_1: f32[3, 4]):
 *       mul: f32[3, 4] = aten.mul.Tensor(primals_1, 2)  # line 5
 *       return (mul)
 *
 * Idea: `print_readable` of torch.fx, without its Python. Arguments equal to the schema's default at the end are left out.
 */
import type { Arg } from '../aten/op.ts';
import { PyFloat } from '../python/values.ts';
import { Graph, type NodeArg, Value } from './ir.ts';

function floatText(v: number): string {
  if (Number.isNaN(v)) return 'nan';
  if (!Number.isFinite(v)) return v < 0 ? '-inf' : 'inf';
  const s = String(v);
  return /[.e]/.test(s) ? s : `${s}.0`;
}

export function valueName(v: Value): string {
  return v.node.many ? `${v.node.name}[${v.index}]` : v.node.name;
}

export function argText(a: NodeArg): string {
  if (a instanceof Value) return valueName(a);
  if (a === null) return 'None';
  if (a === true) return 'True';
  if (a === false) return 'False';
  if (a instanceof PyFloat) return floatText(a.v);
  if (Array.isArray(a)) return `[${(a as NodeArg[]).map(argText).join(', ')}]`;
  if (typeof a === 'string') return `'${a}'`;
  if (typeof a === 'object') {
    const o = a as { name?: string; type?: string };
    return o.name ? `torch.${o.name}` : (o.type ?? 'object');
  }
  return String(a as Exclude<Arg, object>);
}

/** Trailing arguments that say nothing: None, False and 1 where the schema's default is that. */
export type Defaults = (op: string) => readonly Arg[] | null;

function trimmed(op: string, args: readonly NodeArg[], defaults: Defaults | null): readonly NodeArg[] {
  const defs = defaults?.(op);
  if (!defs) return args;
  let n = args.length;
  while (n > 0 && defs[n - 1] !== undefined && argText(args[n - 1]) === argText(defs[n - 1] as NodeArg)) n--;
  return args.slice(0, n);
}

export function typeText(v: Value): string {
  return `${v.meta.dtype.short}[${v.meta.sizes.join(', ')}]`;
}

export function printGraph(graph: Graph, defaults: Defaults | null = null): string {
  const head = graph.inputs.map((n) => `${n.name}: ${typeText(n.values[0])}`).join(', ');
  const lines = [`graph(${head}):`];
  for (const n of graph.nodes) {
    if (n.op === 'constant') {
      lines.push(`  ${n.name}: ${typeText(n.values[0])} = constant`);
      continue;
    }
    const types = n.values.map(typeText);
    const type = n.many ? `(${types.join(', ')})` : (types[0] ?? 'None');
    const at = n.line === null ? '' : `  # line ${n.line}`;
    lines.push(`  ${n.name}: ${type} = ${n.op}(${trimmed(n.op, n.args, defaults).map(argText).join(', ')})${at}`);
  }
  lines.push(`  return (${graph.outputs.map((v) => (v ? valueName(v) : 'None')).join(', ')})`);
  return lines.join('\n');
}
