/**
 * The search dialog's work: asks Pagefind's index and draws the list. Loaded when the dialog first opens.
 * Leaves out filters and sub-results: an article's own headings come as separate rows when they match best.
 */

import { definite, nearest, normal, operatorOf, type Part, part } from './query.ts';

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

/** An operator has its row in a table that is fetched, not indexed: the table, filtered, comes first. */
function operatorRow(op: string, words: Record<string, string>): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${words['table']}#q=${encodeURIComponent(op)}`;
  const title = document.createElement('b');
  title.textContent = `${words['operators']}: ${op}`;
  const says = document.createElement('span');
  says.textContent = words['operatorRow'] ?? '';
  link.append(title, says);
  item.append(link);
  return item;
}

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
  const ready = load();
  const search = async () => {
    const query = normal(input.value);
    if (!query) {
      list.replaceChildren();
      say('');
      return;
    }
    const pagefind = await ready;
    const found = await pagefind.debouncedSearch(query, {}, 120);
    if (!found) return; // a later key came first
    const articled = definite(query);
    const more = articled ? (await pagefind.search(articled)).results : [];
    const first = found.results.slice(0, 18);
    const results = [...first, ...more.slice(0, 8).filter(({ id }) => first.every((one) => one.id !== id))];
    const hits = await Promise.all(results.map((result) => result.data()));
    if (normal(input.value) !== query) return;
    const rows = nearest(hits, query).slice(0, 12);
    const op = operatorOf(input.value);
    list.replaceChildren(...(op ? [operatorRow(op, words)] : []), ...rows.map((hit) => row(hit, query)));
    say(op || rows.length ? '' : words['none']);
  };
  ready.then(
    () => {
      say('');
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
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', (event) => {
    const box = dialog.getBoundingClientRect();
    const inside = event.clientY >= box.top && event.clientY <= box.bottom && event.clientX >= box.left && event.clientX <= box.right;
    if ((event.target as HTMLElement).closest('a') || (event.target === dialog && !inside)) dialog.close();
  });
}
