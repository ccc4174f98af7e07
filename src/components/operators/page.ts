/** The page of operators: fetches the table, filters it, keeps the choice in the address, lays the reader's own over. */
import { loadOwn, type OwnTable, parseOwn, removeOwn, saveOwn } from '../../lab/state/own-table.ts';
import { detail, PATH_WORDS } from './detail.ts';
import { type Choice, choose, fromHash, NOTHING, toHash } from './filter.ts';
import { Rows } from './rows.ts';
import type { Data, Row } from './table.ts';

export async function startOperators(root: HTMLElement): Promise<void> {
  const part = <T extends HTMLElement>(name: string) => document.querySelector<T>(`[data-${name}]`) as T;
  const form = part<HTMLFormElement>('filters');
  const box = part('rows');
  const panel = part('detail');
  const shown = part('shown');
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];
  const places = { errors: root.dataset['errors'] ?? '', limit: root.dataset['limit'] ?? '' };

  const answer = await fetch(root.dataset['table'] ?? '').catch(() => null);
  if (!answer?.ok) {
    shown.textContent = 'The table could not be loaded.';
    return;
  }
  const data = (await answer.json()) as Data;
  const rowOf = new Map<string, Row>(data.rows.map((row) => [row[0], row]));
  let own: OwnTable | null = loadOwn();
  let choice: Choice = NOTHING;
  const pathOf = (row: Row) => own?.ops[row[0]] ?? row[1];

  const draw = (op: string): HTMLElement => {
    const row = rowOf.get(op) as Row;
    const path = pathOf(row);
    const line = document.createElement('div');
    const name = Object.assign(document.createElement('span'), {
      className: 'mono',
      textContent: op.replace(/^aten::/, ''),
    });
    const way = Object.assign(document.createElement('span'), {
      className: `way ${path}`,
      textContent: PATH_WORDS[path] ?? path,
    });
    const family = Object.assign(document.createElement('span'), {
      className: 'quiet',
      textContent: data.families[row[3]] ?? '',
    });
    line.append(name, way, family);
    if (own?.ops[op] && own.ops[op] !== row[1]) {
      line.append(
        Object.assign(document.createElement('span'), { className: 'quiet', textContent: `was ${PATH_WORDS[row[1]]}` }),
      );
    }
    return line;
  };
  const rows = new Rows(box, draw, (op) => {
    choice = { ...choice, op };
    open();
    keep();
  });
  const keep = () => history.replaceState(null, '', toHash(choice) || location.pathname + location.search);
  const open = () => {
    const row = rowOf.get(choice.op);
    panel.replaceChildren(...(row ? detail(data, row, own?.ops[row[0]], places) : []));
    panel.hidden = !row;
  };
  const refresh = () => {
    const kept = choose(data, choice, pathOf);
    box.hidden = kept.length === 0;
    rows.show(
      kept.map(([op]) => op),
      choice.op,
    );
    const all = data.rows.length.toLocaleString('en');
    shown.textContent =
      kept.length === data.rows.length ? `${all} operators` : `${kept.length.toLocaleString('en')} of ${all} operators`;
    open();
  };
  const follow = () => {
    choice = fromHash(location.hash);
    if (choice.op && !rowOf.has(choice.op)) {
      const near = [`aten::${choice.op.replace(/^aten[.:]+/, '')}`, choice.op].find((name) => rowOf.has(name));
      choice = { ...choice, op: near ?? '' };
    }
    for (const field of fields) field.value = choice[field.name as keyof Choice] ?? '';
    refresh();
    if (choice.op) form.scrollIntoView();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    choice = { ...choice, ...Object.fromEntries(fields.map((field) => [field.name, field.value])) };
    refresh();
    keep();
  });
  addEventListener('hashchange', follow);

  // The reader's own table.
  const drop = part<HTMLElement>('own');
  const field = part<HTMLTextAreaElement>('own-text');
  const state = part('own-state');
  const remove = part<HTMLButtonElement>('own-remove');
  const told = () => {
    remove.hidden = !own;
    if (own)
      state.textContent = `In use: ${Object.keys(own.ops).length.toLocaleString('en')} operators of torch ${own.torch}, torch-neuronx ${own.torchNeuronx ?? 'not found'}. It is laid over this list and over every run in this browser.`;
  };
  const take = (text: string) => {
    if (!text.trim()) return;
    const table = parseOwn(text);
    if (typeof table === 'string') {
      state.textContent = table;
      return;
    }
    own = table;
    field.value = '';
    if (saveOwn(table)) told();
    else state.textContent = 'It is in use, but this browser did not keep it.';
    remove.hidden = false;
    refresh();
  };
  drop.hidden = false;
  field.addEventListener('input', () => take(field.value));
  drop.addEventListener('dragover', (event) => event.preventDefault());
  drop.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void file.text().then(take);
  });
  const file = part<HTMLInputElement>('own-file');
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then(take);
    file.value = '';
  });
  remove.addEventListener('click', () => {
    own = null;
    removeOwn();
    state.textContent = 'Removed. Nothing of it is kept.';
    remove.hidden = true;
    refresh();
    field.focus();
  });

  form.hidden = false;
  told();
  follow();
}
