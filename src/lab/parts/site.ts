/**
 * What the page around the lab knows and the lab does not: where pages of the site are, and the catalogue of errors.
 * Handed in by the page; without it (tests, a component alone) there are no links.
 */
import { createContext, useContext, useEffect, useState } from 'react';
import type { Names } from '../model/suggest.ts';
import type { Lang } from '../strings.ts';

export interface Explained {
  title: string;
  /** What it is, in a sentence or two. */
  means: string;
  /** The first thing to do. */
  cure: string;
  href: string;
  /** Language of both. */
  lang: Lang;
}

/** What is to be explained: an entry by its name, or a message by its text. */
export interface Topic {
  id?: string;
  text?: string;
}

export interface Site {
  /** `/errors/` as an address of this site in the reader's language. */
  href: (path: string) => string;
  explain: (topic: Topic) => Promise<Explained | null>;
  /** The names that a program may use, for the editor. */
  names?: () => Promise<Names>;
}

export const SiteCtx = createContext<Site | null>(null);

export const useSite = (): Site | null => useContext(SiteCtx);

/** What the catalogue says of each of these breaks in the reader's language, where that is not the report's own. */
export function useReasons(ids: readonly string[], lang: Lang): ReadonlyMap<string, string> {
  const site = useSite();
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = lang === 'en' ? '' : [...new Set(ids)].join(' ');
  useEffect(() => {
    if (!site || asked === '') return;
    let late = false;
    const one = async (id: string): Promise<[string, string][]> => {
      const row = await site.explain({ id }).catch(() => null); // no network: the report's own words stay
      return row?.lang === lang ? [[id, `${row.means} ${row.cure}`]] : [];
    };
    void Promise.all(asked.split(' ').map(one)).then((rows) => late || setSaid(new Map(rows.flat())));
    return () => {
      late = true;
    };
  }, [site, asked, lang]);
  return said;
}

/** The catalogue's entry; null where it has none, undefined while it is being looked up. */
export function useExplained({ id, text }: Topic): Explained | null | undefined {
  const site = useSite();
  const [found, setFound] = useState<{ of: string; row: Explained | null } | null>(null);
  const of = `${id ?? ''} ${text ?? ''}`;
  useEffect(() => {
    if (!site || of === ' ') return;
    let late = false;
    site.explain({ ...(id ? { id } : {}), ...(text ? { text } : {}) }).then(
      (row) => late || setFound({ of, row }),
      () => late || setFound({ of, row: null }), // no network: the notice says what it knows
    );
    return () => {
      late = true;
    };
  }, [site, id, text, of]);
  // What was found for another topic explains nothing here.
  return site === null || of === ' ' ? null : found?.of === of ? found.row : undefined;
}
