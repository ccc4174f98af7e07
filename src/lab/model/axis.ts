/**
 * The time axis: microseconds to pixels, with compile time torn out. Compiling takes seconds where the rest takes
 * microseconds, so a stretch of compiling is drawn at one fixed width and never to scale.
 */
export interface Span {
  start: number;
  end: number;
}

export interface Tear extends Span {
  /** Drawn microseconds before the tear: time with all earlier tears taken out. */
  before: number;
}

export interface Axis {
  /** End of the run, in true microseconds. */
  end: number;
  /** Microseconds that are drawn to scale. */
  drawn: number;
  tears: readonly Tear[];
}

/** Width of a torn-out stretch, in pixels. */
export const TEAR = 56;

/** Overlapping and touching spans made one. */
export function union(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  const out: Span[] = [];
  for (const s of sorted) {
    const last = out.at(-1);
    if (last && s.start <= last.end) last.end = Math.max(last.end, s.end);
    else out.push({ start: s.start, end: s.end });
  }
  return out;
}

export function makeAxis(end: number, compiles: readonly Span[]): Axis {
  let out = 0;
  const tears = union(compiles.filter((c) => c.end > c.start)).map((s) => {
    const tear = { ...s, before: s.start - out };
    out += s.end - s.start;
    return tear;
  });
  const last = Math.max(end, tears.at(-1)?.end ?? 0);
  return { end: last, drawn: Math.max(0, last - out), tears };
}

/** Index of the last tear that starts at or before `t`, or -1. */
function tearBefore(axis: Axis, t: number): number {
  let lo = -1;
  for (let hi = axis.tears.length - 1; lo < hi;) {
    const mid = Math.ceil((lo + hi) / 2);
    if (axis.tears[mid]!.start <= t) lo = mid;
    else hi = mid - 1;
  }
  return lo;
}

/** Microseconds to pixels at `scale` pixels a microsecond. Monotone in `t`. */
export function toPx(axis: Axis, scale: number, t: number): number {
  const i = tearBefore(axis, t);
  if (i < 0) return t * scale;
  const tear = axis.tears[i]!;
  if (t < tear.end) return tear.before * scale + (i + (t - tear.start) / (tear.end - tear.start)) * TEAR;
  return (tear.before + (t - tear.end)) * scale + (i + 1) * TEAR;
}

/** Pixels back to microseconds. */
export function toTime(axis: Axis, scale: number, px: number): number {
  let lo = 0;
  for (let i = 0; i < axis.tears.length; i++) {
    const tear = axis.tears[i]!;
    const x0 = tear.before * scale + i * TEAR;
    if (px < x0) break;
    if (px < x0 + TEAR) return tear.start + ((px - x0) / TEAR) * (tear.end - tear.start);
    lo = i + 1;
  }
  const past = axis.tears[lo - 1];
  if (!past) return px / scale;
  return past.end + (px - past.before * scale - lo * TEAR) / scale;
}

/** Total width in pixels. */
export const widthOf = (axis: Axis, scale: number): number => axis.drawn * scale + axis.tears.length * TEAR;

/** The scale at which the whole run fits in `width` pixels. */
export function fitScale(axis: Axis, width: number): number {
  const room = Math.max(width - axis.tears.length * TEAR, width * 0.4);
  return axis.drawn > 0 ? room / axis.drawn : 1;
}

/** A round step for axis figures so that they stand at least `gap` pixels apart. */
export function tickStep(scale: number, gap = 90): number {
  const raw = gap / scale;
  const base = 10 ** Math.floor(Math.log10(raw));
  for (const m of [1, 2, 5, 10]) if (m * base >= raw) return m * base;
  return 10 * base;
}

/** Pixels of a drawn time, compile time not counted: where the axis figures stand. */
export function drawnToPx(axis: Axis, scale: number, drawn: number): number {
  const past = axis.tears.filter((t) => t.before < drawn).length;
  return drawn * scale + past * TEAR;
}

/** Time to scale and time torn out, up to `t`. */
export function splitTime(axis: Axis, t: number): { drawn: number; torn: number } {
  let torn = 0;
  for (const tear of axis.tears) {
    if (t <= tear.start) break;
    torn += Math.min(t, tear.end) - tear.start;
  }
  return { drawn: t - torn, torn };
}
