/** A claim of `content/facts`, by id, with the words a page needs around it. */
import { getEntry } from 'astro:content';
import { type Lang, text } from './strings.ts';

export async function claim(id: string, lang: Lang) {
  const entry = await getEntry('facts', id);
  if (!entry) throw new Error(`no claim "${id}" in content/facts`);
  const { statement, he, source, version, read, mark } = entry.data;
  const date = new Date(`${read.length === 7 ? `${read}-01` : read}T00:00:00Z`);
  const month = date.toLocaleDateString(lang === 'he' ? 'he' : 'en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    statement: (lang === 'he' && he) || statement,
    lang: lang === 'he' && !he ? 'en' : undefined,
    source,
    version,
    mark,
    when: `${text(lang, 'read')} ${month}`,
  };
}
