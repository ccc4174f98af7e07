/**
 * From a log to the entries of the catalogue that explain it, best first.
 *
 * A code says more than a sentence, a long sentence more than a short one; a wrapper (an error that reports another)
 * and a mere notice stand below what they report. A sentence next to another code belongs to that code: several codes
 * share their words. Codes that the catalogue lacks are named, with the nearest it has. Pure: no page, no clock.
 */
import { type Flat, flatten, lineAt } from './normal.ts';
import { callStatus, type Pattern, parsePattern, type Span } from './pattern.ts';

export interface Entry {
  id: string;
  patterns: string[];
  /** For patterns that others use too: one of these words must stand somewhere in the text. */
  needs?: string[] | undefined;
  /** Those of the patterns that nothing else says: they need no word beside them. */
  alone?: string[] | undefined;
  /** Status number of the runtime, found as "status 1006"; a small one behind the call that gave it. */
  status?: number | undefined;
  wraps?: boolean | undefined;
  note?: boolean | undefined;
}
export interface Line {
  /** From 1. */
  number: number;
  before: string;
  match: string;
  after: string;
}
export interface Hit {
  id: string;
  score: number;
  count: number;
  lines: Line[];
}
export interface Unknown {
  code: string;
  line: number;
  nearest: string[];
}
export interface Result {
  hits: Hit[];
  unknown: Unknown[];
  lines: number;
}

const MOST = 200;
const SHOWN = 3;
const NEAR = 240;
const MARGIN = 110;

interface Ready extends Entry {
  ready: Pattern[];
}
export type Matcher = Ready[];

const statusWords = (n: number) => ['status ', 'status=', 'status: ', 'status:', 'status code ', 'status_code=', 'with err: '].map((word) => word + n);

/** Below it a number is anybody's. */
const OWN_NUMBER = 1000;
const statusPatterns = (n: number | undefined): Pattern[] => (n === undefined ? [] : n < OWN_NUMBER ? [callStatus(n)] : statusWords(n).map(parsePattern));

export const prepare = (entries: Entry[]): Matcher =>
  entries.map((entry) => ({
    ...entry,
    ready: [...entry.patterns.map(parsePattern), ...statusPatterns(entry.status)],
  }));

/** Words that say a log comes from this stack; a bare status number means nothing without one. */
const NEURON = /neuron|nrt|tdrv|nmgr|trainium/;

interface Found {
  entry: Ready;
  code: boolean;
  length: number;
  spans: Span[];
}

function findAll(matcher: Matcher, flat: Flat): Found[] {
  const found: Found[] = [];
  for (const entry of matcher) {
    const needed = !entry.needs || entry.needs.some((word) => flat.low.includes(word) || flat.aside.includes(word));
    const inContext = needed && (!entry.status || NEURON.test(flat.low));
    for (const [i, pattern] of entry.ready.entries()) {
      const telling = pattern.code || entry.alone?.includes(entry.patterns[i] ?? '');
      if (!telling && !inContext) continue;
      const spans = pattern.find(flat, MOST);
      if (spans.length) found.push({ entry, code: pattern.code, length: pattern.length, spans });
    }
  }
  return found;
}

const FAMILY = /^(NCC_|GB)/;

/** Takes sentences away that stand next to a code of another entry of the same family. */
function settle(found: Found[], strange: { code: string; at: number }[]): Found[] {
  const codes = [
    ...found.filter(({ code }) => code).flatMap(({ entry, spans }) => spans.map(({ from }) => ({ id: entry.id, from }))),
    ...strange.map(({ code, at }) => ({ id: code, from: at })),
  ];
  return found.flatMap((row) => {
    const family = FAMILY.exec(row.entry.id)?.[1];
    if (row.code || !family) return [row];
    const spans = row.spans.filter(({ from, to }) => {
      const near = codes.filter((c) => c.id.startsWith(family) && c.from > from - NEAR && c.from < to + NEAR);
      return !near.length || near.some((c) => c.id === row.entry.id);
    });
    return spans.length ? [{ ...row, spans }] : [];
  });
}

function scoreOf(rows: Found[], entry: Entry): number {
  const best = Math.max(...rows.map(({ code, length }) => (code ? 80 : 20 + Math.min(50, length))));
  return best + (rows.length > 1 ? 8 : 0) - (entry.wraps ? 60 : 0) - (entry.note ? 25 : 0);
}

/** What to show of a match that a gap leads over a line's end: its longest piece. */
function shown(flat: Flat, span: Span): Span {
  if (!span.pieces || lineAt(flat, span.from) === lineAt(flat, span.to - 1)) return span;
  return span.pieces.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
}

function lineOf(flat: Flat, { from, to }: Span): Line {
  const number = lineAt(flat, from);
  const begin = Math.max(flat.starts[number] as number, from - MARGIN);
  const end = flat.starts[number + 1] ?? flat.text.length + 1;
  const last = Math.max(to, Math.min(end - 1, to + MARGIN));
  return {
    number: number + 1,
    before: (begin > (flat.starts[number] as number) ? '…' : (flat.heads.get(number) ?? '')) + flat.text.slice(begin, from),
    match: flat.text.slice(from, to),
    after: flat.text.slice(to, last) + (last < end - 1 ? '…' : ''),
  };
}

const STRANGE = /\bNCC_[A-Z]{4}\d{3}\b|\bNRT_[A-Z]{3,}(?:_[A-Z]+)*\b|\b(?:GB|gb)\d{4}\b/g;

/** Codes that no entry has. A GB number counts only in company: GB2312 is an alphabet. */
function strangeCodes(flat: Flat, known: Set<string>): { code: string; at: number }[] {
  const breaks = /dynamo|graph.break/.test(flat.low);
  const seen = new Map<string, number>();
  for (const match of flat.text.matchAll(STRANGE)) {
    const code = match[0].toUpperCase();
    if (known.has(code) || code === 'NRT_SUCCESS' || (code.startsWith('GB') && !breaks)) continue;
    if (!seen.has(code)) seen.set(code, match.index);
  }
  return [...seen].map(([code, at]) => ({ code, at }));
}

/** How far a code is from another: letters weigh more than the number. */
function distance(a: string, b: string): number {
  let letters = 0;
  const [wordA, wordB] = [a.replace(/\d+$/, ''), b.replace(/\d+$/, '')];
  for (let i = 0; i < Math.max(wordA.length, wordB.length); i++) if (wordA[i] !== wordB[i]) letters++;
  const number = (code: string) => Number(/\d+$/.exec(code)?.[0] ?? 0);
  return letters * 1000 + Math.min(999, Math.abs(number(a) - number(b)));
}

export function nearest(code: string, ids: string[], most = 3): string[] {
  const family = /^(NCC_|NRT_|GB)/.exec(code)?.[1] ?? '';
  return ids
    .filter((id) => family && id.startsWith(family))
    .map((id) => ({ id, far: distance(code, id) }))
    .sort((a, b) => a.far - b.far || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id);
}

export function match(matcher: Matcher, raw: string): Result {
  const flat = flatten(raw);
  const ids = matcher.map(({ id }) => id);
  const strange = strangeCodes(flat, new Set(ids));
  const rows = new Map<Ready, Found[]>();
  for (const found of settle(findAll(matcher, flat), strange)) rows.set(found.entry, [...(rows.get(found.entry) ?? []), found]);
  const hits = [...rows].map(([entry, list]) => {
    // What tells most is shown: a code, then the longest fixed text; those kept stand in the order of the log.
    const spans = list
      .flatMap((row) => row.spans.map((span) => ({ tells: row.code ? Number.POSITIVE_INFINITY : row.length, ...shown(flat, span) })))
      .sort((a, b) => Number(b.tells > a.tells) - Number(a.tells > b.tells) || a.from - b.from || b.to - a.to);
    const lines: Line[] = [];
    const numbers = new Set<number>();
    for (const span of spans) {
      const line = lineOf(flat, span);
      if (!numbers.has(line.number) && lines.length < SHOWN) lines.push(line);
      numbers.add(line.number);
    }
    return { id: entry.id, score: scoreOf(list, entry), count: numbers.size, lines: lines.sort((a, b) => a.number - b.number) };
  });
  hits.sort((a, b) => b.score - a.score || (a.lines[0]?.number ?? 0) - (b.lines[0]?.number ?? 0) || (a.id < b.id ? -1 : 1));
  const unknown = strange.map(({ code, at }) => ({ code, line: lineAt(flat, at) + 1, nearest: nearest(code, ids) }));
  return { hits, unknown, lines: raw ? flat.starts.length : 0 };
}
