/**
 * What a rank printed, by the step that printed it. The text is the report's own `stdout`, cut where the steps say so:
 * joined, the rows are the output, whatever the steps say of it.
 *
 * A step keeps the first part of a long text alone; where it ends is then found by how the next step's text begins.
 */
import type { RankRun } from './run.ts';

export interface OutputRow {
  step: number;
  line: number;
  text: string;
}

/** Characters of a text that a step keeps (report/recorder.ts). */
const KEPT = 400;

const cache = new WeakMap<RankRun, readonly OutputRow[]>();

export function outputRows(rank: Pick<RankRun, 'steps' | 'stdout'>): readonly OutputRow[] {
  const { steps, stdout } = rank;
  const rows: OutputRow[] = [];
  const printed = steps.flatMap((s, i) => (s.kind === 'output' ? [i] : []));
  let at = 0;
  printed.forEach((step, k) => {
    const { label, line } = steps[step]!;
    const next = printed[k + 1];
    let end = at + label.length;
    if (next === undefined) end = stdout.length;
    else if (label.length >= KEPT) {
      const found = stdout.indexOf(steps[next]!.label, end);
      end = found < 0 ? stdout.length : found;
    }
    rows.push({ step, line, text: stdout.slice(at, end) });
    at = Math.min(end, stdout.length);
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
