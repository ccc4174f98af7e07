/**
 * Why a run of the lab stopped, from the catalogue: by the entry's own name, or by the text of the message. The entries
 * are a file of the site, fetched when a run first stops. The lab is handed this as a function (`Site` in
 * src/lab/parts/site.ts): it knows nothing of the catalogue. So it is with the names that its editor completes.
 */
import type { Names } from '../../lab/model/suggest.ts';
import type { Site } from '../../lab/parts/site.ts';
import type { Lang } from '../words.ts';
import type { Entry } from './match.ts';

/** A row of the file (src/pages/data/errors-[lang].json.ts). `lang` where it is not the page's. */
export interface Row extends Entry {
  title: string;
  means: string;
  cure: string;
  lang?: Lang;
}

export function siteOf(root: string, lang: Lang): Site {
  const base = root.replace(/\/$/, '');
  const href = (path: string): string => `${base}${path}`;
  // The files lie at the root of the site, whatever the language.
  const file = <T>(name: string): (() => Promise<T>) => {
    let asked: Promise<T> | undefined;
    return () => {
      asked ??= fetch(`${base.replace(/\/he$/, '')}/data/${name}.json`).then((answer) => {
        if (!answer.ok) throw new Error(`${answer.status}`);
        return answer.json() as Promise<T>;
      });
      asked.catch(() => (asked = undefined)); // the network may be back the next time
      return asked;
    };
  };
  const load = file<Row[]>(`errors-${lang}`);
  return {
    href,
    names: file<Names>('names'),
    async explain({ id, text }) {
      const all = await load();
      const { match, prepare } = await import('./match.ts');
      const found = id ?? (text ? match(prepare(all), text).hits[0]?.id : undefined);
      const row = all.find((entry) => entry.id === found);
      return row ? { title: row.title, means: row.means, cure: row.cure, href: href(`/errors/${row.id}/`), lang: row.lang ?? lang } : null;
    },
  };
}
