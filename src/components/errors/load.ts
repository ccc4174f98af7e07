/** The catalogue of errors as it lies in `content/errors`: one file an area, one row an entry. Read at build only. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Mark } from '../../engine/report/types.ts';
import type { Lang } from '../words.ts';
import type { Entry } from './match.ts';
import type { Area } from './strings.ts';

/** A field report that has no public address is no source anybody can check, and has a mark of its own. */
export type ShownMark = Mark | 'field';

export interface ErrorEntry extends Entry {
  area: Area;
  title: string;
  means: string;
  /** Title, meaning and cures in Hebrew; an entry without them is shown in English, marked. */
  he?: { title: string; means: string; cures: string[] } | undefined;
  cures: string[];
  /** The smallest program, where it cannot be run here. */
  code?: string | undefined;
  run?: { program: string; expect?: string | undefined; note?: string | undefined } | undefined;
  related?: string[] | undefined;
  limits?: string[] | undefined;
  mark: ShownMark;
  source: { label: string; url: string | null };
  version: string;
  read: string;
}

const folder = 'content/errors';

/** Areas in the order in which a program meets them. */
export const areas: Area[] = ['setup', 'pytorch', 'eager', 'graph-breaks', 'compile', 'compiler', 'runtime', 'status', 'distributed', 'lab'];

export function readErrors(): ErrorEntry[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      (JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Omit<ErrorEntry, 'area'>[]).map((row) => ({
        ...row,
        area: name.replace(/\.json$/, '') as Area,
      })),
    );
}

/** A code is what people search for; ids of ours that begin with TN, TORCH or LAB are addresses only. */
export const isCode = (id: string): boolean => !/^(TN|TORCH|LAB)-/.test(id);

export const pageTitle = ({ id, title }: Pick<ErrorEntry, 'id' | 'title'>): string => (isCode(id) ? `${id}: ${title}` : title);

/** Title, meaning and cures in the reader's language, and the language that they are in. */
export function saidIn({ title, means, cures, he }: Pick<ErrorEntry, 'title' | 'means' | 'cures' | 'he'>, lang: Lang): Said {
  return lang === 'he' && he ? { ...he, lang } : { title, means, cures, lang: 'en' };
}
export interface Said {
  title: string;
  means: string;
  cures: string[];
  lang: Lang;
}

let reasons: Map<string, string> | undefined;

/** What the catalogue says of each break in a language that is not the report's own, by id. */
export function reasonsIn(lang: Lang): ReadonlyMap<string, string> {
  if (lang === 'en') return new Map();
  const say = ({ means, cures }: { means: string; cures: string[] }): string => `${means} ${cures[0] ?? ''}`.replaceAll('`', '').trim();
  reasons ??= new Map(readErrors().flatMap(({ id, he }): [string, string][] => (he ? [[id, say(he)]] : [])));
  return reasons;
}
