/**
 * One sentence about an operator whose whole name was typed: where its forms end in eager mode, and what the compiler
 * says to it. Made of the rows and their notes alone. Pure.
 */
import type { Data, PATHS, Row } from './table.ts';

type Path = (typeof PATHS)[number];

export interface Verdict {
  /** Name without namespace and overload. */
  op: string;
  /** Where its forms end, the most met first; forms that are taken apart end in another form, where there is one. */
  ends: Path[];
  forms: number;
  /** The note that names a code of the compiler, as the table has it. */
  refusal: string | null;
  /** The row that was meant. */
  row: Row;
}

const bare = (op: string) => op.replace(/^aten::/, '');

export function verdict(data: Data, typed: string, pathOf: (row: Row) => string): Verdict | null {
  const name = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:torch\.ops\.aten\.|torch\.|aten::|aten\.)/, '');
  if (!/^[a-z_]\w*(?:\.\w+)?$/.test(name)) return null;
  const op = name.split('.')[0] as string;
  const forms = data.rows.filter(([row]) => bare(row).split(/[. ]/)[0]?.toLowerCase() === op);
  const row = forms.find(([row]) => bare(row).toLowerCase() === name) ?? (name === op ? forms[0] : undefined);
  if (!row) return null;
  const count = new Map<Path, number>();
  for (const form of forms) {
    const path = pathOf(form) as Path;
    count.set(path, (count.get(path) ?? 0) + 1);
  }
  const all = [...count].sort((a, b) => b[1] - a[1]).map(([path]) => path);
  const real = all.filter((path) => path !== 'composite' && path !== 'graph');
  const notes = forms.flatMap((form) => form[4].map((note) => data.notes[note] ?? ''));
  const refusal = notes.find((note) => /NCC_[A-Z]{4}\d{3}/.test(note)) ?? null;
  return { op, ends: real.length ? real : all, forms: forms.length, refusal, row };
}
