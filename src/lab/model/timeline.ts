/**
 * The bars of a run by lane, and those of them that a window of pixels shows. Bars narrower than a pixel or two are
 * joined with their neighbours of the same kind, so that a training run of 20,000 operators draws a few hundred shapes.
 */
import type { Bar, Lane } from '../../engine/report/types.ts';
import type { Axis } from './axis.ts';
import { makeAxis, toPx } from './axis.ts';
import type { RankRun } from './run.ts';

export const LANES: readonly Lane[] = ['host', 'compiler', 'queue', 'core', 'copies', 'link'];

export interface LaneBar extends Bar {
  step: number;
}

export interface Timeline {
  axis: Axis;
  lanes: Readonly<Record<Lane, readonly LaneBar[]>>;
  /** Lanes that have at least one bar, in drawing order. */
  used: readonly Lane[];
}

export interface Drawn {
  x: number;
  w: number;
  kind: Bar['kind'];
  label: string;
  /** Step of the bar, or of the first of the bars joined. */
  step: number;
  /** How many bars this shape stands for. */
  count: number;
  start: number;
  end: number;
  bytes: number | null;
}

const cache = new WeakMap<RankRun, Timeline>();

export function timelineOf(rank: RankRun): Timeline {
  let timeline = cache.get(rank);
  if (!timeline) cache.set(rank, (timeline = layOut(rank)));
  return timeline;
}

function layOut(rank: RankRun): Timeline {
  const lanes: Record<Lane, LaneBar[]> = { host: [], compiler: [], queue: [], core: [], copies: [], link: [] };
  let end = 0;
  rank.steps.forEach((s, step) => {
    for (const bar of s.bars ?? []) {
      lanes[bar.lane].push({ ...bar, step });
      if (bar.end > end) end = bar.end;
    }
  });
  for (const lane of LANES) lanes[lane].sort((a, b) => a.start - b.start || a.end - b.end || a.step - b.step);
  return {
    axis: makeAxis(
      end,
      lanes.compiler.filter((b) => b.kind === 'compile'),
    ),
    lanes,
    used: LANES.filter((l) => lanes[l].length > 0),
  };
}

/** First bar that ends at or after `t`; bars of a lane do not overlap much, so the search may step back a little. */
function firstFrom(bars: readonly LaneBar[], t: number): number {
  let lo = 0;
  let hi = bars.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (bars[mid]!.end < t) lo = mid + 1;
    else hi = mid;
  }
  return Math.max(0, lo - 8);
}

/** The shapes of a lane between two times. `least`: bars narrower than this many pixels are joined. */
export function barsInView(tl: Timeline, lane: Lane, scale: number, from: number, to: number, least = 2): Drawn[] {
  const bars = tl.lanes[lane];
  const out: Drawn[] = [];
  for (let i = firstFrom(bars, from); i < bars.length; i++) {
    const b = bars[i]!;
    if (b.start > to) break;
    if (b.end < from) continue;
    const x = toPx(tl.axis, scale, b.start);
    const w = toPx(tl.axis, scale, b.end) - x;
    const last = out.at(-1);
    if (last && w < least && last.kind === b.kind && x - (last.x + last.w) < 1 && (last.count > 1 || last.w < least)) {
      last.w = Math.max(last.w, x + w - last.x);
      last.count++;
      last.end = b.end;
      if (b.bytes !== undefined) last.bytes = (last.bytes ?? 0) + b.bytes;
      continue;
    }
    out.push({ x, w, kind: b.kind, label: b.label, step: b.step, count: 1, start: b.start, end: b.end, bytes: b.bytes ?? null });
  }
  return out;
}

/** Where the host waits: the core bar that it waits for, as an arrow from time to time. */
export function waitArrows(tl: Timeline, shown: readonly Drawn[]): { from: number; to: number; step: number }[] {
  const core = tl.lanes.core;
  const out: { from: number; to: number; step: number }[] = [];
  for (const d of shown) {
    if (d.kind !== 'wait' || d.count > 1) continue;
    let best: LaneBar | null = null;
    for (let i = firstFrom(core, d.start - 1e4); i < core.length; i++) {
      const c = core[i]!;
      if (c.end > d.end + 1e-6) break;
      best = c;
    }
    if (best && best.end >= d.start - (d.end - d.start) * 4) out.push({ from: best.end, to: d.end, step: d.step });
  }
  return out;
}
