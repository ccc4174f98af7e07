/**
 * A message pattern: literal text in which `…` stands for up to 200 characters. Blanks and case do not matter.
 * A pattern that is a code (NCC_EVRF029, GB0170, NRT_RESOURCE) is found as a whole word.
 */
import type { Flat } from './normal.ts';

export interface Span {
  from: number;
  to: number;
}
export interface Pattern {
  code: boolean;
  /** Letters of fixed text: how much a match says. */
  length: number;
  find(flat: Flat, most: number): Span[];
}

const CODE = /^(?:NCC_[A-Z]{4}\d{3}|GB\d{4}|NRT_[A-Z_]+)$/;
const GAP = 200;
const isWord = (char: string | undefined) => char !== undefined && /[a-z0-9]/.test(char);
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Every place of `literal`, at most `most` of them. */
function* places(text: string, literal: string, most: number): Generator<number> {
  let at = text.indexOf(literal);
  for (let n = 0; at >= 0 && n < most; n++) {
    yield at;
    at = text.indexOf(literal, at + literal.length);
  }
}

/** NRT names are upper case (lower case is a function's name); compiler codes are also written without NCC_. */
function codePattern(code: string): Pattern {
  const status = code.startsWith('NRT_');
  const word = status ? code : code.replace(/^NCC_/, '').toLowerCase();
  return {
    code: true,
    length: code.length,
    find(flat, most) {
      if (!flat.grams.mayHold(word.toLowerCase())) return [];
      const text = status ? flat.text : flat.low;
      const spans: Span[] = [];
      for (const at of places(text, word, most * 4)) {
        const before = text[at - 1];
        const after = text[at + word.length];
        if (isWord(before?.toLowerCase()) || isWord(after?.toLowerCase()) || (status && after === '_')) continue;
        const from = flat.low.startsWith('ncc_', at - 4) ? at - 4 : at;
        spans.push({ from, to: at + word.length });
        if (spans.length === most) break;
      }
      return spans;
    },
  };
}

export function parsePattern(source: string): Pattern {
  if (CODE.test(source)) return codePattern(source);
  const pieces = source.toLowerCase().replace(/\s+/g, ' ').split('…').filter(Boolean);
  const anchor = pieces.reduce((a, b) => (b.trim().length > a.trim().length ? b : a), '').trim();
  const length = pieces.reduce((sum, piece) => sum + piece.trim().length, 0);
  if (pieces.length < 2)
    return {
      code: false,
      length,
      find: ({ low, grams }, most) => (grams.mayHold(anchor) ? [...places(low, anchor, most)].map((at) => ({ from: at, to: at + anchor.length })) : []),
    };
  const whole = new RegExp(pieces.map((piece) => escape(piece.trim())).join(`.{0,${GAP}}?`), 'g');
  const reach = length + GAP * (pieces.length - 1);
  return {
    code: false,
    length,
    find({ low, grams }, most) {
      const spans: Span[] = [];
      if (!grams.mayHold(anchor)) return spans;
      for (const at of places(low, anchor, most * 4)) {
        const begin = Math.max(0, at - reach);
        const window = low.slice(begin, at + reach);
        whole.lastIndex = 0;
        for (let found = whole.exec(window); found; found = whole.exec(window)) {
          const from = begin + found.index;
          if (from <= at && from + found[0].length >= at + anchor.length) {
            if (spans.at(-1)?.from !== from) spans.push({ from, to: from + found[0].length });
            break;
          }
        }
        if (spans.length >= most) break;
      }
      return spans;
    },
  };
}
