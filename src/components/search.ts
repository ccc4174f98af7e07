/**
 * The search dialog's work: entries known by name and operators first (places/answer.ts), at once; then the full text by
 * Pagefind's index. Loaded when the dialog first opens. Leaves out filters: an article's own headings come as separate
 * rows when they match best.
 */

import { type Answer, answers, type Known, known, type Published } from './places/answer.ts';
import { definite, nearest, normal, type Part, part } from './query.ts';

interface Found {
  url: string;
  excerpt: string;
  meta: { title?: string };
  sub_results: (Part & { url: string; excerpt: string })[];
}
interface Result {
  id: string;
  data(): Promise<Found>;
}
interface Pagefind {
  options(options: Record<string, unknown>): Promise<void>;
  init(): Promise<void>;
  search(query: string): Promise<{ results: Result[] }>;
  debouncedSearch(query: string, options: object, wait: number): Promise<{ results: Result[] } | null>;
}

const started = new WeakSet<HTMLDialogElement>();

async function load(): Promise<Pagefind> {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const pagefind: Pagefind = await import(/* @vite-ignore */ `${base}/pagefind/pagefind.js`);
  await pagefind.options({ baseUrl: `${base}/`, excerptLength: 22, ranking: { pageLength: 0.1 } });
  await pagefind.init();
  return pagefind;
}

function row(found: Found, query: string): HTMLLIElement {
  const best = part(found.sub_results, query);
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = best?.url ?? found.url;
  const title = document.createElement('b');
  const page = found.meta.title ?? '';
  title.textContent = best && best.title !== page ? `${page}: ${best.title}` : page;
  const excerpt = document.createElement('span');
  // Pagefind's excerpt is our own page text, escaped by it, with <mark> around the hits.
  excerpt.innerHTML = best?.excerpt ?? found.excerpt;
  link.append(title, excerpt);
  item.append(link);
  return item;
}

function answerRow({ url, title, says }: Answer): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('b');
  name.textContent = title;
  // On a Hebrew page an entry may have English words only.
  name.dir = 'auto';
  const text = document.createElement('span');
  text.textContent = says;
  text.dir = 'auto';
  link.append(name, text);
  item.append(link);
  return item;
}

async function loadKnown(url: string): Promise<Known> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return known((await answer.json()) as Published);
}

const MOST = 12;

export function start(dialog: HTMLDialogElement): void {
  const input = dialog.querySelector('input');
  const state = dialog.querySelector<HTMLElement>('.state');
  const list = dialog.querySelector('ol');
  if (!input || !state || !list || started.has(dialog)) return;
  started.add(dialog);
  const words = JSON.parse(dialog.dataset['words'] ?? '{}') as Record<string, string>;
  const say = (text: string | undefined) => {
    state.hidden = !text;
    state.textContent = text ?? '';
  };

  if (import.meta.env.DEV) {
    say(words['dev']);
    return;
  }
  say(words['wait']);
  const text = load();
  const names = loadKnown(words['places'] ?? '');
  const addressOf = (url: string) => new URL(url, location.href).href;
  const done = (rows: HTMLLIElement[]) => {
    list.replaceChildren(...rows);
    list.ariaBusy = 'false';
    say(rows.length ? '' : words['none']);
  };
  const search = async () => {
    const typed = input.value;
    const query = normal(typed);
    list.ariaBusy = 'true';
    if (!query) return done([]);
    const places = await names;
    if (input.value !== typed) return;
    const first = answers(places, typed, words).map(answerRow);
    if (first.length) {
      list.replaceChildren(...first);
      say('');
    }
    const pagefind = await text;
    const found = await pagefind.debouncedSearch(query, {}, 120);
    if (!found) return; // a later key came first
    const articled = definite(query);
    const more = articled ? (await pagefind.search(articled)).results : [];
    const results = found.results.slice(0, 18);
    const all = [...results, ...more.slice(0, 8).filter(({ id }) => results.every((one) => one.id !== id))];
    const hits = await Promise.all(all.map((result) => result.data()));
    if (input.value !== typed) return;
    const seen = new Set(first.map((item) => item.querySelector('a')?.href));
    const texts = nearest(hits, query).map((hit) => ({ hit, url: addressOf(part(hit.sub_results, query)?.url ?? hit.url) }));
    // An error's page and its heading are one answer; the parts of a glossary are many.
    const shown = (url: string) => seen.has(url) || (/\/errors\/[A-Z]/.test(url) && seen.has(url.replace(/#.*$/, '')));
    done([...first, ...texts.filter(({ url }) => !shown(url)).map(({ hit }) => row(hit, query))].slice(0, MOST));
  };
  Promise.all([names, text]).then(
    () => {
      if (!input.value) say('');
      void search();
    },
    () => say(words['failed']),
  );
  input.addEventListener('input', () => void search());
  dialog.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : input)?.focus();
    else if (event.key === 'Enter' && document.activeElement === input && links[0]) links[0].click();
    // A search field takes the first Escape to empty itself; in a dialog one is meant to close.
    else if (event.key === 'Escape') dialog.close();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', (event) => {
    const box = dialog.getBoundingClientRect();
    const inside = event.clientY >= box.top && event.clientY <= box.bottom && event.clientX >= box.left && event.clientX <= box.right;
    if ((event.target as HTMLElement).closest('a') || (event.target === dialog && !inside)) dialog.close();
  });
}
