/**
 * A small scanner of Python text: strings, brackets, numbers and indentation. It finds the faults that CPython's tokenizer
 * reports, with its words, and tells which bracket is open at a place. The parser (`grammar/`) reads its pieces.
 */
import { part } from '../packs.ts';
import { SyntaxFault } from './syntax.ts';

const numbers = part<typeof import('./numberfaults.ts')>('faults', 'numbers');

export interface Piece {
  /** `end` stands once, behind the last line; the scanner does not write it. */
  kind: 'name' | 'number' | 'string' | 'op' | 'newline' | 'end';
  text: string;
  line: number;
  col: number;
  endLine: number;
  endCol: number;
  /** Brackets open before this piece. */
  depth: number;
  /** First piece of a logical line. */
  first: boolean;
}

export interface Bracket {
  char: string;
  line: number;
  col: number;
}

export interface Scan {
  pieces: Piece[];
  fault: SyntaxFault | null;
  /** Brackets still open at the end. */
  open: Bracket[];
  /** Indentation of each logical line: line number, width, and whether it is a comment or blank (left out). */
  indents: { line: number; width: number; text: string }[];
}

/** Brackets inside brackets that CPython's tokenizer takes (MAXLEVEL). */
const DEEPEST = 200;
/** Levels of indentation, the outermost included (MAXINDENT). */
const MOST_LEVELS = 100;

const LEAD = /[ \t\f]*/y;

const CLOSES: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
const NAME = /[\p{XID_Start}_]\p{XID_Continue}*/uy;
const NUMBER = /0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][-+]?\d(?:_?\d)*)?[jJ]?/y;
const OPERATOR = /\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|->|:=|[-+*/%@&|^<>=]=|\*\*|\/\/|<<|>>|<>|[-+*/%@&|^~<>=()[\]{},:;.]/y;

export function scan(text: string): Scan {
  const pieces: Piece[] = [];
  const open: Bracket[] = [];
  const indents: Scan['indents'] = [];
  const levels = [0];
  let line = 1;
  let lineStart = 0;
  let i = 0;
  let first = true;
  const done = (fault: SyntaxFault | null): Scan => ({ pieces, fault, open, indents });
  const push = (kind: Piece['kind'], t: string): void => {
    const col = i - lineStart;
    pieces.push({ kind, text: t, line, col, endLine: line, endCol: col + t.length, depth: open.length, first });
    first = false;
  };
  while (i < text.length) {
    if (i === lineStart && open.length === 0 && first) {
      LEAD.lastIndex = i;
      const lead = (LEAD.exec(text) as RegExpExecArray)[0];
      const c = text[i + lead.length];
      if (c !== undefined && c !== '\n' && c !== '\r' && c !== '#') {
        let width = 0;
        // A form feed begins the line anew.
        for (const s of lead) width = s === '\f' ? 0 : s === '\t' ? (Math.floor(width / 8) + 1) * 8 : width + 1;
        indents.push({ line, width, text: lead.slice(lead.lastIndexOf('\f') + 1) });
        while (levels[levels.length - 1] > width) levels.pop();
        if (width > levels[levels.length - 1] && levels.push(width) > MOST_LEVELS)
          return done(new SyntaxFault('too many levels of indentation', line, 0, 'IndentationError'));
      }
      i += lead.length;
      if (i >= text.length) break;
    }
    const c = text[i];
    if (c === '\n') {
      if (open.length === 0 && !first) {
        push('newline', '\n');
        first = true;
      }
      i++;
      line++;
      lineStart = i;
    } else if (c === ' ' || c === '\t' || c === '\r' || c === '\f') i++;
    else if (c === '#') {
      while (i < text.length && text[i] !== '\n') i++;
    } else if (c === '\\') {
      const end = /\r?\n|$/y;
      end.lastIndex = i + 1;
      if (end.test(text)) {
        if (end.lastIndex >= text.length && open.length === 0) return done(new SyntaxFault('unexpected EOF while parsing', line, i + 1 - lineStart));
        i = end.lastIndex;
        line++;
        lineStart = i;
      } else return done(new SyntaxFault('unexpected character after line continuation character', line, i + 1 - lineStart));
    } else if (/^(?:[rRbBuUfF]|[rR][bBfF]|[bBfF][rR])?['"]/.test(text.slice(i, i + 3))) {
      const start = { line, col: i - lineStart };
      const at = i;
      while (text[i] !== "'" && text[i] !== '"') i++;
      const q = text[i];
      const triple = text.startsWith(q.repeat(3), i);
      i += triple ? 3 : 1;
      const close = triple ? q.repeat(3) : q;
      let newLine = line;
      let newStart = lineStart;
      for (;;) {
        if (i >= text.length || (!triple && text[i] === '\n')) {
          return done(
            new SyntaxFault(
              triple
                ? `unterminated triple-quoted string literal (detected at line ${text.endsWith('\n') ? newLine - 1 : newLine})`
                : `unterminated string literal (detected at line ${newLine})`,
              start.line,
              start.col,
            ),
          );
        }
        if (text[i] === '\\') {
          if (text[i + 1] === '\n') {
            newLine++;
            newStart = i + 2;
          }
          i += 2;
          continue;
        }
        if (text.startsWith(close, i)) break;
        if (text[i] === '\n') {
          newLine++;
          newStart = i + 1;
        }
        i++;
      }
      i += close.length;
      line = newLine;
      lineStart = newStart;
      pieces.push({ kind: 'string', text: text.slice(at, i), ...start, endLine: line, endCol: i - lineStart, depth: open.length, first });
      first = false;
    } else if (/[0-9]/.test(c) || (c === '.' && /[0-9]/.test(text[i + 1] ?? ''))) {
      NUMBER.lastIndex = i;
      const m = NUMBER.exec(text) as RegExpExecArray;
      // A word behind the number, or zeros before it: what is wrong, if anything, is looked up.
      if (/\w/.test(text[i + m[0].length] ?? '') || /^0[\d_]*[1-9]/.test(m[0])) {
        const fault = numbers().numberFault(text, i, m[0], line, i - lineStart);
        if (fault) return done(fault);
      }
      push('number', m[0]);
      i += m[0].length;
    } else {
      NAME.lastIndex = i;
      const n = NAME.exec(text);
      if (n) {
        push('name', n[0]);
        i += n[0].length;
        continue;
      }
      OPERATOR.lastIndex = i;
      const o = OPERATOR.exec(text);
      if (!o) {
        // Characters of no Python word are pieces that fit no rule: what is wrong before them is found first.
        if ('!$?`'.includes(c)) {
          push('op', c);
          i++;
          continue;
        }
        const p = text.codePointAt(i) as number;
        return done(
          new SyntaxFault(
            `invalid ${p > 127 ? '' : 'non-printable '}character '${p > 127 ? String.fromCodePoint(p) : ''}' (U+${p.toString(16).toUpperCase().padStart(4, '0')})`,
            line,
            i - lineStart,
          ),
        );
      }
      const t = o[0];
      push('op', t);
      if ('([{'.includes(t) && open.length >= DEEPEST) return done(new SyntaxFault('too many nested parentheses', line, i - lineStart));
      if ('([{'.includes(t)) open.push({ char: t, line, col: i - lineStart });
      else if (CLOSES[t]) {
        const top = open.pop();
        if (!top) return done(new SyntaxFault(`unmatched '${t}'`, line, i - lineStart));
        if (top.char !== CLOSES[t]) {
          const where = top.line === line ? '' : ` on line ${top.line}`;
          return done(new SyntaxFault(`closing parenthesis '${t}' does not match opening parenthesis '${top.char}'${where}`, line, i - lineStart));
        }
      }
      i += t.length;
    }
  }
  if (!first) push('newline', '');
  return done(null);
}
