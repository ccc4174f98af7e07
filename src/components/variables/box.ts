/** The page of environment variables: filter the list, explain a pasted dump. State of the filter is in the fragment. */
import { type Explained, explain, type Variable } from './explain.ts';

const said: Record<Explained['verdict'], string> = {
  read: 'is read, and differs from the default',
  default: 'is read, and has its default value',
  odd: 'is read, but this value is not one it knows',
  idle: 'does nothing here: it belongs to the XLA product',
  foreign: 'is read by another program',
  renamed: 'has another name now',
  unknown: 'is in none of our sources',
};

const tableOf = (rows: HTMLElement[]): Variable[] =>
  rows.map((row) => ({ id: row.id, ...(JSON.parse(row.dataset['rule'] ?? '{}') as Omit<Variable, 'id'>) }));

function link(id: string): HTMLAnchorElement {
  const a = document.createElement('a');
  a.href = `#${id}`;
  a.className = 'mono';
  a.textContent = id;
  return a;
}

function answer(one: Explained, table: Variable[]): HTMLElement {
  const item = document.createElement('li');
  item.dataset['verdict'] = one.verdict;
  const head = document.createElement('p');
  const name =
    one.id === one.name
      ? link(one.name)
      : Object.assign(document.createElement('b'), { textContent: one.name, className: 'mono' });
  const value = document.createElement('code');
  value.textContent = one.value || '(empty)';
  const row = table.find(({ id }) => id === one.id);
  head.append(name, ' = ', value, ` ${said[one.verdict]}`);
  if (row?.foreign) head.append(` (${row.foreign})`);
  if (row?.replacedBy) head.append(', see ', link(row.replacedBy));
  else if (one.id && one.id !== one.name) head.append(', see ', link(one.id));
  if (one.nearest.length)
    head.append(': did you mean ', ...one.nearest.flatMap((id, i) => (i ? [' or ', link(id)] : [link(id)])), '?');
  else head.append('.');
  item.append(head);
  const effect = one.id && document.getElementById(one.id)?.querySelector('.effect')?.cloneNode(true);
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
  if (!dump || !state || !list || !word || !product || !shown) return;
  for (const form of root.querySelectorAll<HTMLFormElement>('form')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  const look = () => {
    const { rows: found, others } = explain(dump.value, table);
    const order = ['idle', 'renamed', 'unknown', 'odd', 'foreign', 'read', 'default'];
    found.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
    list.replaceChildren(...found.map((one) => answer(one, table)));
    const nothing = found.filter(({ verdict }) => verdict === 'idle' || verdict === 'unknown').length;
    state.textContent = dump.value.trim()
      ? `${found.length} of this stack, ${nothing} of them without effect as far as we know. ${others === 1 ? '1 other' : `${others} others`}, not shown.`
      : 'It is read in this page and goes nowhere. Values of other variables are not shown.';
  };
  dump.addEventListener('input', look);

  const filter = (save: boolean) => {
    const wanted = word.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const row of rows) {
      const text = row.textContent?.toLowerCase() ?? '';
      const fits =
        wanted.every((one) => text.includes(one)) && (!product.value || row.dataset['variable'] === product.value);
      row.hidden = !fits;
      if (fits) n++;
    }
    shown.textContent = n === rows.length ? `${n} variables` : `${n} of ${rows.length} variables`;
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
