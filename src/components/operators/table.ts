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
export type Row = [string, string, number, number, number[], number, number, number];
export interface Data {
  version: string;
  hows: string[];
  families: string[];
  notes: string[];
  rows: Row[];
  curated: Curated[];
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

interface Imported {
  version: string;
  hows: string[];
  notes: string[];
  rows: [string, string, number, string, number[], number, number][];
}
interface Rule extends Omit<Curated, 'label' | 'url'> {
  source: { label: string; url: string | null };
}

export const engineOps = (): string[] =>
  existsSync('content/operators/engine.json') ? json<string[]>('content/operators/engine.json') : [];

/** Rows that only the engine knows join the list: a reader looks for an operator, not for a source. */
export function operatorData(): Data {
  const { version, hows, notes, rows } = json<Imported>('content/operators/prerelease.json');
  const engine = new Set(engineOps().map((name) => `aten::${name}`));
  const families = [...new Set(rows.map((row) => row[3]))].sort();
  const place = new Map(families.map((family, i) => [family, i]));
  const joined: Row[] = rows.map(([op, path, how, family, said, graph, idle]) => [
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
  return { version, hows, families, notes, rows: joined, curated };
}
