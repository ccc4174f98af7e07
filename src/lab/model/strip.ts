/** The partitions on the time axis: each run of one side from its first host bar to its last, and the crossings. */
import type { Axis } from './axis.ts';
import { toPx } from './axis.ts';
import { bytes } from './format.ts';
import type { PartitionView } from './partitions.ts';
import type { RankRun } from './run.ts';

export interface StripRun {
  index: number;
  /** Partitions that this shape stands for: neighbours of one side with nothing drawn between them are one shape. */
  parts: number[];
  /** How many runs this shape stands for. */
  count: number;
  side: 'neuron' | 'host';
  x: number;
  w: number;
  ops: number;
  step: number;
  label: string;
}

export interface StripCrossing {
  index: number;
  x: number;
  toHost: boolean;
  bytes: number;
  step: number;
  /** Where the figure stands: after the arrow, before it, or nowhere for want of room. */
  label: 'after' | 'before' | null;
}

/** Host time from the first to the last bar of a range of steps. */
export function extent(rank: RankRun, first: number, last: number): [number, number] {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (let i = first; i <= last; i++) {
    for (const b of rank.steps[i]?.bars ?? []) {
      if (b.lane !== 'host') continue;
      start = Math.min(start, b.start);
      end = Math.max(end, b.end);
    }
  }
  if (start > end) {
    const t = rank.clock[Math.max(0, Math.min(first, rank.clock.length - 1))] ?? 0;
    return [t, t];
  }
  return [start, end];
}

export function stripOf(rank: RankRun, view: PartitionView, axis: Axis, scale: number, least = 3): { runs: StripRun[]; crossings: StripCrossing[] } {
  const runs: StripRun[] = [];
  view.rows.forEach((row, index) => {
    const [start, end] = extent(rank, row.first, row.last);
    const x = toPx(axis, scale, start);
    const w = toPx(axis, scale, end) - x;
    if (w <= 0) return;
    const before = runs.at(-1);
    if (before && before.side === row.side && x - (before.x + before.w) < 1) {
      before.w = x + w - before.x;
      before.ops += row.ops;
      before.parts.push(index);
      before.step = row.last;
      before.label = '';
      return;
    }
    const lastSame = runs.findLast((r) => r.side === row.side);
    if (lastSame && w < least && lastSame.x + lastSame.w > x - 1.5 && (lastSame.count > 1 || lastSame.w < least)) {
      lastSame.w = x + w - lastSame.x;
      lastSame.count++;
      lastSame.ops += row.ops;
      return;
    }
    runs.push({ index, parts: [index], count: 1, side: row.side, x, w, ops: row.ops, step: row.last, label: labelOf(rank, row.first, row.last, row.ops) });
  });
  const crossings: StripCrossing[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const { row, index } of view.crossings) {
    const [start, end] = extent(rank, row.step, row.step);
    const toHost = row.direction === 'to-host';
    const x = toPx(axis, scale, toHost ? start : end);
    const last = crossings.at(-1);
    if (last && Math.abs(last.x - x) < 1 && last.toHost === toHost) {
      last.bytes += row.bytes;
      continue;
    }
    const w = bytes(row.bytes).length * 6.4;
    const after = toHost || x < w + 10;
    const left = after ? x + 7 : x - 7 - w;
    const room = left > free + 3;
    if (room) free = after ? left + w : x + 4;
    crossings.push({ index, x, toHost, bytes: row.bytes, step: row.step, label: room ? (after ? 'after' : 'before') : null });
  }
  // A figure that the next arrow would cross is left out.
  crossings.forEach((c, i) => {
    const w = bytes(c.bytes).length * 6.4 + 10;
    const next = crossings[i + 1];
    if (c.label === 'after' && next && next.x < c.x + w) c.label = null;
    const before = crossings[i - 1];
    if (c.label === 'before' && before && before.x > c.x - w) c.label = null;
  });
  return { runs, crossings };
}

/** A run of one operator is called by its name, a run that only waits by the cause. */
function labelOf(rank: RankRun, first: number, last: number, ops: number): string {
  const syncs = [];
  for (let i = first; i <= last && syncs.length < 2; i++) if (rank.steps[i]?.kind === 'sync') syncs.push(rank.steps[i]!.label);
  if (syncs.length === 1 && ops === 0) return syncs[0]!;
  if (first !== last) return '';
  const step = rank.steps[first];
  const op = step && step.op !== null ? rank.ops[step.op]?.op : null;
  return (op ?? step?.label ?? '').replace(/^aten\./, '').replace(/\.\w+$/, '');
}
