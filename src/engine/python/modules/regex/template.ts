/**
 * Replacement texts of `re.sub` and `Match.expand`: groups by number and name, escapes, with CPython's complaints
 * (`parse_template` of re/_parser.py). A text is taken apart before anything is searched for.
 */
import { raise } from '../../errors.ts';
import { textRepr } from '../../repr.ts';
import { spendText } from '../../spend.ts';
import { bad } from './pattern.ts';

/** Texts, and groups by number. */
export type Template = readonly (string | number)[];

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', f: '\f', v: '\v', a: '\x07', b: '\b' };
const PART = /\\(?:(g)(?:(<)([^>]*)(>?))?|(0[0-7]{0,2}|[0-3][0-7]{2}|[4-7][0-7]{2}|\d{1,2})|([\s\S]?))/g;
const IDENTIFIER = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** @param names the pattern's groups by number from 1, '' for those without a name */
export function parseTemplate(text: string, names: readonly string[]): Template {
  const out: (string | number)[] = [];
  let last = 0;
  spendText(text.length);
  const group = (n: number, at: number): void => {
    if (n > names.length) bad(`invalid group reference ${n}`, at);
    out.push(n);
  };
  for (const m of text.matchAll(PART)) {
    const at = m.index;
    out.push(text.slice(last, at));
    last = at + m[0].length;
    const [whole, g, open, name, close, digits, letter] = m;
    if (g) {
      if (!open) bad('missing <', at + 2);
      if (name === '') bad('missing group name', at + 3);
      if (!close) bad('missing >, unterminated name', at + 3);
      if (IDENTIFIER.test(name)) {
        const n = names.indexOf(name);
        if (n < 0) raise('IndexError', `unknown group name ${textRepr(name)}`);
        out.push(n + 1);
      } else if (/^\d+$/.test(name)) group(Number(name), at + 3);
      else bad(`bad character in group name ${textRepr(name)}`, at + 3);
    } else if (digits !== undefined) {
      if (digits.startsWith('0')) out.push(String.fromCharCode(Number.parseInt(digits, 8) & 0xff));
      else if (digits.length < 3) group(Number(digits), at + 1);
      else {
        const code = Number.parseInt(digits, 8);
        if (code > 0o377) bad(`octal escape value ${whole} outside of range 0-0o377`, at);
        out.push(String.fromCharCode(code));
      }
    } else if (letter === '') bad('bad escape (end of pattern)', at);
    else if (ESCAPES[letter] !== undefined) out.push(ESCAPES[letter]);
    else if (/[A-Za-z]/.test(letter)) bad(`bad escape ${whole}`, at);
    else out.push(whole);
  }
  out.push(text.slice(last));
  return out;
}
