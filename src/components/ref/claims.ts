/** Every claim of the site as one list: the sources page and the published data are drawn from it. */
import { readErrors } from '../errors/load.ts';
import { columns, conflicts, documentOf, formats, quantities, supports, supportTables, terms, worded } from './load.ts';
import { readdirSync, readFileSync } from 'node:fs';

export interface Claim {
  id: string;
  area: string;
  text: string;
  mark: string;
  source: { label: string; url: string | null };
  version: string;
  read: string;
  /** Where on the site it stands, without base path; absent where it is cited in running text. */
  page?: string;
}

const resolved = (id: string) => {
  const { label, url, version, read } = documentOf(id);
  return { source: { label, url }, version, read };
};
const plain = (text: string) => text.replaceAll('`', '');

interface Fact extends Omit<Claim, 'area' | 'text' | 'id'> {
  id?: string;
  statement?: string;
  why?: string;
  ops?: string[];
  dtypes?: string[] | null;
}

function facts(): Claim[] {
  const names = readdirSync('./content/facts')
    .filter((name) => name.endsWith('.json'))
    .sort();
  return names.flatMap((name) =>
    (JSON.parse(readFileSync(`./content/facts/${name}`, 'utf8')) as Fact[]).map((row) => {
      const id = row.id ?? ['fallback', row.ops?.[0], row.dtypes?.[0]].filter(Boolean).join('.');
      const statement = row.statement ?? `${row.ops?.slice(0, 6).join(', ')}: ${row.why ?? ''}`;
      const area = name === 'clock.json' ? 'Cost model' : name === 'fallbacks.json' ? 'Fallbacks' : 'Articles';
      return { id, area, text: statement, mark: row.mark, source: row.source, version: row.version, read: row.read };
    }),
  );
}

function hardware(): Claim[] {
  return Object.entries(columns).flatMap(([table, names]) =>
    quantities(table).flatMap(({ id, label, unit, values }) =>
      Object.entries(values).flatMap(([column, figures]) =>
        figures.map(({ v, note, mark, source }, i) => ({
          id: `${table}.${id}.${column}${i ? `.${i + 1}` : ''}`,
          area: 'Hardware',
          text: `${names[column]}, ${label}: ${worded(v, unit)}${note ? ` (${note})` : ''}`,
          mark,
          page: `/reference/hardware/#${table}-${id}`,
          ...resolved(source),
        })),
      ),
    ),
  );
}

interface Variable extends Omit<Claim, 'area' | 'text'> {
  effect: string;
}

const variables = (): Claim[] =>
  (JSON.parse(readFileSync('./content/variables/variables.json', 'utf8')) as Variable[]).map((row) => ({
    id: `variable.${row.id}`,
    area: 'Environment variables',
    text: `${row.id}: ${plain(row.effect)}`,
    mark: row.mark,
    source: row.source,
    version: row.version,
    read: row.read,
    page: `/reference/variables/#${row.id}`,
  }));

export function allClaims(): Claim[] {
  const pages = {
    'device-api': 'api',
    'compile-parameters': 'api',
    collectives: 'api',
    'hugging-face': 'hugging-face',
  };
  return [
    ...facts(),
    ...hardware(),
    ...(Object.keys(supportTables) as (keyof typeof supportTables)[]).flatMap((table) =>
      supports(table).map(({ id, name, text, mark, source }) => ({
        id: `${table}.${id}`,
        area: supportTables[table],
        text: `${plain(name)}: ${plain(text)}`,
        mark,
        page: `/reference/${pages[table]}/#${table}-${id}`,
        ...resolved(source),
      })),
    ),
    ...formats().map(({ id, name, text, mark, source }) => ({
      id: `format.${id}`,
      area: 'Number formats',
      text: `${name}: ${text}`,
      mark,
      page: `/reference/formats/#format-${id}`,
      ...resolved(source),
    })),
    ...conflicts().flatMap(({ id, question, figures }) =>
      figures.map(({ text, mark, source }, i) => ({
        id: `conflict.${id}.${i + 1}`,
        area: 'Where documents disagree',
        text: `${question} ${text}`,
        mark,
        page: `/reference/sources/#conflict-${id}`,
        ...resolved(source),
      })),
    ),
    ...variables(),
    ...terms().map(({ id, term, text, mark, source }) => ({
      id: `term.${id}`,
      area: 'Glossary',
      text: `${term.en}: ${plain(text.en)}`,
      mark,
      page: `/reference/glossary/#${id}`,
      ...resolved(source),
    })),
    ...readErrors().map((row) => ({
      id: `error.${row.id}`,
      area: 'Errors',
      text: plain(`${row.title}. ${row.means}`),
      mark: row.mark,
      source: row.source,
      version: row.version,
      read: row.read,
      page: `/errors/${row.id}/`,
    })),
  ];
}
