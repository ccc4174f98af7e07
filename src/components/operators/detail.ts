/** What a row of the operator table means for a program: drawn when it is chosen. */
import type { OwnState } from '../../lab/state/own-table.ts';
import type { Curated, Data, Row } from './table.ts';

export const PATH_WORDS: Record<string, string> = {
  kernel: 'kernel',
  view: 'view',
  composite: 'composite',
  host: 'host',
  refused: 'refused',
  collective: 'collective',
  inactive: 'no effect',
  graph: 'graph only',
};

const MEANS: Record<string, string> = {
  kernel: 'It runs on the device. Each new shape or type compiles once.',
  view: 'No data moves, and nothing is launched.',
  composite: 'PyTorch takes it apart into other operators. What it costs is what they cost.',
  host: 'Its inputs are copied to the host, and the result comes back. The host waits, and the device has nothing to do meanwhile.',
  refused: 'It raises NotImplementedError.',
  collective: 'The process group runs it over the ranks.',
  inactive: 'The tree registered it in a way that PyTorch 2.13 never reaches.',
  graph: 'Only a rule for compiled functions is known. Eager mode takes it apart.',
};

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

function curatedRow(rule: Curated, places: Places): (Node | string)[] {
  const source = rule.url ? Object.assign(make('a', rule.label), { href: rule.url }) : rule.label;
  const types = rule.dtypes ? ` (${rule.dtypes.join(', ')})` : '';
  return [
    make('p', ...words(`${rule.why}${types} `, places), mark(rule.mark)),
    make('p', 'Instead: ', ...words(rule.instead, places)),
    Object.assign(make('p', source), { className: 'quiet' }),
  ];
}

export function detail(data: Data, row: Row, own: OwnState | undefined, places: Places): HTMLElement[] {
  const [op, path, how, family, notes, graph, idle, engine] = row;
  const packet = op.replace(/^\w+::/, '').split('.')[0] ?? '';
  const rules = data.curated.filter(({ ops }) => ops.includes(packet));
  const title = make('h2', op);
  title.className = 'mono';
  const terms: [string, ...(Node | string)[]][] = [];
  if (own) terms.push(['Your machine', make('b', PATH_WORDS[own] ?? own), ' ', MEANS[own] ?? '']);
  terms.push(['Before the release', make('b', PATH_WORDS[path] ?? path), ` ${data.hows[how]}. `, mark('prerelease')]);
  terms.push(['For a program', MEANS[path] ?? '']);
  if ((own ?? path) === 'host' || rules.length) {
    const link = Object.assign(make('a', 'What that costs, and what to write'), { href: places.limit });
    terms.push(['Cost', link]);
  }
  if (notes.length) terms.push(['Notes', ...notes.map((note) => make('p', ...words(data.notes[note] ?? '', places)))]);
  if (graph && path !== 'graph')
    terms.push([
      'Compiled',
      graph === 2 ? 'Rewritten by a rule of the back end.' : "Taken apart by PyTorch's own rule.",
    ]);
  if (idle) terms.push(['Also', 'A second registration in that tree had no effect.']);
  terms.push(['Family', data.families[family] ?? '']);
  for (const rule of rules) terms.push(['Curated rule', ...curatedRow(rule, places)]);
  terms.push(['This site', engine ? 'The engine computes it.' : 'The engine does not compute it under this name.']);
  return [title, list(...terms)];
}
