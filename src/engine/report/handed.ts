/** A compiled function as a reader meets it: the graphs of back ends that take them as they are stand among the others. */
import type { FrameRow } from './types.ts';

export function withHanded(f: FrameRow): FrameRow {
  const { handed } = f;
  if (!handed) return f;
  const compiles = f.compiles.map((n, i) => n + handed.filter((h) => h.call === i + 1).length);
  return { ...f, compiles, graphs: [...f.graphs, ...handed.map((h) => h.graph)], skipped: false };
}
