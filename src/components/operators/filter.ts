/** Choosing rows of the operator table, and the state of the choice in the address. Pure. */
import type { Data, Row } from './table.ts';

export interface Choice {
  word: string;
  path: string;
  family: string;
  about: string;
  engine: string;
  /** The operator whose details are open. */
  op: string;
}
export const NOTHING: Choice = { word: '', path: '', family: '', about: '', engine: '', op: '' };

/** What notes may be about: a type, or a cost. */
export const ABOUT: Record<string, RegExp> = {
  integers: /\bint(?:8|16|32|64)\b|\bintegers?\b/i,
  bfloat16: /bfloat16/i,
  float64: /float64/i,
  float16: /16-bit|float16/i,
  complex: /complex/i,
  waiting: /\bwaits?\b/i,
  compiles: /\bcompiles?\b/i,
};

const shorts: Record<keyof Choice, string> = {
  word: 'q',
  path: 'path',
  family: 'of',
  about: 'about',
  engine: 'engine',
  op: 'op',
};

/** `#aten::sort` opens one row; with filters it is `#op=aten::sort&q=…`. */
export function fromHash(hash: string): Choice {
  const text = hash.replace(/^#/, '');
  if (!text.includes('=')) return { ...NOTHING, op: decodeURIComponent(text) };
  const query = new URLSearchParams(text);
  return Object.fromEntries(Object.entries(shorts).map(([key, short]) => [key, query.get(short) ?? ''])) as unknown as Choice;
}

export function toHash(choice: Choice): string {
  const query = new URLSearchParams();
  for (const [key, short] of Object.entries(shorts)) {
    const value = choice[key as keyof Choice];
    if (value) query.set(short, value);
  }
  if (choice.op && query.size === 1) return `#${choice.op}`;
  return query.size ? `#${query.toString().replaceAll('%3A', ':')}` : '';
}

/** How well a name fits the words: whole name, name without namespace, beginning, anywhere; -1 for not at all. */
function fit(op: string, words: string[]): number {
  const name = op.toLowerCase();
  const bare = name.replace(/^\w+::/, '');
  let worst = 3;
  for (const word of words) {
    const plain = word.replace(/^(?:torch\.|aten::|aten\.)/, '');
    if (bare === plain || name === word) worst = Math.min(worst, 3);
    else if (bare.split('.')[0] === plain) worst = Math.min(worst, 2);
    else if (bare.startsWith(plain)) worst = Math.min(worst, 1);
    else if (name.includes(plain)) worst = Math.min(worst, 0);
    else return -1;
  }
  return worst;
}

export function choose(data: Data, choice: Choice, pathOf: (row: Row) => string): Row[] {
  const words = choice.word.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const about = ABOUT[choice.about];
  const said = about && data.notes.map((note) => about.test(note));
  const kept = data.rows.flatMap((row) => {
    if (choice.path && pathOf(row) !== choice.path) return [];
    if (choice.family && data.families[row[3]] !== choice.family) return [];
    if (said && !row[4].some((note) => said[note])) return [];
    if (choice.engine && String(row[7]) !== choice.engine) return [];
    const how = words.length ? fit(row[0], words) : 0;
    return how < 0 ? [] : [{ row, how }];
  });
  if (words.length) kept.sort((a, b) => b.how - a.how);
  return kept.map(({ row }) => row);
}
