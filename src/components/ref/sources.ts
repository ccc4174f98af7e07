/**
 * The page of sources: fetches the claims, filters them, keeps the choice in the address, and shows one claim whole:
 * its text, mark, source, version and day, and where it stands. `?q=…&mark=…#term.guard` opens one.
 */
import { Rows } from '../operators/rows.ts';
import { data, langAround } from '../words.ts';
import type { ClaimList } from './claims.ts';
import { wordsOf } from './filter.ts';
import { areaName, slugOf } from './sources-words.ts';
import { say } from './strings.ts';

type Row = ClaimList['rows'][number];

export interface Choice {
  q: string;
  mark: string;
  area: string;
  /** `2026-10`: read in that month. */
  read: string;
}

/** Rows that have every word (in text, id, source) and fit the choices. `texts` are lower-cased once. */
export function chooseClaims({ areas, sources, rows }: ClaimList, texts: string[], choice: Choice): Row[] {
  const words = wordsOf(choice.q);
  return rows.filter(
    ([, area, , mark, source], i) =>
      (!choice.mark || mark === choice.mark) &&
      (!choice.area || slugOf(areas[area] ?? '') === choice.area) &&
      (sources[source]?.[3] ?? '').startsWith(choice.read) &&
      words.every((word) => texts[i]?.includes(word)),
  );
}

export const textsOf = ({ sources, rows }: ClaimList): string[] =>
  rows.map(([id, , text, , source]) => `${text} ${id} ${sources[source]?.join(' ')}`.toLowerCase());

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]) => {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...children);
  return made;
};

export async function startSources(root: HTMLElement): Promise<void> {
  const lang = langAround(root);
  const part = <T extends HTMLElement>(name: string) => root.querySelector<T>(`[data-${name}]`) as T;
  const form = root.querySelector('form') as HTMLFormElement;
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];
  const state = part('state');
  form.hidden = false;
  const answer = await fetch(root.dataset['list'] ?? '').catch(() => null);
  if (!answer?.ok) {
    part('list-of-rows').classList.remove('alive');
    state.textContent = say(lang, 'claimsNotLoaded');
    return;
  }
  const list = (await answer.json()) as ClaimList;
  const texts = textsOf(list);
  const rowOf = new Map(list.rows.map((row) => [row[0], row]));
  let open = '';

  const mark = (kind: string) =>
    document.querySelector<HTMLTemplateElement>(`template[data-mark="${kind}"]`)?.content.firstElementChild?.cloneNode(true) ?? kind;
  const cite = ([, , , , source]: Row): HTMLElement => {
    const [label = '', url, version, read] = list.sources[source] ?? [];
    const name = url ? Object.assign(document.createElement('a'), { href: url, textContent: label }) : label;
    const whole = element('p', '', element('bdi', '', name, `, ${version}`), `, ${say(lang, 'read')} `);
    whole.append(element('bdi', '', String(read)));
    return whole;
  };
  const draw = (id: string, whole: boolean): HTMLElement => {
    const row = rowOf.get(id) as Row;
    const line = element('div', '', Object.assign(element('span', 'says', row[2]), data(lang)));
    line.append(element('span', '', mark(row[3])));
    if (whole) onPaper(line, row);
    return line;
  };
  // On paper: the area where it begins, and the source by its number; the sources stand once, below the list.
  const cited = root.appendChild(element('ol', 'cited printonly'));
  const marks = [...document.querySelectorAll<HTMLTemplateElement>('template[data-mark]')].map(({ dataset }) => mark(dataset['mark'] ?? ''));
  part('list-of-rows').before(element('p', 'signs printonly', ...marks));
  let kept: Row[] = [];
  let begins = new Set<Row>();
  const onPaper = (line: HTMLElement, row: Row) => {
    const [, area, , , source] = row;
    line.append(Object.assign(element('span', 'quiet', `[${source + 1}]`), { dir: 'ltr' }));
    if (!begins.has(row)) return;
    line.prepend(element('b', 'begins', areaName(lang, list.areas[area] ?? '')));
    if (row !== kept[0]) return;
    const used = new Map(kept.map((claim) => [claim[4], claim]));
    const rows = [...used].sort(([a], [b]) => a - b).map(([n, claim]) => Object.assign(element('li', '', ...cite(claim).childNodes), { value: n + 1 }));
    cited.replaceChildren(...rows);
  };
  const detail = () => {
    const row = rowOf.get(open);
    const panel = part('detail');
    if (!row) return panel.replaceChildren(element('p', 'hint', say(lang, 'chooseClaim')));
    const [id, area, text, kind, , page] = row;
    const dl = document.createElement('dl');
    const term = (name: string, ...says: (Node | string)[]) => dl.append(element('dt', '', name), element('dd', '', ...says));
    term(say(lang, 'mark'), mark(kind));
    term(say(lang, 'source'), cite(row));
    term(say(lang, 'area'), areaName(lang, list.areas[area] ?? ''));
    if (page) {
      const link = Object.assign(document.createElement('a'), { href: `${root.dataset['root']}${page}` });
      link.textContent = say(lang, 'whereItStands');
      term(say(lang, 'page'), link);
    }
    term(say(lang, 'id'), Object.assign(element('span', 'mono', id), { dir: 'ltr' }));
    panel.replaceChildren(Object.assign(element('p', 'claimtext', text), data(lang)), dl);
  };
  const keep = () => {
    const next = new URL(location.href);
    for (const { name, value } of fields)
      if (value) next.searchParams.set(name, value);
      else next.searchParams.delete(name);
    next.hash = open;
    history.replaceState(null, '', next);
  };
  const rows = new Rows(part('rows'), draw, (id) => {
    open = id;
    detail();
    keep();
  });
  const word = (field: HTMLInputElement | HTMLSelectElement) =>
    field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent?.trim() : field.value;
  const refresh = () => {
    const choice = Object.fromEntries(fields.map(({ name, value }) => [name, value])) as unknown as Choice;
    kept = chooseClaims(list, texts, choice);
    begins = new Set(kept.filter((row, i) => row[1] !== kept[i - 1]?.[1]));
    part('rows').hidden = kept.length === 0;
    part('none').hidden = kept.length > 0;
    rows.show(
      kept.map(([id]) => id),
      open,
    );
    const [n, all] = [kept.length.toLocaleString('en'), list.rows.length.toLocaleString('en')];
    state.textContent = `${n === all ? all : say(lang, 'countOf', { n, all })} ${say(lang, 'claims')}`;
    part('choice').textContent = fields
      .filter(({ value }) => value)
      .map((field) => `${field.labels?.[0]?.querySelector('span')?.textContent}: ${word(field)}`)
      .join(' · ');
    detail();
  };
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!rowOf.has(id)) return;
    open = id;
    refresh();
    form.scrollIntoView();
  };
  const address = new URL(location.href).searchParams;
  for (const field of fields) {
    const value = address.get(field.name) ?? '';
    if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    refresh();
    keep();
  });
  part('print-list').addEventListener('click', () => print());
  addEventListener('hashchange', follow);
  part('list-of-rows').hidden = false;
  refresh();
  follow();
}
