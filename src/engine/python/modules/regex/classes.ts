/** \d, \w, \s and their opposites: code points as CPython's `str` methods sort them, or ASCII alone. */

export type Test = (c: number) => boolean;

const ASCII_DIGIT: Test = (c) => c >= 48 && c <= 57;
const ASCII_WORD: Test = (c) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95;
const ASCII_SPACE: Test = (c) => c === 32 || (c >= 9 && c <= 13);

const DIGIT = /\p{Nd}/u;
const WORD = /[\p{L}\p{N}_]/u;
const SPACE = /\s/u;
const not =
  (t: Test): Test =>
  (c) =>
    !t(c);
const point =
  (ascii: Test, beyond: RegExp): Test =>
  (c) =>
    c < 128 ? ascii(c) : beyond.test(String.fromCodePoint(c));

/** str.isspace has the separators 28 to 31 and the next line; JavaScript has them not, but the byte order mark. */
const space: Test = (c) => ASCII_SPACE(c) || (c >= 28 && c <= 31) || c === 0x85 || (c >= 128 && c !== 0xfeff && SPACE.test(String.fromCodePoint(c)));
const digit = point(ASCII_DIGIT, DIGIT);
export const word = point(ASCII_WORD, WORD);
export const asciiWord = ASCII_WORD;

const UNICODE: Readonly<Record<string, Test>> = { d: digit, D: not(digit), w: word, W: not(word), s: space, S: not(space) };
const ASCII: Readonly<Record<string, Test>> = {
  d: ASCII_DIGIT,
  D: not(ASCII_DIGIT),
  w: ASCII_WORD,
  W: not(ASCII_WORD),
  s: ASCII_SPACE,
  S: not(ASCII_SPACE),
};

export const classTest = (letter: string, ascii: boolean): Test => (ascii ? ASCII : UNICODE)[letter];
