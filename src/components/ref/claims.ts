/** Every claim of the site as one list: the sources page and the published data are drawn from it. */
import { readErrors } from '../errors/load.ts';
import { operatorData } from '../operators/table.ts';
import { say as sayOperator } from '../operators/strings.ts';
import { columns, conflicts, documentOf, formats, quantities, supports, supportTables, terms, worded } from './load.ts';
import { readVariables } from '../variables/load.ts';
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

const variables = (): Claim[] =>
  readVariables().map((row) => ({
    id: `variable.${row.id}`,
    area: 'Environment variables',
    text: `${row.id}: ${plain(row.effect)}`,
    mark: row.mark,
    source: row.source,
    version: row.version,
    read: row.read,
    page: `/reference/variables/#${row.id}`,
  }));

interface Rule extends Omit<Claim, 'area' | 'text'> {
  name: string;
  says: string;
}

const rules = (): Claim[] =>
  (JSON.parse(readFileSync('./content/operators/rules.json', 'utf8')) as Rule[]).map((row) => ({
    id: `rule.${row.id}`,
    area: 'Rules by kind of data',
    text: `${row.name}: ${plain(row.says)}`,
    mark: row.mark,
    source: row.source,
    version: row.version,
    read: row.read,
    page: `/reference/operators/#rule-${row.id}`,
  }));

/** A row of the operator table is a claim: what becomes of the operator, and how that is known. */
function operators(): Claim[] {
  const { version, read, hows, notes, rows } = operatorData();
  return rows.map(([op, path, how, , said]) => ({
    id: `operator.${op}`,
    area: 'Operators',
    text: plain([`${op}: ${sayOperator('en', path)}, ${hows[how]}.`, ...said.map((note) => notes[note])].join(' ')),
    mark: 'prerelease',
    source: { label: documentOf('snapshot').label, url: null },
    version,
    read,
    page: `/reference/operators/#${op}`,
  }));
}

/**
 * The verdict of a limitation, and what to do about it. They rest on the claims that the page cites under the same
 * mark; what is exact rests on the page's own runs.
 */
function limitations(known: Map<string, Claim>): Claim[] {
  const names = readdirSync('./content/docs/limits').filter((name) => /^(?!index).*\.mdx$/.test(name));
  return names.sort().flatMap((file) => {
    const page = readFileSync(`./content/docs/limits/${file}`, 'utf8');
    const name = file.replace(/\.mdx$/, '');
    const cited = [...page.matchAll(/claim="([^"]+)"|<Claim id="([^"]+)"/g)].map(([, a, b]) => known.get(a ?? b ?? ''));
    return (['verdict', 'todo'] as const).flatMap((field) => {
      const found = new RegExp(`^${field}:\\n  text: (.+)\\n  mark: (\\w+)$`, 'm').exec(page);
      if (!found) return [];
      const [, text = '', mark = ''] = found;
      const rests = cited.find((claim) => claim?.mark === mark);
      if (!rests && mark !== 'exact') throw new Error(`content/docs/limits/${file}: the ${field} is ${mark}, but the page cites no claim of that mark`);
      const { source, version, read } = rests ?? EXACT;
      const id = `limit.${name}.${field}`;
      return [{ id, area: 'Limits', text: plain(text), mark, source, version, read, page: `/limits/${name}/` }];
    });
  });
}

const EXACT = {
  source: { label: 'runs of this site, compared with recorded runs of PyTorch', url: null },
  version: 'PyTorch 2.13.0',
  read: '2026-12-01',
};

export function allClaims(): Claim[] {
  const cited = facts();
  const pages = {
    'device-api': 'api',
    'compile-parameters': 'api',
    collectives: 'api',
    'hugging-face': 'hugging-face',
    'hf-models': 'hugging-face',
    versions: 'api',
  };
  return [
    ...cited,
    ...limitations(new Map(cited.map((claim) => [claim.id, claim]))),
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
    ...rules(),
    ...operators(),
  ];
}

/** The list as the page fetches it: what many rows share is written once. */
export interface ClaimList {
  areas: string[];
  /** Label, address, version, day it was read. */
  sources: [string, string | null, string, string][];
  /** Id, area, text, mark, source, place on the site. */
  rows: [string, number, string, string, number, string][];
}

export function claimList(): ClaimList {
  const areas: string[] = [];
  const sources: ClaimList['sources'] = [];
  const places = new Map<string, number>();
  const placeOf = <T>(list: T[], key: string, value: T) => {
    const at = places.get(key) ?? list.push(value) - 1;
    places.set(key, at);
    return at;
  };
  const rows = allClaims().map(({ id, area, text, mark, source, version, read, page }): ClaimList['rows'][number] => {
    const document: ClaimList['sources'][number] = [source.label, source.url, version, read];
    return [id, placeOf(areas, `area ${area}`, area), text, mark, placeOf(sources, `source ${document.join('|')}`, document), page ?? ''];
  });
  return { areas, sources, rows };
}
