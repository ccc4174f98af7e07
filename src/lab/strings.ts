/**
 * What the lab says, in the language of the page: a row of the table (`table.ts`) by its key, its places filled.
 */
import { fill } from './model/format.ts';
import type { table } from './table.ts';

export type Lang = 'en' | 'he';

export type StringKey = keyof typeof table;
export type Column = Readonly<Record<StringKey, string>>;

/** The languages at hand: all of them in a build (`whole.ts`), in a page the one that it is in (`fetch-words.ts`). */
export const columns: Partial<Record<Lang, Column>> = {};

export type Words = ((key: StringKey, values?: Record<string, string | number>) => string) & { lang: Lang };

export function words(lang: Lang): Words {
  const column = columns[lang];
  if (!column) throw new Error(`the lab’s words in ${lang} were not loaded`);
  const say = (key: StringKey, values?: Record<string, string | number>): string => {
    const text = column[key];
    if (!values) return text;
    if (lang === 'en') return fill(text, values);
    // Names, numbers and code inside right-to-left text keep their own direction.
    return fill(text, Object.fromEntries(Object.entries(values).map(([k, v]) => [k, v === '' ? '' : `\u2068${v}\u2069`])));
  };
  return Object.assign(say, { lang });
}

/** A count: `none` for 0 and `one` for 1 where a language needs its own form. */
export function count(t: Words, n: number, many: StringKey, one: StringKey, none?: StringKey): string {
  if (n === 0 && none) return t(none);
  return n === 1 ? t(one) : t(many, { n: grouped(n) });
}
/** A count for a reader: 12,345. Numbers of lines and what Python prints stay as they are. */
export const grouped = (n: number): string => n.toLocaleString('en');
