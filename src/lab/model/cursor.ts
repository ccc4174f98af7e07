/**
 * Where the reader stands: a step number, and the moves of the transport. Pure, so that stepping forward and back is
 * provably the same place (test/laws/lab/cursor.test.ts).
 */
import type { RankRun, RunModel } from './run.ts';
import { isWait } from './run.ts';

export type Move = { to: 'first' | 'last' | 'next' | 'back' | 'break' | 'wait' } | { to: 'step'; step: number } | { to: 'line'; line: number };

const clamp = (n: number, length: number): number => Math.max(0, Math.min(length - 1, Math.trunc(n) || 0));

/** Steps at which the run stops of itself: breaks, waits (a printed value too), fallbacks, and where an error ended it. */
function isStop(model: RunModel, rank: RankRun, i: number): boolean {
  const step = rank.steps[i];
  if (!step) return false;
  if (step.kind === 'end') return (rank.error ?? model.report.error) !== null;
  if (isBreak(rank, i) || isWait(step) || step.kind === 'output') return true;
  return step.op !== null && rank.ops[step.op]?.where === 'fallback';
}

/** What the button and the key N go to: the next break, or the next stop where no break lies ahead; null where nothing does. */
export function stopAhead(model: RunModel, rank: RankRun, cursor: number): { kind: 'break' | 'stop'; step: number } | null {
  let stop: number | null = null;
  for (let i = cursor + 1; i < rank.steps.length; i++) {
    if (isBreak(rank, i)) return { kind: 'break', step: i };
    if (stop === null && isStop(model, rank, i)) stop = i;
  }
  return stop === null ? null : { kind: 'stop', step: stop };
}

function isBreak(rank: RankRun, i: number): boolean {
  const step = rank.steps[i];
  if (!step) return false;
  return step.kind === 'break';
}

/** The next step after `from` that satisfies `test`; null where none is ahead. */
function seek(rank: RankRun, from: number, test: (rank: RankRun, i: number) => boolean): number | null {
  for (let i = from + 1; i < rank.steps.length; i++) if (test(rank, i)) return i;
  return null;
}

/** The cursor after a move. `rank` is the rank whose steps the reader follows. */
export function move(model: RunModel, rank: RankRun, cursor: number, m: Move): number {
  const length = model.length;
  if (length === 0) return 0;
  switch (m.to) {
    case 'first':
      return 0;
    case 'last':
      return length - 1;
    case 'next':
      return clamp(cursor + 1, length);
    case 'back':
      return clamp(cursor - 1, length);
    case 'step':
      return clamp(m.step, length);
    case 'break':
      return stopAhead(model, rank, cursor)?.step ?? cursor;
    case 'wait':
      return seek(rank, cursor, (r, i) => isWait(r.steps[i]!)) ?? cursor;
    case 'line': {
      const steps = rank.byLine.get(m.line);
      if (!steps || steps.length === 0) return cursor;
      return steps.find((s) => s > cursor) ?? steps[0]!;
    }
  }
}
