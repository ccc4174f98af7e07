/**
 * A dump of an environment (dump.ts) explained variable by variable.
 *
 * Only names that this stack reads, or looks as if it read, are taken up; the rest is counted and not shown, since a
 * dump may hold secrets. Pure: no page.
 */
import { parseDump } from './dump.ts';

export interface Variable {
  id: string;
  product: string;
  defaults: { value: string; version: string }[];
  /** Values that mean something, where they are few. */
  values?: string[] | undefined;
  /** Endings that make further names, such as _TDRV. */
  family?: string[] | undefined;
  /** The id is the beginning of many names. */
  prefix?: boolean | undefined;
  /** Of the XLA product: does nothing here. */
  idle?: boolean | undefined;
  /** Read by another program. */
  foreign?: string | undefined;
  replacedBy?: string | undefined;
  nameOnly?: boolean | undefined;
}

export type Verdict = 'read' | 'default' | 'odd' | 'idle' | 'foreign' | 'renamed' | 'unknown';

export interface Explained {
  name: string;
  value: string;
  verdict: Verdict;
  /** The row that explains it. */
  id: string | null;
  /** Known names that are spelled nearly so. */
  nearest: string[];
}

const OURS = /^(NEURON|TORCH_NEURON|NKI_|XLA_|PJRT_|TN_|NCC_)/;
/** A name that looks as if this stack read it. */
export const isOurs = (name: string): boolean => OURS.test(name);

/** Edits between two names, stopped at `most`. */
export function edits(a: string, b: string, most = 4): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] as number;
}

export function rowFor(name: string, table: Variable[]): Variable | undefined {
  return (
    table.find((row) => !row.prefix && row.id === name) ??
    table.find((row) => row.family?.some((end) => row.id + end === name)) ??
    table.find((row) => row.prefix && name.startsWith(row.id))
  );
}

function verdictOf(row: Variable, value: string): Verdict {
  if (row.idle) return 'idle';
  if (row.foreign) return 'foreign';
  if (row.replacedBy) return 'renamed';
  if (row.values && !row.values.some((one) => one.toLowerCase() === value.toLowerCase())) return 'odd';
  // "2 on Trn2 and Trn3", "0, which means all": the value is the first word.
  const usual = /^[^\s,]*/.exec(row.defaults[0]?.value.toLowerCase() ?? '')?.[0] ?? '';
  const words = { '1': ['1', 'true', 'on'], '0': ['0', 'false', 'off'] }[value] ?? [value.toLowerCase()];
  return words.includes(usual) ? 'default' : 'read';
}

export function explain(text: string, table: Variable[]): { rows: Explained[]; others: number } {
  const all = parseDump(text);
  const rows: Explained[] = [];
  for (const { name, value } of all) {
    const row = rowFor(name, table);
    if (row) rows.push({ name, value, verdict: verdictOf(row, value), id: row.id, nearest: [] });
    else if (isOurs(name)) {
      const near = table
        .filter(({ prefix }) => !prefix)
        .map(({ id }) => ({ id, far: edits(name, id) }))
        .filter(({ far }) => far <= 4)
        .sort((a, b) => a.far - b.far || (a.id < b.id ? -1 : 1));
      rows.push({ name, value, verdict: 'unknown', id: null, nearest: near.slice(0, 2).map(({ id }) => id) });
    }
  }
  return { rows, others: all.length - rows.length };
}
