/** The page of operators: fetches the table, filters it, keeps the choice in the address, lays the reader's own over. */
import { LARGEST, loadOwn, type OwnTable, parseOwn, removeOwn, saveOwn } from '../../lab/state/own-table.ts';
import { data as dataOf, langAround } from '../words.ts';
import { verdict } from './answer.ts';
import { detail, pathWord, sentence } from './detail.ts';
import { type Choice, choose, fromHash, NOTHING, toHash } from './filter.ts';
import { Rows } from './rows.ts';
import { familyName, say } from './strings.ts';
import type { Data, Row } from './table.ts';

export async function startOperators(root: HTMLElement): Promise<void> {
  const part = <T extends HTMLElement>(name: string) => document.querySelector<T>(`[data-${name}]`) as T;
  const form = part<HTMLFormElement>('filters');
  const box = part('rows');
  const panel = part('detail');
  const shown = part('state');
  const none = part('none');
  const lang = langAround(root);
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];
  const places = { errors: root.dataset['errors'] ?? '', limit: root.dataset['limit'] ?? '' };

  const answer = await fetch(root.dataset['table'] ?? '').catch(() => null);
  if (!answer?.ok) {
    part('list-of-rows').classList.remove('alive');
    shown.textContent = say(lang, 'notLoaded');
    return;
  }
  const data = (await answer.json()) as Data;
  const listed = new Set(data.rows.map(([op]) => op));
  let rowOf = new Map<string, Row>();
  let own: OwnTable | null = loadOwn();
  let choice: Choice = NOTHING;
  /** Operators that only the reader's table knows: no path before the release, no family. */
  const others = (): Row[] =>
    Object.entries(own?.ops ?? {})
      .filter(([op]) => !listed.has(op))
      .map(([op, state]) => [op, state, -1, -1, [], 0, 0, 0]);
  const pathOf = (row: Row) => own?.ops[row[0]] ?? row[1];

  const cell = (className: string, textContent: string) => Object.assign(document.createElement('span'), { className, textContent });
  const draw = (op: string, whole: boolean): HTMLElement => {
    const row = rowOf.get(op) as Row;
    const path = pathOf(row);
    const line = document.createElement('div');
    const name = Object.assign(cell('mono', op.replace(/^aten::/, '')), { dir: 'ltr' });
    line.append(name, cell(`way ${path}`, pathWord(lang, path)));
    line.append(cell('quiet', familyName(lang, data.families[row[3]] ?? '')));
    if (own?.ops[op] && own.ops[op] !== row[1] && row[2] >= 0) line.append(cell('quiet', say(lang, 'was', { path: pathWord(lang, row[1]) })));
    if (whole) {
      const notes = row[4]
        .map((note) => data.notes[note])
        .join(' ')
        .replaceAll('`', '');
      line.append(Object.assign(cell('says', notes), dataOf(lang)));
    }
    return line;
  };
  const rows = new Rows(box, draw, (op) => {
    choice = { ...choice, op };
    open();
    keep();
  });
  const chosen = (field: HTMLInputElement | HTMLSelectElement) => (field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent : field.value);
  const said = Object.assign(document.createElement('p'), { className: 'oanswer', hidden: true });
  said.setAttribute('role', 'status');
  form.after(said);
  /** The operator whose whole name was typed is open until another is chosen. */
  let meant = '';
  const keep = () => history.replaceState(null, '', toHash(choice) || location.pathname + location.search);
  const open = () => {
    const row = rowOf.get(choice.op || meant);
    const hint = Object.assign(document.createElement('p'), { className: 'hint', textContent: say(lang, 'choose') });
    panel.replaceChildren(...(row ? detail(data, row, own?.ops[row[0]], places, lang) : [hint]));
  };
  const refresh = () => {
    const known = [...data.rows, ...others()];
    rowOf = new Map(known.map((row) => [row[0], row]));
    const kept = choose({ ...data, rows: known }, choice, pathOf);
    const exact = verdict({ ...data, rows: known }, choice.word, pathOf);
    meant = exact && kept.includes(exact.row) ? exact.row[0] : '';
    said.hidden = !meant;
    said.replaceChildren(...(exact && meant ? sentence(exact, places, lang) : []));
    box.hidden = kept.length === 0;
    none.hidden = kept.length > 0;
    rows.show(
      kept.map(([op]) => op),
      choice.op || meant,
    );
    const all = known.length.toLocaleString('en');
    const n = kept.length.toLocaleString('en');
    shown.textContent = kept.length === known.length ? say(lang, 'count', { n }) : say(lang, 'countOf', { n, all });
    part('choice').textContent = fields
      .filter(({ value }) => value)
      .map((field) => `${field.labels?.[0]?.querySelector('span')?.textContent}: ${chosen(field)}`)
      .join(' · ');
    open();
  };
  const follow = () => {
    choice = fromHash(location.hash);
    rowOf = new Map([...data.rows, ...others()].map((row) => [row[0], row]));
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
  part('print-list').addEventListener('click', () => print());

  // The reader's own table.
  const drop = part<HTMLElement>('own');
  const field = part<HTMLTextAreaElement>('own-text');
  const state = part('own-state');
  const remove = part<HTMLButtonElement>('own-remove');
  const told = () => {
    remove.hidden = !own;
    if (own)
      state.textContent = say(lang, 'inUse', {
        n: Object.keys(own.ops).length.toLocaleString('en'),
        torch: own.torch,
        neuron: own.torchNeuronx,
      });
  };
  const take = (text: string) => {
    if (!text.trim()) return;
    const table = parseOwn(text);
    if ('why' in table) {
      state.textContent = say(lang, table.why, { name: table.name ?? '' });
      return;
    }
    own = table;
    field.value = '';
    if (saveOwn(table)) told();
    else state.textContent = say(lang, 'notKept');
    remove.hidden = false;
    refresh();
  };
  const read = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > LARGEST) state.textContent = say(lang, 'ownTooLarge');
    // A folder has no text.
    else
      chosen.text().then(take, () => {
        state.textContent = say(lang, 'ownNoJson');
      });
  };
  drop.hidden = false;
  field.addEventListener('input', () => take(field.value));
  drop.addEventListener('dragover', (event) => event.preventDefault());
  drop.addEventListener('drop', (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    read(dropped);
  });
  const file = part<HTMLInputElement>('own-file');
  file.addEventListener('change', () => {
    read(file.files?.[0]);
    file.value = '';
  });
  remove.addEventListener('click', () => {
    own = null;
    removeOwn();
    state.textContent = say(lang, 'removed');
    remove.hidden = true;
    refresh();
    field.focus();
  });

  form.hidden = false;
  part('list-of-rows').hidden = false;
  told();
  follow();
}
