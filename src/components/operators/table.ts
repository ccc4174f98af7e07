/**
 * The operator table as the page fetches it: the pre-release rows, the engine's coverage and its curated fallback
 * rules, joined by name. Made at build; see src/tools/operators.ts and src/tools/coverage.ts for where it comes from.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Mark } from '../../engine/report/types.ts';

export interface Curated {
  ops: string[];
  dtypes: string[] | null;
  why: string;
  instead: string;
  mark: Mark;
  label: string;
  url: string | null;
}
/** Name, path, how, family, notes, graph rule, idle registration beside it, computed by this site's engine. */
export type Row = [string, (typeof PATHS)[number], number, number, number[], number, number, number];
export interface Data {
  version: string;
  /** The day the tree was read. */
  read: string;
  hows: string[];
  families: string[];
  notes: string[];
  rows: Row[];
  curated: Curated[];
}

/** What may become of an operator, in the order of the page. */
export const PATHS = ['kernel', 'view', 'composite', 'host', 'refused', 'collective', 'inactive', 'graph'] as const;

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

interface Imported {
  version: string;
  read: string;
  hows: string[];
  notes: string[];
  rows: [string, (typeof PATHS)[number], number, string, number[], number, number][];
}
interface Rule extends Omit<Curated, 'label' | 'url'> {
  source: { label: string; url: string | null };
}

export const engineOps = (): string[] => (existsSync('content/operators/engine.json') ? json<string[]>('content/operators/engine.json') : []);

/** Rows that only the engine knows join the list: a reader looks for an operator, not for a source. */
export function operatorData(): Data {
  const { version, read, hows, notes, rows } = json<Imported>('content/operators/prerelease.json');
  const engine = new Set(engineOps().map((name) => `aten::${name}`));
  const families = [...new Set(rows.map((row) => row[3]))].sort();
  const place = new Map(families.map((family, i) => [family, i]));
  // Names a program writes come before those that begin with an underscore or another namespace.
  const inner = (op: string) => Number(!/^aten::[a-z]/i.test(op));
  const ordered = [...rows].sort(([a], [b]) => inner(a) - inner(b) || (a < b ? -1 : 1));
  const joined: Row[] = ordered.map(([op, path, how, family, said, graph, idle]) => [
    op,
    path,
    how,
    place.get(family) ?? 0,
    said,
    graph,
    idle,
    engine.has(op) ? 1 : 0,
  ]);
  const curated = json<Rule[]>('content/facts/fallbacks.json').map(({ source, ops, dtypes, why, instead, mark }) => ({
    ops,
    dtypes,
    why,
    instead,
    mark,
    label: source.label,
    url: source.url,
  }));
  return { version, read, hows, families, notes, rows: joined, curated };
}
