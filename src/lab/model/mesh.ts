/**
 * Devices as a grid, and the block of one tensor that each of them holds at the cursor. Placements and local blocks
 * come from the report; the index ranges follow torch.chunk (blocks of ceil(n / parts), the last ones shorter or empty),
 * which is what Shard uses.
 */
import type { ValueRow } from '../../engine/report/types.ts';
import { valueOf, varsAt, stepAt, type RunModel } from './run.ts';

export interface Block {
  rank: number;
  /** What this rank holds under the name: the local block of a distributed tensor, or a plain tensor. */
  value: ValueRow | null;
  /** Index ranges in the whole tensor: `0:2, 4:6`; null for a plain tensor. */
  ranges: string | null;
  /** The rank's own step and line. */
  step: number;
  line: number | null;
  waits: boolean;
}

export interface MeshView {
  /** Mesh dimensions; the product is the number of ranks. */
  dims: number[];
  names: string[];
  name: string | null;
  /** The tensor as a whole where it is distributed. */
  whole: ValueRow | null;
  blocks: Block[];
  /** Rows of the placements table. */
  table: { name: string; placements: string[] | null; whole: string; block: string }[];
}

const product = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

/** `[start, end)` of part `i` of `parts` along a length. */
export function chunk(length: number, parts: number, i: number): [number, number] {
  const size = Math.ceil(length / parts);
  const start = Math.min(length, i * size);
  return [start, Math.min(length, start + size)];
}

/** Position of a rank in the mesh, row-major. */
export function coordinates(dims: readonly number[], rank: number): number[] {
  const out: number[] = [];
  let rest = rank;
  for (const d of [...dims].reverse()) {
    out.unshift(rest % d);
    rest = Math.floor(rest / d);
  }
  return out;
}

/** The ranges of a tensor that a rank holds under its placements. */
export function rangesOf(shape: readonly number[], placements: readonly string[], dims: readonly number[], rank: number): [number, number][] {
  const at = coordinates(dims, rank);
  const ranges = shape.map((n): [number, number] => [0, n]);
  placements.forEach((p, m) => {
    const found = /^Shard\((?:dim=)?(-?\d+)\)$/.exec(p) ?? /^S\((-?\d+)\)$/.exec(p);
    if (!found) return;
    const d = (Number(found[1]) + shape.length) % shape.length;
    const [lo, hi] = ranges[d]!;
    const [a, b] = chunk(hi - lo, dims[m] ?? 1, at[m] ?? 0);
    ranges[d] = [lo + a, lo + b];
  });
  return ranges;
}

export function meshAt(model: RunModel, cursor: number, wanted: string | null): MeshView {
  const world = model.ranks.length;
  const all = model.ranks.map((r) => varsAt(r, stepAt(r, cursor)));
  const first = all[0] ?? {};
  const names = [...new Set(all.flatMap((v) => Object.keys(v)))].filter((n) => all.some((v) => valueOf(model, v[n])?.kind === 'tensor'));
  const distributed = names.filter((n) => valueOf(model, first[n])?.placements);
  const name = wanted && names.includes(wanted) ? wanted : (distributed.at(-1) ?? names.at(-1) ?? null);
  const whole = name ? valueOf(model, first[name]) : null;
  // A tensor on a mesh of its own brings its shape; else the shape is that of the run's largest mesh.
  const dims = whole?.mesh && product(whole.mesh) === world ? [...whole.mesh] : meshDims(model, world);
  const blocks = model.ranks.map((r, i): Block => {
    const step = stepAt(r, cursor);
    const own = name ? valueOf(model, all[i]![name]) : null;
    const local = own?.placements ? valueOf(model, own.local) : own;
    const ranges =
      own?.placements && own.shape
        ? rangesOf(own.shape, own.placements, dims, r.rank)
            .map(([a, b]) => `${a}:${b}`)
            .join(', ')
        : null;
    return {
      rank: r.rank,
      value: local,
      ranges,
      step,
      line: r.steps[step]?.line ?? null,
      waits: cursor >= r.steps.length - 1 && (model.report.hang?.waits.some((w) => w.rank === r.rank) ?? false),
    };
  });
  const table = names.map((n) => {
    const v = valueOf(model, first[n]);
    const local = v?.placements ? valueOf(model, v.local) : v;
    return {
      name: n,
      placements: v?.placements ?? null,
      whole: v?.shape ? v.shape.join(' × ') || '1' : '',
      block: local?.shape ? local.shape.join(' × ') || '1' : '',
    };
  });
  return { dims, names, name, whole: whole?.placements ? whole : null, blocks, table };
}

const shapes = new WeakMap<RunModel, number[]>();

/** The shape of the mesh: of those that hold all ranks, the one with most axes that any tensor of the run lies on. */
function meshDims(model: RunModel, world: number): number[] {
  const known = shapes.get(model);
  if (known) return known;
  let best = [world];
  for (const v of Object.values(model.report.values)) {
    if (v.mesh && v.mesh.length > best.length && product(v.mesh) === world) best = [...v.mesh];
  }
  shapes.set(model, best);
  return best;
}
