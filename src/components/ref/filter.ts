/**
 * The work of Filter.astro. A row stays when every word of the query is in it; a heading (`data-rows`) goes when all its
 * rows have gone. Texts are read once and lower-cased, so that a key press touches nothing but `hidden`.
 */
import { langAround } from '../words.ts';
import { say } from './strings.ts';

export interface Row {
  text: string;
  by: Record<string, string | undefined>;
}

export function stays(row: Row, words: string[], choices: Record<string, string>): boolean {
  return (
    words.every((word) => row.text.includes(word)) &&
    Object.entries(choices).every(([name, value]) => !value || (row.by[name] ?? '').split(' ').includes(value))
  );
}

export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

export function startFilter(form: HTMLFormElement): void {
  const list = document.getElementById(form.dataset['filter'] ?? '');
  const query = form.querySelector<HTMLInputElement>('input[name=q]');
  const state = form.querySelector('[role=status]');
  if (!list || !query || !state) return;
  const lang = langAround(form);
  const none = document.querySelector<HTMLElement>(`[data-none="${list.id}"]`);
  const selects = [...form.querySelectorAll('select')];
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')].map((element) => ({
    element,
    text: `${element.textContent} ${element.id}`.toLowerCase(),
    by: Object.fromEntries(selects.map(({ name }) => [name, element.getAttribute(`data-by-${name}`) ?? undefined])),
  }));
  const groups = [...list.querySelectorAll<HTMLElement>('[data-rows]')];

  const apply = () => {
    const words = wordsOf(query.value);
    const choices = Object.fromEntries(selects.map(({ name, value }) => [name, value]));
    let left = 0;
    for (const row of rows) {
      const on = stays(row, words, choices);
      row.element.hidden = !on;
      if (on) left++;
    }
    for (const group of groups) group.hidden = !group.querySelector('[data-row]:not([hidden])');
    const n = left === rows.length ? String(left) : say(lang, 'countOf', { n: left, all: rows.length });
    state.textContent = `${n} ${form.dataset['what'] ?? ''}`;
    if (none) none.hidden = left > 0;
  };
  const address = new URL(location.href);
  query.value = address.searchParams.get('q') ?? '';
  for (const select of selects) {
    const value = address.searchParams.get(select.name) ?? '';
    if ([...select.options].some((option) => option.value === value)) select.value = value;
  }
  form.hidden = false;
  apply();
  // A link to a row that the filter hides would lead nowhere.
  addEventListener('hashchange', () => {
    if (document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('[hidden]')) {
      form.reset();
      apply();
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    }
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    apply();
    const next = new URL(location.href);
    for (const { name, value } of [query, ...selects])
      if (value) next.searchParams.set(name, value);
      else next.searchParams.delete(name);
    history.replaceState(null, '', next);
  });
}
