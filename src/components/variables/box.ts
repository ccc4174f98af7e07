/** The page of environment variables: filter the list, explain a pasted dump. State of the filter is in the fragment. */
import { counted, type Lang, langAround } from '../words.ts';
import { carried } from '../errors/subject.ts';
import { type Explained, explain, type Variable } from './explain.ts';
import { say } from './strings.ts';

const said = {
  read: 'isRead',
  default: 'isDefault',
  odd: 'isOdd',
  idle: 'isIdle',
  foreign: 'isForeign',
  renamed: 'isRenamed',
  unknown: 'isUnknown',
} as const satisfies Record<Explained['verdict'], string>;

const tableOf = (rows: HTMLElement[]): Variable[] =>
  rows.map((row) => ({ id: row.dataset['name'] ?? '', ...(JSON.parse(row.dataset['rule'] ?? '{}') as Omit<Variable, 'id'>) }));

function link(id: string): HTMLAnchorElement {
  const a = document.createElement('a');
  a.href = `#${id}`;
  a.className = 'mono';
  a.textContent = id;
  return a;
}

function answer(one: Explained, table: Variable[], lang: Lang): HTMLElement {
  const item = document.createElement('li');
  item.dataset['verdict'] = one.verdict;
  const head = document.createElement('p');
  const name = one.id === one.name ? link(one.name) : Object.assign(document.createElement('b'), { textContent: one.name, className: 'mono' });
  const value = document.createElement('code');
  value.textContent = one.value || say(lang, 'empty');
  const row = table.find(({ id }) => id === one.id);
  const pair = document.createElement('bdi');
  pair.dir = 'ltr';
  pair.append(name, ' = ', value);
  head.append(pair, ` ${say(lang, said[one.verdict])}`);
  if (row?.foreign) head.append(` (${row.foreign})`);
  if (row?.replacedBy) head.append(say(lang, 'see'), link(row.replacedBy));
  else if (one.id && one.id !== one.name) head.append(say(lang, 'see'), link(one.id));
  if (one.nearest.length) head.append(say(lang, 'didYouMean'), ...one.nearest.flatMap((id, i) => (i ? [say(lang, 'or'), link(id)] : [link(id)])), '?');
  else head.append('.');
  item.append(head);
  const effect = one.id && document.getElementById(one.id)?.closest('li')?.querySelector('.effect')?.cloneNode(true);
  if (effect && one.verdict !== 'idle') item.append(effect);
  return item;
}

export function startVariables(root: HTMLElement): void {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-variable]')];
  const table = tableOf(rows);
  const dump = root.querySelector<HTMLTextAreaElement>('[data-dump]');
  const state = root.querySelector<HTMLElement>('[data-state]');
  const list = root.querySelector<HTMLElement>('[data-answers]');
  const word = root.querySelector<HTMLInputElement>('[data-word]');
  const product = root.querySelector<HTMLSelectElement>('[data-product]');
  const shown = root.querySelector<HTMLElement>('[data-shown]');
  const none = root.querySelector<HTMLElement>('[data-none]');
  if (!dump || !state || !list || !word || !product || !shown) return;
  const lang = langAround(root);
  for (const form of root.querySelectorAll<HTMLFormElement>('form')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  const look = () => {
    const { rows: found, others } = explain(dump.value, table);
    const order = ['idle', 'renamed', 'unknown', 'odd', 'foreign', 'read', 'default'];
    found.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
    list.replaceChildren(...found.map((one) => answer(one, table, lang)));
    const nothing = found.filter(({ verdict }) => verdict === 'idle' || verdict === 'unknown').length;
    state.textContent = dump.value.trim()
      ? say(lang, 'explained', {
          n: found.length,
          idle: nothing,
          others: counted(others, say(lang, 'oneOther'), say(lang, 'others')),
        })
      : say(lang, 'stays');
  };
  dump.addEventListener('input', look);
  const brought = carried();
  if (brought) {
    dump.value = brought;
    look();
    dump.scrollIntoView({ block: 'center' });
  }

  const filter = (save: boolean) => {
    const wanted = word.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const row of rows) {
      const text = row.textContent?.toLowerCase() ?? '';
      const fits = wanted.every((one) => text.includes(one)) && (!product.value || row.dataset['variable'] === product.value);
      row.hidden = !fits;
      if (fits) n++;
    }
    shown.textContent = n === rows.length ? say(lang, 'count', { n }) : say(lang, 'countOf', { n, all: rows.length });
    if (none) none.hidden = n > 0;
    if (!save) return;
    const query = new URLSearchParams();
    if (word.value) query.set('q', word.value);
    if (product.value) query.set('of', product.value);
    history.replaceState(null, '', `${query.size ? `#${query}` : location.pathname}`);
  };
  word.addEventListener('input', () => filter(true));
  product.addEventListener('change', () => filter(true));

  const follow = () => {
    const hash = location.hash.slice(1);
    const query = new URLSearchParams(hash.includes('=') ? hash : '');
    if (hash.includes('=') || !hash) {
      word.value = query.get('q') ?? '';
      product.value = query.get('of') ?? '';
    } else {
      word.value = '';
      product.value = '';
    }
    filter(false);
    if (hash && !hash.includes('=')) document.getElementById(hash)?.scrollIntoView();
  };
  follow();
  addEventListener('hashchange', follow);
}
