/** What is wrong with a number, in the words of CPython's tokenizer. Lies in the pack `faults`. */
import { SyntaxFault } from './syntax.ts';

/** @param m the number as far as it can be read */
export function numberFault(text: string, i: number, m: string, line: number, col: number): SyntaxFault | null {
  const word = /^\w*/.exec(text.slice(i))?.[0] ?? '';
  // CPython stops at the character that does not fit, or behind it.
  const bad = (message: string, length: number): SyntaxFault => new SyntaxFault(message, line, col + Math.max(1, length) - 1);
  const radix = /^0([bBoOxX])/.exec(word);
  if (radix) {
    const name = { b: 'binary', o: 'octal', x: 'hexadecimal' }[radix[1].toLowerCase()] as string;
    const ok = { b: /^0b(_?[01])+$/i, o: /^0o(_?[0-7])+$/i, x: /^0x(_?[0-9a-f])+$/i }[radix[1].toLowerCase()] as RegExp;
    if (ok.test(word)) return null;
    const digit = name === 'binary' ? /[2-9]/.exec(word.slice(2)) : name === 'octal' ? /[89]/.exec(word.slice(2)) : null;
    const fits = (/^0.(_?[0-9a-f])*/i.exec(word) as RegExpExecArray)[0].length;
    return digit ? bad(`invalid digit '${digit[0]}' in ${name} literal`, digit.index + 3) : bad(`invalid ${name} literal`, fits + (word[fits] === '_' ? 1 : 0));
  }
  const after = text[i + m.length] ?? '';
  if (/^0[\d_]*[1-9]/.test(m) && /^[\d_]+$/.test(m)) {
    const zeros = (/^[0_]*/.exec(m) as RegExpExecArray)[0].length;
    const said = 'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers';
    return new SyntaxFault(said, line, col, 'SyntaxError', { endLine: line, endCol: col + zeros });
  }
  if (/[\w]/.test(after)) {
    const rest = text.slice(i + m.length);
    // `1if x` is a number before a keyword.
    if (/^(and|else|for|if|in|is|not|or)\b/.test(rest)) return null;
    return bad(/[jJ]$/.test(m) ? 'invalid imaginary literal' : 'invalid decimal literal', m.length + (after === '_' ? 1 : 0));
  }
  return null;
}
