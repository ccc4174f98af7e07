/**
 * The report in words: the alternative to every picture, as blocks for a page and as Markdown.
 *
 * Pure function of the report and of the words to say it in; English is the default, a page brings another language.
 * Leaves out: numbers of tensors beyond a line each.
 */
import { duration } from './duration.ts';
import { withHanded } from './handed.ts';
import { placeLaunches } from './launches.ts';
import { whyShapesAlone } from './shapes.ts';
import type { FrameRow, RunReport } from './types.ts';

/** The English words: a row each, `{name}` places are filled. */
export const english = {
  title: 'Run report',
  where: '{device}, {ranks}, PyTorch {torch}.',
  oneRank: '1 rank',
  nRanks: '{n} ranks',
  ok: 'The program ran to its end.',
  error: 'The program stopped: {type}: {message}',
  errorAt: 'The program stopped on line {line}: {type}: {message}',
  hang: 'The program hangs.',
  unsupported: 'The engine does not model this: {message}',
  unsupportedAt: 'The engine does not model this on line {line}: {message}',
  limit: 'The run was stopped: {message}',
  limitAt: 'The run was stopped on line {line}: {message}',
  shapesAlone: '{why}',
  output: 'Output',
  rank: 'Rank {n}:',
  operators: 'Operators',
  oneOperator: '1 operator.',
  nOperators: '{n} operators.',
  onLine: 'line {line}: {ops}',
  onLineMore: 'line {line}: {ops} and {n} more',
  times: '{op} × {n}',
  waits: 'Waits and fallbacks',
  wait: 'line {line}: the host waits ({cause})',
  waitAgain: 'line {line}: the host waits ({cause}), {n} times',
  fallback: 'line {line}: {op} runs on the host',
  fallbacks: 'line {line}: {op} runs on the host, {n} times',
  compiled: 'Compiled: {name}, line {line}',
  skipped: 'Left to eager as a whole.',
  byCall: 'Graphs compiled by call: {counts}.',
  graph: 'graph {n}: {ops}',
  graphBackward: 'graph {n}: {ops}; backward: {backward}',
  refused: 'the back end refused it',
  refusedOnDevice: '{name}, graph {n}: on the device the compiler refuses it ({ops}); here it is timed as though it had kernels',
  break: 'break on line {line}, {id}',
  breakWhy: 'break on line {line}, {id}: {why}',
  recompile: 'call {n} compiled again: {guard}',
  collectives: 'Collectives',
  collective: '{op}: {n}',
  time: 'Time (modelled)',
  clock: 'About {total} in all: host {host}, device {device}, compiling {compile}, copies {copies}.',
} as const;

export type TextKey = keyof typeof english;
/** Says one of the rows, its places filled. */
export type Say = (key: TextKey, values?: Record<string, string | number>) => string;

export const filled = (text: string, values: Record<string, string | number> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
const inEnglish: Say = (key, values) => filled(english[key], values);

/** What an item speaks of, so that a page can light it up with the rest. */
export interface Item {
  text: string;
  line: number | null;
  graph?: [frame: number, graph: number];
  break?: [frame: number, nth: number];
}
export type TextBlock =
  | { kind: 'title'; text: string }
  /** `field`: the field of the report whose mark the section carries. */
  | { kind: 'heading'; text: string; field: keyof RunReport }
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: Item[] };

const text = (text: string): TextBlock => ({ kind: 'text', text });
const heading = (field: keyof RunReport, text: string): TextBlock => ({ kind: 'heading', text, field });
const list = (items: Item[]): TextBlock[] => (items.length ? [{ kind: 'list', items }] : []);

/** The whole report, block by block. */
export function blocksOf(report: RunReport, say: Say = inEnglish): TextBlock[] {
  return [
    ...ending(report, say),
    ...output(report, say),
    ...operators(report, say),
    ...waits(report, say),
    ...report.frames.flatMap((row, n) => frame(withHanded(row), n, say)),
    ...collectives(report, say),
    ...clock(report, say),
  ];
}

/** The whole report as Markdown. */
export function textOf(report: RunReport, say: Say = inEnglish): string {
  const written = blocksOf(report, say).map((block) => {
    if (block.kind === 'title') return `# ${block.text}`;
    if (block.kind === 'heading') return `## ${block.text}`;
    if (block.kind === 'code') return `\`\`\`\n${block.text}\n\`\`\``;
    return block.kind === 'list' ? block.items.map((item) => `- ${item.text}`).join('\n') : block.text;
  });
  return `${written.join('\n\n')}\n`;
}

function ending(r: RunReport, say: Say): TextBlock[] {
  const ranks = say(r.worldSize === 1 ? 'oneRank' : 'nRanks', { n: r.worldSize });
  const { line, type = '', message = '' } = r.error ?? {};
  const how = r.exit === 'ok' || r.exit === 'hang' ? say(r.exit) : line ? say(`${r.exit}At`, { line, type, message }) : say(r.exit, { type, message });
  const rest = r.exit === 'hang' && r.hang ? [text(r.hang.text)] : [];
  const alone = r.shapesAlone;
  const count = alone?.count.toLocaleString('en') ?? '';
  const shapes = alone ? [text(say('shapesAlone', { why: whyShapesAlone(alone), count, what: alone.limit }))] : [];
  return [{ kind: 'title', text: say('title') }, text(say('where', { device: r.device, ranks, torch: r.torch })), ...shapes, text(how), ...rest];
}

function output(r: RunReport, say: Say): TextBlock[] {
  const all = Array.isArray(r.stdout) ? r.stdout : [r.stdout];
  const blocks = all.flatMap((out, n): TextBlock[] =>
    out === '' ? [] : [...(all.length > 1 ? [text(say('rank', { n }))] : []), { kind: 'code', text: out.trimEnd() }],
  );
  return blocks.length ? [heading('stdout', say('output')), ...blocks] : [];
}

function operators(r: RunReport, say: Say): TextBlock[] {
  if (r.ops.length === 0) return [];
  // What a loop does again is said once, with its times: an operator of a line, a wait of a line.
  const byLine = new Map<number, Map<string, number>>();
  // The line of an operator inside a graph is that of its node, as in every view.
  const lines = new Map(placeLaunches(r.steps, r.ops, r.frames).flatMap((s) => (s.kind === 'op' && s.op !== null ? [[s.op, s.line] as const] : [])));
  r.ops.forEach((o, i) => {
    const line = lines.get(i) ?? o.line;
    const there = byLine.get(line) ?? new Map<string, number>();
    byLine.set(line, there);
    const name = `${o.op} (${o.where})`;
    there.set(name, (there.get(name) ?? 0) + 1);
  });
  const items = [...byLine]
    .sort(([a], [b]) => a - b)
    .map(([line, counted]): Item => {
      const ops = [...counted].map(([op, n]) => (n > 1 ? say('times', { op, n }) : op));
      const shown = ops.slice(0, 12).join(', ');
      return { line, text: ops.length > 12 ? say('onLineMore', { line, ops: shown, n: ops.length - 12 }) : say('onLine', { line, ops: shown }) };
    });
  const n = r.ops.length;
  return [heading('ops', say('operators')), text(say(n === 1 ? 'oneOperator' : 'nOperators', { n })), ...list(items)];
}

function waits(r: RunReport, say: Say): TextBlock[] {
  const times = Map.groupBy(r.syncs, ({ line, cause }) => `${line} ${cause}`);
  const items: Item[] = [
    ...[...times.values()].map((same) => {
      const { line, cause } = same[0] as (typeof same)[number];
      return { line, text: say(same.length > 1 ? 'waitAgain' : 'wait', { line, cause, n: same.length }) };
    }),
    ...r.fallbacks.map(({ line, op, count: n }) => ({ line, text: say(n > 1 ? 'fallbacks' : 'fallback', { line, op, n }) })),
    ...refusals(r, say),
  ];
  return items.length ? [heading('syncs', say('waits')), ...list(items)] : [];
}

/** Graphs that the compiler refuses. Said with the fallbacks, whose table it is from, and not under the mark of the graphs. */
const refusals = (r: RunReport, say: Say): Item[] =>
  r.frames.flatMap((f, at) =>
    f.graphs.flatMap((_, n): Item[] => {
      const ops = new Set(r.steps.flatMap((s) => (s.frame === at && s.graph === n ? (s.refused ?? []) : [])));
      return ops.size > 0 ? [{ line: null, graph: [at, n], text: say('refusedOnDevice', { name: f.name, n, ops: [...ops].join(', ') }) }] : [];
    }),
  );

function frame(f: FrameRow, at: number, say: Say): TextBlock[] {
  const graphs = f.graphs.map((g, n): Item => {
    const ops = g.ops?.join(', ') ?? say('refused');
    return { line: null, graph: [at, n], text: g.backward ? say('graphBackward', { n, ops, backward: g.backward.join(', ') }) : say('graph', { n, ops }) };
  });
  const breaks = f.breaks.map(({ line, id, reason, hint }, n): Item => {
    const why = [reason, hint].filter(Boolean).join(' ');
    return { line, break: [at, n], text: say(why ? 'breakWhy' : 'break', { line, id, why }) };
  });
  const recompiles = f.recompiles.map(({ call, guard }): Item => ({ line: null, text: say('recompile', { n: call, guard }) }));
  return [
    heading('frames', say('compiled', { name: f.name, line: f.line })),
    text(f.skipped ? say('skipped') : say('byCall', { counts: f.compiles.join(', ') })),
    ...[graphs, breaks, recompiles].flatMap(list),
  ];
}

function collectives(r: RunReport, say: Say): TextBlock[] {
  const items = Object.entries(r.collectives).map(([op, n]): Item => ({ line: null, text: say('collective', { op, n }) }));
  return items.length ? [heading('collectives', say('collectives')), ...list(items)] : [];
}

function clock(r: RunReport, say: Say): TextBlock[] {
  if (r.clock.total === 0) return [];
  const { host, device, compile, copies, total } = r.clock;
  const said = { total: duration(total), host: duration(host), device: duration(device), compile: duration(compile), copies: duration(copies) };
  return [heading('clock', say('time')), text(say('clock', said))];
}
