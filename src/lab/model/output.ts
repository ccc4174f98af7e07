/**
 * What a rank printed, by the step that printed it. The text is the report's own `stdout`, cut where the steps say so: a
 * step keeps the first part of a long text alone.
 */
import type { RankRun } from './run.ts';

export interface OutputRow {
  step: number;
  line: number;
  text: string;
}

const cache = new WeakMap<RankRun, readonly OutputRow[]>();

export function outputRows(rank: Pick<RankRun, 'steps' | 'stdout'>): readonly OutputRow[] {
  const { steps, stdout } = rank;
  const rows: OutputRow[] = [];
  let at = 0;
  steps.forEach(({ kind, label, chars, line }, step) => {
    if (kind !== 'output') return;
    const end = at + (chars ?? label.length);
    rows.push({ step, line, text: stdout.slice(at, end) });
    at = end;
  });
  return rows;
}

export function outputOf(rank: RankRun): readonly OutputRow[] {
  let rows = cache.get(rank);
  if (!rows) cache.set(rank, (rows = outputRows(rank)));
  return rows;
}

/** How many of the rows are printed once step `at` is done. */
export function printedBy(rows: readonly OutputRow[], at: number): number {
  let lo = 0;
  for (let hi = rows.length; lo < hi;) {
    const mid = (lo + hi) >> 1;
    if (rows[mid]!.step <= at) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}
