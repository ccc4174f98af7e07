/** The lists that are published under `/data/`, with their schemas. */
import { z } from 'astro/zod';
import { allClaims } from './claims.ts';
import { changes, columns, conflicts, documents, formats, quantities, supports, supportTables, terms, termGroups } from './load.ts';
import * as schema from './schema.ts';

const claim = z.object({
  id: z.string(),
  area: z.string(),
  text: z.string(),
  mark: z.enum([...schema.mark.options, 'field']),
  source: z.object({ label: z.string(), url: z.string().nullable() }),
  version: z.string(),
  read: z.string(),
  page: z.string().optional(),
});
const term = schema.term.extend({ group: z.enum(Object.keys(termGroups) as [string, ...string[]]) });
const of = <T extends { id: string }>(tables: string[], read: (name: string) => T[]) =>
  tables.flatMap((table) => read(table).map((row) => ({ table, ...row })));

interface List {
  name: string;
  about: string;
  rows: object[];
  row: z.ZodType;
}

const all = (): List[] => [
  { name: 'claims', about: 'every claim of the site', rows: allClaims(), row: claim },
  {
    name: 'documents',
    about: 'the documents that entries name',
    rows: [...documents().values()],
    row: schema.document,
  },
  { name: 'terms', about: 'the glossary', rows: terms(), row: term },
  {
    name: 'hardware',
    about: 'figures of chips, cores and instances',
    rows: of(Object.keys(columns), quantities),
    row: schema.quantity.extend({ table: z.string() }),
  },
  {
    name: 'support',
    about: 'device API, compile parameters, collectives, Hugging Face',
    rows: of(Object.keys(supportTables), supports),
    row: schema.support.extend({ table: z.string() }),
  },
  { name: 'formats', about: 'number formats', rows: formats(), row: schema.format },
  { name: 'conflicts', about: 'where documents disagree', rows: conflicts(), row: schema.conflict },
  { name: 'changes', about: 'the change log', rows: changes(), row: schema.change },
];

export const lists = () => all().map(({ name, about, rows, row }) => ({ name, about, rows, schema: z.toJSONSchema(row.array()) }));
