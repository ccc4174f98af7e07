/**
 * Which operators run on the host: the curated table, each row with a source (decision 7).
 *
 * An operator that no row names is taken to have a kernel, which is Modelled. The reader's own table, exported on a
 * Trainium machine, may be laid over it. Leaves out: limits by size, and what the compiler refuses inside a graph.
 */
import rows from '../../../content/facts/fallbacks.json' with { type: 'json' };
import type { Mark } from '../report/types.ts';

export interface FallbackRule {
  readonly ops: readonly string[];
  /** Element types of the first tensor argument that the rule is about; null for all. */
  readonly dtypes: readonly string[] | null;
  readonly why: string;
  readonly instead: string;
  readonly mark: Mark;
  readonly source: { readonly label: string; readonly url: string | null };
}

/** Overload name (`aten.sort.default`) or plain operator name to "runs on the host" (true) or "has a kernel" (false). */
export type Overlay = ReadonlyMap<string, boolean>;

export const FALLBACK_RULES = rows as readonly FallbackRule[];

const byOp = new Map<string, FallbackRule[]>();
for (const rule of FALLBACK_RULES) {
  for (const op of rule.ops) byOp.set(op, [...(byOp.get(op) ?? []), rule]);
}

/** `aten.sort.default` → `sort` */
export function packetOf(overload: string): string {
  return overload.split('.')[1] ?? overload;
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
  return (
    rule ?? {
      ops: [packet],
      dtypes: null,
      why: 'Your own table says that it runs on the host.',
      instead: '',
      mark: 'measured',
      source: { label: 'your own table', url: null },
    }
  );
}
