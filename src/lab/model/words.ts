/**
 * The run in words: the alternative to every picture, by line, and the same as Markdown. Each sentence carries the
 * keys of what it speaks of, so that it lights up with the rest.
 */
import { count, type Words } from '../strings.ts';
import { bytes, duration } from './format.ts';
import { breakKey, lineKey } from './links.ts';
import { shortOp, type RankRun, type RunModel } from './run.ts';

export interface Sentence {
  line: number | null;
  keys: string;
  text: string;
}

export interface Told {
  summary: string;
  clock: string | null;
  sentences: Sentence[];
  output: { rank: number | null; text: string }[];
}

export function tell(model: RunModel, rank: RankRun, t: Words): Told {
  const { report } = model;
  const frames = rank.frames;
  const n = (f: (row: (typeof frames)[number]) => number) => frames.reduce((a, row) => a + f(row), 0);
  const parts = [
    count(t, rank.ops.length, 'nOperators', 'oneOperator'),
    frames.length > 0 ? count(t, n((f) => f.graphs.length), 'nGraphs', 'oneGraph', 'noGraph') : null,
    frames.length > 0 ? count(t, n((f) => f.breaks.length), 'nBreaks', 'oneBreak', 'noBreak') : null,
    frames.length > 0 ? count(t, n((f) => f.recompiles.length), 'nRecompiles', 'oneRecompile', 'noRecompile') : null,
    report.device === 'neuron' ? count(t, report.syncs.length, 'nWaits', 'oneWait', 'noWait') : null,
    report.device === 'neuron' ? count(t, report.fallbacks.reduce((a, f) => a + f.count, 0), 'nFallbacks', 'oneFallback', 'noFallbacks') : null,
  ].filter((p): p is string => p !== null);
  const sentences: Sentence[] = [];
  const say = (line: number | null, text: string, keys = line === null ? '' : lineKey(line)) => sentences.push({ line, keys, text });
  frames.forEach((frame, f) => {
    frame.breaks.forEach((b, i) => {
      const why = b.reason ? ` ${b.reason}` : '';
      const cure = b.hint ? ` ${t('cure')}: ${b.hint}` : '';
      say(b.line, `${frame.name}: ${t('glyphBreak')}, ${b.id}.${why}${cure}`, `${breakKey(f, i)} ${lineKey(b.line)}`);
    });
    for (const r of frame.recompiles) say(frame.line, `${frame.name}, ${t('callN', { n: r.call })}: ${t('oneRecompile')}. ${r.guard}`);
    if (frame.skipped) say(frame.line, `${frame.name}: ${t('skippedFrame')}`);
  });
  for (const row of grouped(report.fallbacks, (r) => `${r.line} ${r.op}`)) {
    const f = row.first;
    say(f.line, `${shortOp(f.op)}: ${t('capFall')}${row.count > 1 || f.count > 1 ? ` (× ${Math.max(row.count, f.count)})` : ''}`);
  }
  for (const row of grouped(report.syncs, (r) => `${r.line} ${r.cause}`)) {
    say(row.first.line, `${t('glyphWait')}: ${row.first.cause}${row.count > 1 ? ` (× ${row.count})` : ''}.`);
  }
  for (const row of grouped(rank.collectiveRows, (r) => `${r.line} ${r.op}`)) {
    const c = row.first;
    say(c.line, `${c.op}, ${bytes(c.bytes)}, ${t('group')} ${c.group.join(' ')}${row.count > 1 ? ` (× ${row.count})` : ''}.`);
  }
  for (const w of report.hang?.waits ?? []) {
    say(w.line, t('waitsFor', { a: w.rank, op: w.op, line: w.line, b: w.for.map((r) => t('rank', { n: r })).join(', ') }));
  }
  for (const note of report.notes) say(note.line, note.text);
  sentences.sort((a, b) => (a.line ?? 1e9) - (b.line ?? 1e9));
  const texts = Array.isArray(report.stdout) ? report.stdout : [report.stdout];
  return {
    summary: parts.join(', '),
    clock: report.device === 'neuron' && report.clock.total > 0 ? duration(report.clock.total) : null,
    sentences,
    output: texts.map((text, i) => ({ rank: texts.length > 1 ? i : null, text })).filter((o) => o.text !== ''),
  };
}

function grouped<T>(rows: readonly T[], by: (row: T) => string): { first: T; count: number }[] {
  const out = new Map<string, { first: T; count: number }>();
  for (const row of rows) {
    const key = by(row);
    const known = out.get(key);
    if (known) known.count++;
    else out.set(key, { first: row, count: 1 });
  }
  return [...out.values()];
}
