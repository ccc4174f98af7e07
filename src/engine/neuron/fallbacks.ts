/**
 * Which operators run on the host: the curated table (decision 7). Its rows with their sources are content/facts/fallbacks.json;
 * `npm run pack:facts` takes what the engine needs from there.
 *
 * An operator that no row names is taken to have a kernel, which is Modelled. The reader's own table, exported on a
 * Trainium machine, may be laid over it. Leaves out: limits by size, and what the compiler refuses inside a graph.
 */
import type { Mark } from '../report/types.ts';
import { FALLBACKS } from './fallbacks.generated.ts';

export interface FallbackRule {
  /** Element types of the first tensor argument that the rule is about; null for all. */
  readonly dtypes: readonly string[] | null;
  /** What the compiler says when it refuses the operator in a graph (`NCC_EVRF029`); empty: it takes it there. */
  readonly code: string;
  readonly why: string;
  readonly mark: Mark;
}

/** Overload name (`aten.sort.default`) or plain operator name to "runs on the host" (true) or "has a kernel" (false). */
export type Overlay = ReadonlyMap<string, boolean>;

const byOp = new Map<string, FallbackRule[]>();
for (const line of FALLBACKS.trim().split('\n')) {
  const [ops, dtypes, mark, code, why] = line.split('|') as [string, string, Mark, string, string];
  for (const op of ops.split(' ')) byOp.set(op, [...(byOp.get(op) ?? []), { dtypes: dtypes ? dtypes.split(' ') : null, code, why, mark }]);
}

/** `aten.sort.default` → `sort` */
export function packetOf(overload: string): string {
  const dot = overload.indexOf('.') + 1;
  const end = overload.indexOf('.', dot);
  return dot === 0 ? overload : overload.slice(dot, end < 0 ? undefined : end);
}

/**
 * The rule that sends an operator to the host, or null when it has a kernel.
 * @param overload full name, `aten.sort.default`
 * @param dtype element type of the first tensor argument, null when there is none
 */
export function fallbackRule(overload: string, dtype: string | null, overlay?: Overlay): FallbackRule | null {
  const packet = packetOf(overload);
  const own = overlay?.get(overload) ?? overlay?.get(packet);
  const rule = (byOp.get(packet) ?? []).find((r) => r.dtypes === null || (dtype !== null && r.dtypes.includes(dtype)));
  if (own === undefined) return rule ?? null;
  if (!own) return null;
  return rule ?? { dtypes: null, code: '', why: 'Your own table says that it runs on the host.', mark: 'measured' };
}
