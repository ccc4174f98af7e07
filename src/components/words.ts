/** How a table of words is read: a string in the reader's language, its places filled, dates and numbers in its way. */
export type Lang = 'en' | 'he';
export type Words = Record<string, Record<Lang, string>>;

export const langOf = (value: string | null | undefined): Lang => (value === 'he' ? 'he' : 'en');

/** The text of a key; `{name}` places are filled from `values`. */
export const speaker =
  <T extends Words>(table: T) =>
  (lang: Lang, key: keyof T, values: Record<string, string | number> = {}): string =>
    (table[key] as Record<Lang, string>)[lang].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Language of the text around an element: inside a Hebrew frame it may be English. */
export const langAround = (element: Element): Lang => langOf(element.closest('[lang]')?.getAttribute('lang'));

/** What marks English data inside a text of another language; nothing inside an English one. */
export const data = (lang: Lang): { lang?: string; dir?: 'ltr' } => (lang === 'en' ? {} : { lang: 'en', dir: 'ltr' });

/** Made once: a build writes thousands of months, and making a format takes longer than using it. */
const months: Partial<Record<Lang, Intl.DateTimeFormat>> = {};
const month = (lang: Lang) => (months[lang] ??= new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** `2026-10` in words. */
export const monthOf = (read: string, lang: Lang): string => month(lang).format(new Date(`${read.length === 7 ? `${read}-01` : read}T00:00:00Z`));

/** A list of counts in words: `one` where there is one of it. */
export const counted = (n: number, one: string, many: string): string => (n === 1 ? one : many.replace('{n}', n.toLocaleString('en')));
