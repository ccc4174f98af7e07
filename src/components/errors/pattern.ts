/**
 * A message pattern: literal text in which `…` stands for up to 200 characters. Blanks and case do not matter. Of the
 * ways in which a pattern with gaps can lie around one place, the tightest counts: it is the one a reader would see.
 * A pattern that is a code (NCC_EVRF029, GB0170, NRT_RESOURCE) is found as a whole word.
 */
import type { Flat } from './normal.ts';

export interface Span {
  from: number;
  to: number;
  /** Where a pattern has gaps: its fixed texts, one by one, in order. */
  pieces?: Span[];
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
  const pieces = source
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .split('…')
    .map((piece) => piece.trim())
    .filter(Boolean);
  const anchor = pieces.reduce((a, b) => (b.length > a.length ? b : a), '');
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (pieces.length < 2)
    return {
      code: false,
      length,
      find: ({ low, grams }, most) => (grams.mayHold(anchor) ? [...places(low, anchor, most)].map((at) => ({ from: at, to: at + anchor.length })) : []),
    };
  const middle = pieces.indexOf(anchor);
  return {
    code: false,
    length,
    find({ low, grams }, most) {
      const spans: Span[] = [];
      if (!grams.mayHold(anchor)) return spans;
      for (const at of places(low, anchor, most * 4)) {
        const span = around(low, pieces, middle, at);
        const before = spans.at(-1);
        if (!span) continue;
        if (!before || span.from >= before.to) spans.push(span);
        else if (span.to - span.from < before.to - before.from) spans[spans.length - 1] = span;
        if (spans.length >= most) break;
      }
      return spans;
    },
  };
}

/** The nearest pieces before and after the one at `at`; null where one is missing. */
function around(low: string, pieces: string[], middle: number, at: number): Span | null {
  const found: Span[] = [{ from: at, to: at + (pieces[middle] as string).length }];
  for (const piece of pieces.slice(0, middle).reverse()) {
    const end = (found[0] as Span).from;
    const begin = Math.max(0, end - GAP - piece.length);
    const place = low.slice(begin, end).lastIndexOf(piece);
    if (place < 0) return null;
    found.unshift({ from: begin + place, to: begin + place + piece.length });
  }
  for (const piece of pieces.slice(middle + 1)) {
    const begin = (found.at(-1) as Span).to;
    const place = low.slice(begin, begin + GAP + piece.length).indexOf(piece);
    if (place < 0) return null;
    found.push({ from: begin + place, to: begin + place + piece.length });
  }
  return { from: (found[0] as Span).from, to: (found.at(-1) as Span).to, pieces: found };
}

/** `nrt_tensor_allocate status=4`: a small number means a status only behind a call of the runtime. */
export function callStatus(status: number): Pattern {
  const call = new RegExp(`\\bnrt_[a-z_]+(?:\\(\\))? (?:failed(?:,| with)? )?status[ =:]{1,2}${status}(?!\\d)`, 'g');
  return {
    code: false,
    length: 24,
    find({ low, grams }, most) {
      if (!grams.mayHold('status')) return [];
      return [...low.matchAll(call)].slice(0, most).map(({ index, 0: text }) => ({ from: index, to: index + text.length }));
    },
  };
}
