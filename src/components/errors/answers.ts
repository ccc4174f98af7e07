/** Draws what the matching found: each entry with its lines; codes that the catalogue lacks, with the nearest. */
import type { Hit, Line, Result, Unknown } from './match.ts';

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, name }: { text?: string; name?: string } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
};

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);

function linkTo(id: string): HTMLAnchorElement {
  const link = make('a');
  link.href = rowOf(id)?.querySelector('a')?.href ?? '#';
  link.append(make('span', { text: id, name: 'mono' }));
  return link;
}

function lineRow({ number, before, match, after }: Line): HTMLElement {
  const code = make('code', {}, before, make('mark', { text: match }), after);
  return make('div', { name: 'found' }, make('span', { text: String(number), name: 'no num' }), code);
}

function hitRow(hit: Hit, best: boolean): HTMLElement {
  const row = rowOf(hit.id);
  const link = make('a', { name: 'name' });
  link.href = row?.querySelector('a')?.href ?? '#';
  link.innerHTML = row?.querySelector('a')?.innerHTML ?? ''; // our own page's markup
  const head = make('h2', {}, link);
  const mark = row?.querySelector('.mark')?.cloneNode(true);
  if (mark) head.append(mark);
  const lines = make('div', { name: 'lines' }, ...hit.lines.map(lineRow));
  lines.tabIndex = 0;
  lines.setAttribute('role', 'group');
  lines.setAttribute('aria-label', 'Matched lines');
  const more = hit.count - hit.lines.length;
  const item = make('li', { name: best ? 'best' : '' }, head, lines);
  if (more > 0)
    item.append(make('p', { text: more === 1 ? 'and 1 more line' : `and ${more} more lines`, name: 'quiet' }));
  return item;
}

function unknownRow({ code, line, nearest }: Unknown): HTMLElement {
  const text = make('p', {}, make('b', { text: code, name: 'mono' }), ` on line ${line} is not in the catalogue.`);
  if (nearest.length) {
    text.append(' Nearest: ');
    nearest.forEach((id, i) => text.append(i ? ', ' : '', linkTo(id)));
    text.append('.');
  }
  return make('li', { name: 'strange' }, text);
}

const count = (n: number, one: string) => `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

/** Returns the sentence that says how it went. */
export function draw(into: HTMLElement, { hits, unknown, lines }: Result): string {
  const list = make('ol', {}, ...hits.map((hit, i) => hitRow(hit, i === 0)), ...unknown.map(unknownRow));
  into.replaceChildren(...(hits.length || unknown.length ? [list] : []));
  if (!hits.length && !unknown.length) return `${count(lines, 'line')} read. Nothing in them is in the catalogue.`;
  const strange = unknown.length ? `, ${count(unknown.length, 'code')} unknown here` : '';
  return `${count(lines, 'line')} read. ${hits.length === 1 ? '1 entry fits' : `${hits.length} entries fit`}${strange}.`;
}
