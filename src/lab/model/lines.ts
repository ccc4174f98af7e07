/**
 * What a run did on each line of the program: counts and glyphs of the gutter.
 * One pass over the steps; several ranks run the same program, so the rank followed speaks for the gutter.
 */
import type { RankRun, RunModel } from './run.ts';

export type Glyph = 'break' | 'wait' | 'host' | 'compile' | 'collective' | 'error';

export interface LineFacts {
  /** Operators executed on the line. */
  ops: number;
  glyphs: Glyph[];
}

const ORDER: readonly Glyph[] = ['error', 'break', 'compile', 'host', 'collective', 'wait'];

export function lineFacts(model: RunModel, rank: RankRun): Map<number, LineFacts> {
  const facts = new Map<number, { ops: number; glyphs: Set<Glyph> }>();
  const at = (line: number) => {
    let f = facts.get(line);
    if (!f) facts.set(line, (f = { ops: 0, glyphs: new Set() }));
    return f;
  };
  for (const step of rank.steps) {
    const f = at(step.line);
    if (step.op !== null) {
      f.ops++;
      if (rank.ops[step.op]?.where === 'fallback') f.glyphs.add('host');
    }
    if (step.kind === 'graph' || step.kind === 'end') continue;
    if (step.kind === 'sync') f.glyphs.add('wait');
    if (step.kind === 'break') f.glyphs.add('break');
    if (step.kind === 'compile') f.glyphs.add('compile');
    if (step.kind === 'collective') f.glyphs.add('collective');
  }
  for (const frame of rank.frames) for (const b of frame.breaks) at(b.line).glyphs.add('break');
  if (rank.rank === model.ranks[0]?.rank) {
    for (const s of model.report.syncs) at(s.line).glyphs.add('wait');
    for (const r of model.report.fallbacks) at(r.line).glyphs.add('host');
  }
  const error = rank.error ?? model.report.error;
  if (error?.line != null) at(error.line).glyphs.add('error');
  for (const w of model.report.hang?.waits ?? []) if (w.rank === rank.rank) at(w.line).glyphs.add('error');
  const out = new Map<number, LineFacts>();
  for (const [line, f] of facts) out.set(line, { ops: f.ops, glyphs: ORDER.filter((g) => f.glyphs.has(g)) });
  return out;
}
