/** Draws what the matching found: each entry with its lines; codes that the catalogue lacks, with the nearest. */
import { counted, type Lang } from '../words.ts';
import type { Hit, Line, Result, Unknown } from './match.ts';
import { say } from './strings.ts';
import { carry, subject } from './subject.ts';

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

/** The first thing to do, as the catalogue's row has it, and where the rest stands. */
function cureOf(cure: Element, url: string, lang: Lang): HTMLElement {
  const first = make('span');
  for (const name of ['lang', 'dir']) if (cure.hasAttribute(name)) first.setAttribute(name, cure.getAttribute(name) ?? '');
  first.innerHTML = cure.innerHTML; // our own page's markup
  const rest = make('a', { text: say(lang, 'allOfIt') });
  rest.href = `${url}#cures`;
  return make('p', { name: 'cure' }, make('b', { text: say(lang, 'cures') }), ': ', first, ' ', rest);
}

/** So many of the results show what to do. */
const CURED = 3;

function hitRow(hit: Hit, at: number, lang: Lang): HTMLElement {
  const best = at === 0;
  const cured = at < CURED;
  const row = rowOf(hit.id);
  const link = make('a', { name: 'name' });
  link.href = row?.querySelector('a')?.href ?? '#';
  link.innerHTML = row?.querySelector('a')?.innerHTML ?? ''; // our own page's markup
  const head = make('h2', {}, link);
  const mark = row?.querySelector('.mark')?.cloneNode(true);
  if (mark) head.append(mark);
  const lines = make('div', { name: 'lines' }, ...hit.lines.map(lineRow));
  lines.tabIndex = 0;
  lines.dir = 'ltr';
  lines.setAttribute('role', 'group');
  lines.setAttribute('aria-label', say(lang, 'matched'));
  const more = hit.count - hit.lines.length;
  const item = make('li', { name: best ? 'best' : '' }, head, lines);
  const cure = cured ? row?.querySelector('[data-cure]') : null;
  if (cure) item.append(cureOf(cure, link.href, lang));
  if (more > 0) item.append(make('p', { text: counted(more, say(lang, 'oneMoreLine'), say(lang, 'moreLines')), name: 'quiet' }));
  return item;
}

function unknownRow({ code, line, nearest }: Unknown, lang: Lang): HTMLElement {
  const text = make('p', {}, make('b', { text: code, name: 'mono' }), say(lang, 'unknown', { n: line }));
  if (nearest.length) {
    text.append(say(lang, 'nearest'));
    nearest.forEach((id, i) => text.append(i ? ', ' : '', linkTo(id)));
    text.append('.');
  }
  return make('li', { name: 'strange' }, text);
}

/** Where to look when the catalogue has nothing: what the text is about, as far as it shows. */
function nextSteps(into: HTMLElement, text: string, lang: Lang): HTMLElement[] {
  const { variables, operators } = subject(text);
  const found: HTMLElement[] = [];
  if (variables) {
    const link = make('a', { text: counted(variables, say(lang, 'oneVariable'), say(lang, 'manyVariables')) });
    link.href = into.dataset['variables'] ?? '#';
    // It may hold secrets, so it goes with this tab and not into the address.
    link.addEventListener('click', () => carry(text));
    found.push(make('p', { name: 'next' }, link));
  }
  for (const op of operators) {
    const link = make('a', { text: say(lang, 'itsRow') });
    link.href = `${into.dataset['operators'] ?? ''}#q=${encodeURIComponent(op)}`;
    found.push(make('p', { name: 'next' }, make('b', { text: `aten::${op}`, name: 'mono' }), ': ', link));
  }
  if (found.length) return found;
  const link = make('a', { text: say(lang, 'operators') });
  link.href = into.dataset['operators'] ?? '#';
  return [make('p', {}, say(lang, 'next'), ' ', link, '.')];
}

/** Returns the sentence that says how it went. */
export function draw(into: HTMLElement, { hits, unknown, lines }: Result, text: string, lang: Lang): string {
  const list = make('ol', {}, ...hits.map((hit, i) => hitRow(hit, i, lang)), ...unknown.map((one) => unknownRow(one, lang)));
  into.replaceChildren(...(hits.length || unknown.length ? [list] : nextSteps(into, text, lang)));
  const read = counted(lines, say(lang, 'oneLineRead'), say(lang, 'linesRead'));
  if (!hits.length && !unknown.length) return `${read} ${say(lang, 'nothing')}`;
  const strange = unknown.length ? counted(unknown.length, say(lang, 'oneUnknown'), say(lang, 'manyUnknown')) : '';
  return `${read} ${counted(hits.length, say(lang, 'oneFits'), say(lang, 'manyFit'))}${strange}.`;
}
