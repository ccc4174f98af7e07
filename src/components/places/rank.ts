/**
 * Which entry of the site answers what was typed: an error by its code, a variable by its name, a term, a limitation,
 * a heading. Words that only make a question are left out; the rest are weighed by how rare they are, and found in
 * spite of endings, other words for the same thing and typing mistakes. The full text is Pagefind's work (search.ts).
 *
 * From the field: inverse document frequency weighs the words, edit distance (optimal string alignment) forgives
 * mistakes. Left out: the order of words, and words of a text that is no title, name or question of an entry.
 */
export interface Place {
  title: string;
  /** Address, with base path and language. */
  url: string;
  /** What kind of thing it is: the page it stands on. */
  page: string;
  /** Other names, codes, messages, and what people ask. */
  keys: string[];
  says: string;
}

/** Words that only make a question, and groups of words for one thing. */
export interface Words {
  stop: string[];
  same: string[][];
}

/** A name or message of this many letters that was typed with other words around it was still typed. */
const LONG = 14;
/** A word that no entry has says less than one that some have. */
const UNKNOWN = 0.5;
const FOUND = 0.6;
const WEAK = 0.25;

/** Quotes and vowel signs away, the words of identifiers apart. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[\u0591-\u05c7'’"״׳`]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** All letters and digits as one word: `all_reduce`, `AllReduce` and `all reduce` are one name. */
const squeezed = (text: string): string => wordsOf(text).join('');

const HEBREW = /[א-ת]/;

/** Forms under which a word is the same: English endings; Hebrew prefixes and endings. */
export function forms(word: string): string[] {
  if (HEBREW.test(word)) {
    const bare = [word];
    const cut = /^(?:וה|שה|מה|כש|[והבלמכש])(?=..)(.+)$/.exec(word)?.[1];
    if (cut && cut.length >= 3) bare.push(cut);
    return [...new Set(bare.flatMap((one) => [one, one.replace(/(?<=..)(?:יות|ות|ים|ית|ה|ת|י)$/, '')]))];
  }
  const stem = word
    .replace(/(?<=...)is(?=e[ds]?$|ing$|ations?$)/, 'iz')
    .replace(/(?<=...)(?:ations?|ions?|ings?|ers?|ies|es|ed|s|e|y)$/, '')
    .replace(/([^aeiou])\1$/, '$1');
  return stem === word || stem.length < 3 ? [word] : [word, stem];
}

/** Edits between two words, a swap of neighbours being one; stops above `most`. */
export function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] as number) + 1);
      next[j] = best;
      least = Math.min(least, best);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

interface Word {
  id: number;
  text: string;
  forms: string[];
  group: number | undefined;
  /** Its digits: another number is another thing. */
  digits: string;
}
interface Phrase {
  words: Word[];
  /** What its words weigh together. */
  all: number;
  whole: string;
  /** As written, for a name with its own signs in it; else empty. */
  raw: string;
  own: boolean;
}
interface Ready {
  place: Place;
  phrases: Phrase[];
  says: Word[];
}
export interface Index {
  ready: Ready[];
  rare: Map<string, number>;
  /** Weight of a word that no entry has. */
  most: number;
  stop: Set<string>;
  groups: Map<string, number>;
  /** By a word's number: what it weighs in a name or question of an entry. */
  weights: number[];
  words: number;
}

export function prepare(places: Place[], { stop, same }: Words): Index {
  const groups = new Map<string, number>();
  for (const [n, group] of same.entries()) for (const word of group) for (const form of forms(word)) groups.set(form, n);
  const word = wordReader(groups);
  const ready: Ready[] = places.map((place) => ({
    place,
    phrases: [place.title, ...place.keys].map((text, i) => ({
      words: wordsOf(text).map(word),
      all: 0,
      whole: squeezed(text),
      raw: signs(text),
      own: i === 0 || place.url.endsWith(`/${text}/`),
    })),
    says: wordsOf(place.says).map(word),
  }));
  const count = new Map<string, number>();
  for (const { phrases } of ready) {
    const seen = new Set(phrases.flatMap(({ words }) => words.map(weighed)));
    for (const one of seen) count.set(one, (count.get(one) ?? 0) + 1);
  }
  const most = Math.log(1 + places.length);
  const rare = new Map([...count].map(([text, n]) => [text, Math.log(1 + places.length / n)]));
  const stops = new Set(stop);
  const weights: number[] = [];
  for (const { phrases } of ready)
    for (const phrase of phrases) {
      for (const word of phrase.words) weights[word.id] ??= stops.has(word.text) ? 0.2 : (rare.get(weighed(word)) ?? most);
      phrase.all = phrase.words.reduce((sum, { id }) => sum + (weights[id] as number), 0);
    }
  return {
    ready,
    rare,
    most,
    stop: stops,
    groups,
    weights,
    words: 1 + Math.max(...ready.flatMap(({ phrases, says }) => [...phrases.flatMap(({ words }) => words), ...says].map(({ id }) => id))),
  };
}

/** Each word once, so that a question is compared with it once. */
function wordReader(groups: Map<string, number>): (text: string) => Word {
  const seen = new Map<string, Word>();
  return (text) => {
    let word = seen.get(text);
    if (!word) {
      const all = forms(text);
      const group = all.map((form) => groups.get(form)).find((n) => n !== undefined);
      word = { id: seen.size, text, forms: all, group, digits: text.replace(/\D+/g, ' ').trim() };
      seen.set(text, word);
    }
    return word;
  };
}

/** Words of one group are as common as the group is. */
const weighed = ({ group, forms: all }: Word): string => (group === undefined ? (all.at(-1) ?? '') : `#${group}`);

/** How much a word of the question is a word of an entry, 0 to 1. */
function likeness(asked: Word, word: Word, last: boolean): number {
  if (asked.text === word.text) return 1;
  if (asked.forms.some((form) => word.forms.includes(form))) return 0.94;
  if (asked.group !== undefined && asked.group === word.group) return 0.86;
  const { length } = asked.text;
  if (length >= 3 && word.text.startsWith(asked.text)) return last || length >= 5 ? 0.8 : 0.6;
  if (asked.digits !== word.digits) return 0;
  const allowed = length >= 8 ? 2 : length >= 4 ? 1 : 0;
  if (allowed && asked.text[0] === word.text[0] && edits(asked.text, word.text, allowed) <= allowed) return 0.75;
  return 0;
}

interface Asked {
  words: Word[];
  /** By word of the question and word of the entries: how alike, once worked out. */
  like: Float32Array[];
  weights: number[];
  total: number;
  whole: string;
  raw: string;
}

/** `WORLD_SIZE` and `RANK` are names, `world size` and `rank` are words. */
const signs = (text: string) => (/\w[_.:]\w/.test(text) ? text.trim().toLowerCase() : /^[A-Z]{3,}$/.test(text.trim()) ? text.trim() : '');

/** A mistyped word of a group of words for one thing is still of the group. */
function grouped(index: Index, word: Word): Word {
  const { length } = word.text;
  if (word.group !== undefined || length < 6 || /\d/.test(word.text)) return word;
  const most = length >= 8 ? 2 : 1;
  for (const [text, group] of index.groups) if (text[0] === word.text[0] && text.length >= 5 && edits(word.text, text, most) <= most) return { ...word, group };
  return word;
}

function read(index: Index, query: string): Asked | null {
  const all = wordsOf(query)
    .map(wordReader(index.groups))
    .map((word) => grouped(index, word));
  const telling = all.filter(({ text }) => !index.stop.has(text) && (text.length > 1 || /\d/.test(text)));
  const words = telling.length ? telling : all;
  if (!words.length) return null;
  const weights = words.map((word) => index.rare.get(weighed(word)) ?? index.rare.get(word.text) ?? index.most * UNKNOWN);
  const like = words.map(() => new Float32Array(index.words).fill(-1));
  return { words, like, weights, total: weights.reduce((a, b) => a + b, 0), whole: squeezed(query), raw: signs(query) };
}

function alike(asked: Asked, i: number, word: Word): number {
  const known = asked.like[i] as Float32Array;
  if ((known[word.id] as number) < 0) known[word.id] = likeness(asked.words[i] as Word, word, i === asked.words.length - 1);
  return known[word.id] as number;
}

function scoreOf({ phrases, says }: Ready, asked: Asked, index: Index): number {
  const best = asked.words.map(() => 0);
  let score = 0;
  for (const { words, all, whole, own, raw } of phrases) {
    if (whole === asked.whole) return own && raw && raw === asked.raw ? 1.2 : 1.15;
    if (whole.length >= LONG && asked.whole.includes(whole)) return 1.05;
    let met = 0;
    const used: Word[] = [];
    for (let i = 0; i < asked.words.length; i++) {
      let most = 0;
      let by: Word | undefined;
      for (const word of words) {
        const like = alike(asked, i, word);
        if (like > most) [most, by] = [like, word];
      }
      if (by && !used.includes(by)) used.push(by);
      met += most * (asked.weights[i] as number);
      best[i] = Math.max(best[i] as number, most * (own ? 1 : 0.95));
    }
    if (!met) continue;
    const told = used.reduce((sum, { id }) => sum + (index.weights[id] as number), 0);
    const cover = met / asked.total;
    score = Math.max(score, cover ** 1.5 * (0.45 + 0.55 * (told / all)) * (own ? 1 : 0.97));
  }
  if (!score) return 0;
  // The words may be spread over the entry's names; what it says adds to them, at half their weight.
  const spread = asked.words.reduce((sum, _, i) => {
    const said = (best[i] as number) < 0.5 && says.some((word) => alike(asked, i, word) >= 0.86) ? 0.5 : 0;
    return sum + Math.max(best[i] as number, said) * (asked.weights[i] as number);
  }, 0);
  return Math.max(score, (spread / asked.total) ** 1.5 * 0.8);
}

export interface Ranked {
  place: Place;
  score: number;
  /** Sure enough to stand before the full text. */
  sure: boolean;
}

export function rank(index: Index, query: string, most = 8): Ranked[] {
  const asked = read(index, query);
  if (!asked) return [];
  return index.ready
    .map((one, at) => ({ place: one.place, score: scoreOf(one, asked, index), at }))
    .filter(({ score }) => score >= WEAK)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, most)
    .map(({ place, score }) => ({ place, score, sure: score >= FOUND }));
}
