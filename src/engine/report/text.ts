/**
 * The report in words: the alternative to every picture, as Markdown.
 *
 * Pure function of the report. Leaves out: numbers of tensors beyond a line each.
 */
import { whyShapesAlone } from './shapes.ts';
import type { FrameRow, RunReport } from './types.ts';

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
const micros = (us: number): string =>
  us >= 1e6 ? `${(us / 1e6).toFixed(1)} s` : us >= 1000 ? `${(us / 1000).toFixed(1)} ms` : us > 0 && us < 1 ? 'under 1 µs' : `${Math.round(us)} µs`;

/** The whole report as Markdown. */
export function textOf(report: RunReport): string {
  const parts = [ending(report), output(report), operators(report), waits(report), ...report.frames.map(frame), ranks(report), clock(report)];
  return `${parts.filter((p) => p !== '').join('\n\n')}\n`;
}

function ending(r: RunReport): string {
  const where = `${r.device}, ${count(r.worldSize, 'rank')}, PyTorch ${r.torch}`;
  const at = r.error?.line ? ` on line ${r.error.line}` : '';
  const how: Record<RunReport['exit'], string> = {
    ok: 'The program ran to its end.',
    error: `The program stopped${at}: ${r.error?.type}: ${r.error?.message}`,
    hang: `The program hangs.\n\n${r.hang?.text ?? ''}`,
    unsupported: `The engine does not model this${at}: ${r.error?.message}`,
    limit: `The run was stopped${at}: ${r.error?.message}`,
  };
  const shapes = r.shapesAlone ? `\n\n${whyShapesAlone(r.shapesAlone)}` : '';
  return `# Run report\n\n${where}.${shapes}\n\n${how[r.exit]}`;
}

function output(r: RunReport): string {
  const list = Array.isArray(r.stdout) ? r.stdout : [r.stdout];
  const blocks = list.map((text, i) => (text === '' ? '' : `${list.length > 1 ? `Rank ${i}:\n\n` : ''}\`\`\`\n${text.trimEnd()}\n\`\`\``));
  const shown = blocks.filter((b) => b !== '');
  return shown.length ? `## Output\n\n${shown.join('\n\n')}` : '';
}

function operators(r: RunReport): string {
  if (r.ops.length === 0) return '';
  const byLine = new Map<number, string[]>();
  for (const o of r.ops) byLine.set(o.line, [...(byLine.get(o.line) ?? []), `${o.op} (${o.where})`]);
  const lines = [...byLine]
    .sort(([a], [b]) => a - b)
    .map(([line, ops]) => `- line ${line}: ${ops.length > 12 ? `${ops.slice(0, 12).join(', ')} and ${ops.length - 12} more` : ops.join(', ')}`);
  return `## Operators\n\n${count(r.ops.length, 'operator')}.\n\n${lines.join('\n')}`;
}

function waits(r: RunReport): string {
  const lines = [
    ...r.syncs.map((s) => `- line ${s.line}: the host waits (${s.cause})`),
    ...r.fallbacks.map((f) => `- line ${f.line}: ${f.op} runs on the host${f.count > 1 ? `, ${f.count} times` : ''}`),
  ];
  return lines.length ? `## Waits and fallbacks\n\n${lines.join('\n')}` : '';
}

function frame(f: FrameRow): string {
  const head = `## Compiled: ${f.name}, line ${f.line}\n\n${f.skipped ? 'Left to eager as a whole.' : `Graphs compiled by call: ${f.compiles.join(', ')}.`}`;
  const graphs = f.graphs.map(
    (g, i) => `- graph ${i}: ${g.ops?.join(', ') ?? 'the back end refused it'}${g.backward ? `; backward: ${g.backward.join(', ')}` : ''}`,
  );
  const breaks = f.breaks.map((b) => `- break on line ${b.line}, ${b.id}${b.reason ? `: ${b.reason}` : ''}${b.hint ? ` ${b.hint}` : ''}`);
  const recompiles = f.recompiles.map((c) => `- call ${c.call} compiled again: ${c.guard}`);
  return [head, ...[graphs, breaks, recompiles].filter((l) => l.length > 0).map((l) => l.join('\n'))].join('\n\n');
}

function ranks(r: RunReport): string {
  const names = Object.entries(r.collectives);
  return names.length ? `## Collectives\n\n${names.map(([op, n]) => `- ${op}: ${n}`).join('\n')}` : '';
}

function clock(r: RunReport): string {
  if (r.clock.total === 0) return '';
  const { host, device, compile, copies, total } = r.clock;
  return `## Time (modelled)\n\nAbout ${micros(total)} in all: host ${micros(host)}, device ${micros(device)}, compiling ${micros(compile)}, copies ${micros(copies)}.`;
}
