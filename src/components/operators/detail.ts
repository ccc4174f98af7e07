/** What a row of the operator table means for a program: drawn when it is chosen. */
import type { OwnState } from '../../lab/state/own-table.ts';
import { data, type Lang } from '../words.ts';
import type { Verdict } from './answer.ts';
import { familyName, type OperatorWord, say } from './strings.ts';
import type { Curated, Data, PATHS, Row } from './table.ts';

const means = (lang: Lang, path: string): string => {
  const key = `means${path.charAt(0).toUpperCase()}${path.slice(1)}`;
  return say(lang, key as OperatorWord);
};
export const pathWord = (lang: Lang, path: string): string => say(lang, path as (typeof PATHS)[number]);

export interface Places {
  /** Address of the page of errors, and of the limitation about operators without a kernel. */
  errors: string;
  limit: string;
}

const make = <K extends keyof HTMLElementTagNameMap>(tag: K, ...children: (Node | string)[]) => {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
};

/** Codes become links, `x` becomes code. */
function words(text: string, places: Places): (Node | string)[] {
  return text.split(/(`[^`]+`|NCC_[A-Z]{4}\d{3})/).map((part) => {
    if (part.startsWith('`')) return make('code', part.slice(1, -1));
    if (!/^NCC_/.test(part)) return part;
    const link = make('a', part);
    link.href = `${places.errors}${part}/`;
    link.className = 'mono';
    return link;
  });
}

const list = (...terms: [string, ...(Node | string)[]][]): HTMLElement => {
  const dl = make('dl');
  for (const [term, ...says] of terms) dl.append(make('dt', term), make('dd', ...says));
  return dl;
};

/** The mark's markup is the page's own: a template of it stands in the page. */
function mark(kind: string): Node | string {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-mark="${kind}"]`);
  return template?.content.firstElementChild?.cloneNode(true) ?? '';
}

/** A sentence of the data, which is English wherever it stands. */
function english(lang: Lang, text: string, places: Places): HTMLElement {
  return Object.assign(make('span', ...words(text, places)), data(lang));
}

function curatedRow(rule: Curated, places: Places, lang: Lang): (Node | string)[] {
  const source = rule.url ? Object.assign(make('a', rule.label), { href: rule.url }) : rule.label;
  const types = rule.dtypes ? ` (${rule.dtypes.join(', ')})` : '';
  return [
    make('p', english(lang, `${rule.why}${types} `, places), mark(rule.mark)),
    make('p', `${say(lang, 'instead')} `, english(lang, rule.instead, places)),
    Object.assign(make('p', make('bdi', source)), { className: 'quiet' }),
  ];
}

/** The answer above the list: `sort`: eager mode … Compiled: … */
export function sentence({ op, ends, forms, refusal }: Verdict, places: Places, lang: Lang): (Node | string)[] {
  const name = Object.assign(make('b', op), { className: 'mono', dir: 'ltr' });
  const where = ends.map((path) => say(lang, `ends${path.charAt(0).toUpperCase()}${path.slice(1)}` as OperatorWord));
  const eager = say(lang, ends.length > 1 ? 'byForm' : 'inEager', { where: where.join(say(lang, 'or')), n: forms });
  return [name, `: ${eager}`, ...(refusal ? [` ${say(lang, 'compiled')}: `, english(lang, refusal, places)] : [])];
}

const packetOf = (op: string): string => op.replace(/^\w+::/, '').split('.')[0] ?? '';

/** The overloads of one operator with what becomes of each; the one shown is no link. */
function formList(forms: Row[], shown: string, own: OwnState | undefined, lang: Lang): HTMLElement {
  const items = forms.map(([name, path]) => {
    const label = Object.assign(name === shown ? make('b', name) : make('a', name), { className: 'mono', dir: 'ltr' });
    if (label instanceof HTMLAnchorElement) label.href = `#${name}`;
    return make('li', label, `: ${pathWord(lang, name === shown ? (own ?? path) : path)}`);
  });
  return make('ul', ...items);
}

export function detail(table: Data, row: Row, own: OwnState | undefined, places: Places, lang: Lang): HTMLElement[] {
  const [op, path, how, family, notes, graph, idle, engine] = row;
  const packet = packetOf(op);
  const rules = table.curated.filter(({ ops }) => ops.includes(packet));
  const title = Object.assign(make('h2', op), { className: 'mono', dir: 'ltr' });
  const terms: [string, ...(Node | string)[]][] = [];
  if (own) terms.push([say(lang, 'yourMachine'), make('b', pathWord(lang, own)), ' ', means(lang, own)]);
  if (how < 0) terms.push([say(lang, 'before'), say(lang, 'notListed')]);
  else terms.push([say(lang, 'before'), make('b', pathWord(lang, path)), ' ', english(lang, `${table.hows[how]}.`, places), ' ', mark('prerelease')]);
  terms.push([say(lang, 'forProgram'), means(lang, path)]);
  if ((own ?? path) === 'host' || rules.length) {
    const link = Object.assign(make('a', say(lang, 'costLink')), { href: places.limit });
    terms.push([say(lang, 'cost'), link]);
  }
  if (notes.length) terms.push([say(lang, 'notes'), ...notes.map((note) => make('p', english(lang, table.notes[note] ?? '', places)))]);
  if (graph && path !== 'graph') terms.push([say(lang, 'compiled'), say(lang, graph === 2 ? 'rewritten' : 'takenApart')]);
  if (idle) terms.push([say(lang, 'also'), say(lang, 'second')]);
  const forms = table.rows.filter(([name]) => packetOf(name) === packet && name.startsWith(op.split('::')[0] ?? ''));
  if (new Set(forms.map(([, state]) => state)).size > 1) terms.push([say(lang, 'forms'), make('p', say(lang, 'formsDiffer')), formList(forms, op, own, lang)]);
  if (family >= 0) terms.push([say(lang, 'family'), familyName(lang, table.families[family] ?? '')]);
  for (const rule of rules) terms.push([say(lang, 'curated'), ...curatedRow(rule, places, lang)]);
  if (how >= 0) terms.push([say(lang, 'thisSite'), say(lang, engine ? 'engineYes' : 'engineNo')]);
  return [title, list(...terms)];
}
