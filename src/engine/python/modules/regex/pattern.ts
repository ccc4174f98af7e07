/**
 * Python's regular expressions: text to tree, with the words of CPython's `re` for what it refuses.
 *
 * Flags are resolved here. Groups are numbered in order of their brackets.
 * Leaves out: locale (L), bytes patterns, names of characters (\N{…}).
 */
import { excType, makeException, PyError, raise, Unsupported } from '../../errors.ts';
import { newType } from '../../types.ts';
import { classTest, type Test } from './classes.ts';
import { type Assertion, ENDLESS, lower, type Node, upper, width } from './tree.ts';

export const FLAG = { I: 2, L: 4, M: 8, S: 16, U: 32, X: 64, A: 256 } as const;

export interface Parsed {
  readonly node: Node;
  readonly flags: number;
  /** Group names by number from 1; '' for groups without one. */
  readonly names: string[];
}

export const errorType = newType('error', excType('Exception'), 're');
errorType.dotted = false;
export function bad(message: string, at: number): never {
  const exc = makeException(errorType, `${message} at position ${at}`);
  exc.attrs.set('msg', message);
  exc.attrs.set('pos', at);
  throw new PyError(exc);
}

const LETTERS: Readonly<Record<string, number>> = { i: FLAG.I, L: FLAG.L, m: FLAG.M, s: FLAG.S, u: FLAG.U, x: FLAG.X, a: FLAG.A };
const CONTROLS: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };
/** Brackets inside brackets; beyond it CPython's own parser gives up with a RecursionError. */
const DEEPEST = 200;

const folded =
  (test: Test): Test =>
  (c) =>
    test(c) || test(lower(c)) || test(upper(c));
function literal(c: number, fold: boolean): Node {
  if (!fold || (lower(c) === c && upper(c) === c)) return { kind: 'one', test: (x) => x === c, only: c };
  const l = lower(c);
  return { kind: 'one', test: (x) => lower(x) === l, only: null };
}
const one = (test: Test, fold: boolean): Node => ({ kind: 'one', test: fold ? folded(test) : test, only: null });

class Parser {
  readonly text: string[];
  at = 0;
  flags: number;
  readonly names: string[] = [];
  private readonly open = new Set<number>();
  private readonly widths = new Map<number, [number, number]>();
  private depth = 0;

  constructor(pattern: string, flags: number) {
    this.text = Array.from(pattern);
    this.flags = flags;
  }

  private get c(): string | undefined {
    return this.text[this.at];
  }
  private take(s: string): boolean {
    for (let i = 0; i < s.length; i++) if (this.text[this.at + i] !== s[i]) return false;
    this.at += s.length;
    return true;
  }
  private on(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }
  private get fold(): boolean {
    return this.on(FLAG.I);
  }

  /** Alternatives up to a closing bracket or the end. */
  alternatives(): Node {
    if (++this.depth > DEEPEST) throw new Unsupported(`a regular expression with brackets ${DEEPEST} deep`);
    const items = [this.sequence()];
    while (this.take('|')) items.push(this.sequence());
    this.depth--;
    return items.length === 1 ? items[0] : { kind: 'alt', items };
  }

  private sequence(): Node {
    const items: Node[] = [];
    while (this.c !== undefined && this.c !== '|' && this.c !== ')') {
      if (this.on(FLAG.X) && this.blank()) continue;
      const at = this.at;
      const item = this.quantified(this.atom(), at);
      if (item) items.push(item);
    }
    return items.length === 1 ? items[0] : { kind: 'seq', items };
  }

  /** Blanks and comments of a verbose pattern. */
  private blank(): boolean {
    if (/\s/.test(this.c as string)) this.at++;
    else if (this.c === '#') while (this.at < this.text.length && this.text[this.at] !== '\n') this.at++;
    else return false;
    return true;
  }

  private quantified(item: Node | null, from: number): Node | null {
    for (let node = item, times = 0; ; times++) {
      while (this.on(FLAG.X) && this.c !== undefined && this.blank());
      const at = this.at;
      const range = this.range();
      if (range === null) return node;
      if (times > 0) bad('multiple repeat', at);
      if (node === null || node.kind === 'assert') bad('nothing to repeat', at);
      const [min, max] = range;
      const lazy = this.take('?');
      const possessive = !lazy && this.take('+');
      const body: Node = { kind: 'repeat', min, max, lazy, body: node };
      node = possessive ? { kind: 'atomic', body } : body;
      if (from > at) return node;
    }
  }

  /** `*`, `+`, `?`, `{m,n}`; null where none stands here. */
  private range(): [number, number] | null {
    if (this.take('*')) return [0, ENDLESS];
    if (this.take('+')) return [1, ENDLESS];
    if (this.take('?')) return [0, 1];
    if (this.c !== '{') return null;
    const m = /^\{(\d*)(?:(,)(\d*))?\}/.exec(this.text.slice(this.at, this.at + 24).join(''));
    if (!m || (m[1] === '' && m[2] === undefined)) return null;
    const min = m[1] === '' ? 0 : Number(m[1]);
    const max = m[2] === undefined ? min : m[3] === '' ? ENDLESS : Number(m[3]);
    if (Math.max(min, max === ENDLESS ? 0 : max) >= 2 ** 32 - 1) raise('OverflowError', 'the repetition number is too large');
    if (min > max) bad('min repeat greater than max repeat', this.at + 1);
    this.at += m[0].length;
    return [min, max];
  }

  /** One item; null for what matches nothing by itself (comments, flags). */
  private atom(): Node | null {
    const at = this.at;
    const c = this.text[this.at++];
    if (c === '.') return one(this.on(FLAG.S) ? () => true : (x) => x !== 10, false);
    if (c === '^') return { kind: 'assert', what: this.on(FLAG.M) ? 'line-start' : 'start' };
    if (c === '$') return { kind: 'assert', what: this.on(FLAG.M) ? 'line-end' : 'end-or-newline' };
    if (c === '(') return this.bracket(at);
    if (c === '[') return this.set(at);
    if (c === '\\') return this.escape(at);
    if (c === '*' || c === '+' || c === '?') bad('nothing to repeat', at);
    if (c === '{') {
      this.at--;
      if (this.range() !== null) bad('nothing to repeat', at);
      this.at++;
    }
    return literal(c.codePointAt(0) as number, this.fold);
  }

  private class(letter: string): Test {
    return classTest(letter, this.on(FLAG.A));
  }

  private escape(at: number): Node {
    const n = this.text[this.at++];
    if (n === undefined) bad('bad escape (end of pattern)', at);
    if (n === 'A') return { kind: 'assert', what: 'start' };
    if (n === 'Z') return { kind: 'assert', what: 'end' };
    if (n === 'b' || n === 'B') return { kind: 'assert', what: `${n === 'B' ? 'no-' : ''}${this.on(FLAG.A) ? 'ascii-' : ''}word` as Assertion };
    if ('dDwWsS'.includes(n)) return one(this.class(n), false);
    if (/[1-9]/.test(n)) {
      const next = this.c ?? '';
      const third = this.text[this.at + 1] ?? '';
      if (/[0-3]/.test(n) && /[0-7]/.test(next) && /[0-7]/.test(third)) {
        this.at += 2;
        return literal(Number.parseInt(n + next + third, 8), this.fold);
      }
      let number = n;
      if (/[0-9]/.test(next)) {
        number += next;
        this.at++;
      }
      return this.reference(Number(number), at + 1);
    }
    return literal(this.character(n, at), this.fold);
  }

  private reference(n: number, at: number): Node {
    if (n > this.names.length) bad(`invalid group reference ${n}`, at);
    if (this.open.has(n)) bad('cannot refer to an open group', at - 1);
    return { kind: 'back', n, fold: this.fold };
  }

  /** The code point that an escape stands for, in a set or outside. */
  private character(n: string, at: number, inSet = false): number {
    if (n in CONTROLS && (n !== 'b' || inSet)) return CONTROLS[n];
    if (n === '0' || (inSet && /[0-7]/.test(n))) {
      const digits = /^[0-7]{0,2}/.exec(this.text.slice(this.at, this.at + 2).join(''))?.[0] ?? '';
      this.at += digits.length;
      return Number.parseInt(n + digits, 8);
    }
    const length = { x: 2, u: 4, U: 8 }[n];
    if (length !== undefined) {
      const digits = /^[0-9a-fA-F]*/.exec(this.text.slice(this.at, this.at + length).join(''))?.[0] ?? '';
      if (digits.length < length) bad(`incomplete escape \\${n}${digits}`, at);
      this.at += length;
      const c = Number.parseInt(digits, 16);
      if (c > 0x10ffff) bad(`bad escape \\${n}${digits}`, at);
      return c;
    }
    if (n === 'N') throw new Unsupported('\\N{…} in a regular expression');
    if (/[A-Za-z0-9]/.test(n)) bad(`bad escape \\${n}`, at);
    return n.codePointAt(0) as number;
  }

  private set(at: number): Node {
    const negative = this.take('^');
    const tests: Test[] = [];
    const member = (): { test: Test } | { c: number } => {
      const start = this.at;
      const c = this.text[this.at++];
      if (c === undefined) bad('unterminated character set', at);
      if (c !== '\\') return { c: c.codePointAt(0) as number };
      const n = this.text[this.at++];
      if (n === undefined) bad('bad escape (end of pattern)', start);
      return 'dDwWsS'.includes(n) ? { test: this.class(n) } : { c: this.character(n, start, true) };
    };
    for (let first = true; ; first = false) {
      if (this.c === undefined) bad('unterminated character set', at);
      if (this.c === ']' && !first) break;
      const start = this.at;
      const a = member();
      if (this.c === '-' && this.text[this.at + 1] !== ']') {
        this.at++;
        if (this.c === undefined) bad('unterminated character set', at);
        const b = member();
        const shown = (): string => this.text.slice(start, this.at).join('');
        if (!('c' in a) || !('c' in b) || b.c < a.c) bad(`bad character range ${shown()}`, start);
        const [lo, hi] = [a.c, b.c];
        tests.push((x) => x >= lo && x <= hi);
      } else if ('c' in a) {
        const { c } = a;
        tests.push((x) => x === c);
      } else tests.push(a.test);
    }
    this.at++;
    const any = tests.length === 1 ? tests[0] : (x: number): boolean => tests.some((t) => t(x));
    const fold = this.fold;
    const test = fold ? folded(any) : any;
    return one(tabled(negative ? (x) => !test(x) : test), false);
  }

  private bracket(at: number): Node | null {
    if (!this.take('?')) return this.group(at, '');
    if (this.take('P')) {
      if (this.take('<')) return this.group(at, this.name('>', at));
      if (this.take('=')) {
        const from = this.at;
        const name = this.name(')', at);
        const n = this.names.indexOf(name) + 1;
        if (n === 0) bad(`unknown group name '${name}'`, from);
        return this.reference(n, from);
      }
      if (this.c === undefined) bad('unexpected end of pattern', this.at);
      bad(`unknown extension ?P${this.c}`, at + 1);
    }
    if (this.take('#')) {
      while (this.c !== undefined && this.c !== ')') this.at++;
      if (!this.take(')')) bad('missing ), unterminated comment', at);
      return null;
    }
    if (this.take(':')) return this.inside(at);
    if (this.take('>')) return { kind: 'atomic', body: this.inside(at) };
    if (this.take('=')) return { kind: 'look', negative: false, back: null, body: this.inside(at) };
    if (this.take('!')) return { kind: 'look', negative: true, back: null, body: this.inside(at) };
    if (this.take('<=')) return this.behind(at, false);
    if (this.take('<!')) return this.behind(at, true);
    if (this.take('(')) return this.conditional(at);
    if (this.c === undefined) bad('unexpected end of pattern', this.at);
    if (this.c in LETTERS || this.c === '-') return this.inlineFlags(at);
    if (this.c === '<')
      bad(
        this.text[this.at + 1] === undefined ? 'unexpected end of pattern' : `unknown extension ?<${this.text[this.at + 1]}`,
        at + (this.text[this.at + 1] === undefined ? 3 : 1),
      );
    bad(`unknown extension ?${this.c}`, at + 1);
  }

  private inside(at: number): Node {
    const body = this.alternatives();
    if (!this.take(')')) bad('missing ), unterminated subpattern', at);
    return body;
  }

  private group(at: number, name: string): Node {
    if (name !== '' && this.names.includes(name))
      bad(`redefinition of group name '${name}' as group ${this.names.length + 1}; was group ${this.names.indexOf(name) + 1}`, at + 4);
    this.names.push(name);
    const n = this.names.length;
    this.open.add(n);
    const body = this.inside(at);
    this.open.delete(n);
    this.widths.set(n, width(body, this.widths));
    return { kind: 'group', n, body };
  }

  private name(end: string, at: number): string {
    const from = this.at;
    while (this.c !== undefined && this.c !== end) this.at++;
    const name = this.text.slice(from, this.at).join('');
    if (this.c === undefined) bad(name === '' ? 'missing group name' : `missing ${end}, unterminated name`, from);
    this.at++;
    if (name === '') bad('missing group name', from);
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) bad(`bad character in group name '${name}'`, at + 4);
    return name;
  }

  private behind(at: number, negative: boolean): Node {
    const body = this.inside(at);
    const [least, most] = width(body, this.widths);
    if (least !== most) throw new PyError(makeException(errorType, 'look-behind requires fixed-width pattern'));
    return { kind: 'look', negative, back: least, body };
  }

  private conditional(at: number): Node {
    const from = this.at;
    while (this.c !== undefined && this.c !== ')') this.at++;
    const name = this.text.slice(from, this.at).join('');
    if (!this.take(')')) bad(name === '' ? 'missing group name' : 'missing ), unterminated name', from);
    const n = /^\d+$/.test(name) ? Number(name) : this.names.indexOf(name) + 1;
    if (n === 0) bad(/^\d+$/.test(name) ? 'bad group number' : `unknown group name '${name}'`, from);
    if (n > this.names.length) bad(`invalid group reference ${n}`, from);
    const yes = this.sequence();
    const no: Node = this.take('|') ? this.sequence() : { kind: 'seq', items: [] };
    if (this.text[this.at] === '|') bad('conditional backref with more than two branches', this.at);
    if (!this.take(')')) bad('missing ), unterminated subpattern', at);
    return { kind: 'cond', n, yes, no };
  }

  /** `(?im)` at the start, `(?i-m:…)` anywhere. */
  private inlineFlags(at: number): Node | null {
    let add = 0;
    let remove = 0;
    let minus = false;
    for (; this.c !== undefined && this.c !== ')' && this.c !== ':'; this.at++) {
      if (this.c === '-' && !minus) {
        minus = true;
        continue;
      }
      const flag = LETTERS[this.c];
      if (flag === undefined) bad(/[A-Za-z]/.test(this.c) ? 'unknown flag' : minus ? 'missing flag' : 'missing -, : or )', this.at);
      if (minus) remove |= flag;
      else add |= flag;
    }
    if (this.c === undefined) bad(minus && remove === 0 ? 'missing flag' : 'missing -, : or )', this.at);
    if (add & FLAG.L) throw new Unsupported('the locale flag in a regular expression');
    if (this.take(')')) {
      if (minus) bad('missing :', this.at - 1);
      if (at !== 0) bad('global flags not at the start of the expression', at);
      this.flags |= add;
      return null;
    }
    this.at++;
    const outer = this.flags;
    this.flags = (this.flags | add) & ~remove;
    const body = this.inside(at);
    this.flags = outer;
    return body;
  }
}

/** A test that remembers its answers for ASCII. */
function tabled(test: Test): Test {
  const known = new Int8Array(128);
  return (c) => {
    if (c >= 128) return test(c);
    if (known[c] === 0) known[c] = test(c) ? 1 : -1;
    return known[c] === 1;
  };
}

export function parsePattern(pattern: string, flags: number): Parsed {
  const p = new Parser(pattern, flags);
  const node = p.alternatives();
  if (p.at < p.text.length) bad('unbalanced parenthesis', p.at);
  return { node, flags: p.flags, names: p.names };
}
