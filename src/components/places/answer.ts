/**
 * The rows that stand before the full text of a search: the code that was typed or the nearest to it, entries by their
 * names, the operator. Pure: no page; the dialog draws them (search.ts).
 */
import { nearest } from '../errors/match.ts';
import { normal } from '../query.ts';
import { Operators } from './operators.ts';
import { type Index, type Place, prepare, rank } from './rank.ts';

/** `/data/places-en.json`. */
export interface Published {
  stop: string[];
  same: string[][];
  ops: Record<string, string>;
  rows: [title: string, url: string, page: string, keys: string[], says: string][];
}
export interface Known {
  index: Index;
  operators: Operators;
}
export interface Answer {
  url: string;
  title: string;
  says: string;
}
/** The dialog's words, in the language of the page. */
type Words = Record<string, string>;

const SURE = 6;
const UNSURE = 3;
/** A score above it: the name itself was typed. */
const EXACT = 1;

export function known({ stop, same, ops, rows }: Published): Known {
  const places = rows.map(([title, url, page, keys, says]) => ({ title, url, page, keys, says }));
  return { index: prepare(places, { stop, same }), operators: new Operators(ops) };
}

const filled = (text: string | undefined, name: string, value: string) => (text ?? '').replace(`{${name}}`, value);

/** Operators have their rows in a table that is fetched, not indexed: the table, filtered, is what an answer leads to. */
function operator({ operators }: Known, typed: string, words: Words): { rows: Answer[]; meant: boolean } {
  const found = operators.find(typed);
  if (!found) return { rows: [], meant: false };
  const row = (op: string, says: string): Answer => ({ url: `${words['table']}#q=${encodeURIComponent(op)}`, title: `${words['operators']}: ${op}`, says });
  if (!found.states.length)
    return { rows: [...found.near.map((op) => row(op, words['operatorNear'] ?? '')), row(found.op, words['operatorNone'] ?? '')], meant: true };
  const states = found.states.map((state) => words[`path-${state}`] ?? state).join(', ');
  return { rows: [row(found.op, filled(words['operatorStates'], 'states', states))], meant: found.meant };
}

/** A code that no entry has: the nearest that have one. */
const CODE = /^(?:NCC_)?[EI][A-Z]{3}\d{1,4}$|^GB\d{1,5}$|^NRT_[A-Z_]+$/i;
function codes({ index }: Known, typed: string, words: Words): Answer[] {
  const asked = typed.trim().toUpperCase();
  if (!CODE.test(asked)) return [];
  const code = asked.replace(/^(?=[EI][A-Z]{3}\d)/, 'NCC_');
  const by = new Map(index.ready.map(({ place }) => [place.url.split('/').at(-2) ?? '', place]));
  if (by.has(code)) return [];
  return nearest(code, [...by.keys()]).map((id) => {
    const { url, title } = by.get(id) as Place;
    return { url, title: `${id}: ${title}`, says: filled(words['codeNear'], 'code', code) };
  });
}

export function answers(all: Known, typed: string, words: Words): Answer[] {
  const near = codes(all, typed, words);
  const { rows, meant } = operator(all, typed, words);
  const ranked = rank(all.index, normal(typed));
  const sure = ranked.filter((one) => one.sure).slice(0, SURE);
  const exact = meant ? 0 : sure.filter(({ score }) => score > EXACT).length;
  const named = (sure.length ? sure : ranked.slice(0, UNSURE)).map(({ place: { url, page, title, says } }) => ({
    url,
    title: page ? `${page}: ${title}` : title,
    says,
  }));
  return [...near, ...named.slice(0, exact), ...rows, ...named.slice(exact)];
}
