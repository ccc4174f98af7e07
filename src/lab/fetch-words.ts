/** The words of the lab in the language of the page: one column of the table, fetched once. */
import { columns, type Lang } from './strings.ts';

const fetched = {
  en: () => import('./table.ts?column=en'),
  he: () => import('./table.ts?column=he'),
};

export async function fetchWords(lang: Lang): Promise<void> {
  columns[lang] ??= (await fetched[lang]()).default;
}
