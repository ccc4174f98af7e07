/**
 * re: Python's patterns translated to JavaScript's regular expressions. What the two languages read differently is
 * rewritten; what JavaScript cannot say (conditionals, atomic groups, possessive quantifiers) is refused by name.
 */
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { excType, makeException, PyError, raise, Unsupported } from '../errors.ts';
import type { NativeGen, PyModule, Request } from '../functions.ts';
import { arrayIterator } from '../iterate.ts';
import { extendType, fn } from '../native.ts';
import { textRepr } from '../repr.ts';
import { plainIndex } from '../subscript.ts';
import { pointIndex, unitIndex } from '../text.ts';
import { newType, typeOf } from '../types.ts';
import { PyObject, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { makeModule } from './util.ts';

const I = 2;
const M = 8;
const S = 16;
const X = 64;
const A = 256;

const errorType = newType('error', excType('Exception'), 're');
function bad(message: string, at: number): never {
  throw new PyError(makeException(errorType, `${message} at position ${at}`));
}

interface Translated {
  source: string;
  flags: number;
  names: string[];
}

/** JavaScript source for a Python pattern. */
export function translate(pattern: string, flagsIn: number): Translated {
  let flags = flagsIn;
  const names: string[] = [];
  let p = pattern;
  const inline = /^\(\?([aiLmsux]+)\)/.exec(p);
  if (inline) {
    for (const c of inline[1]) flags |= { i: I, m: M, s: S, x: X, a: A, u: 32, L: 4 }[c] ?? 0;
    p = p.slice(inline[0].length);
  }
  let out = '';
  let depth = 0;
  for (let i = 0; i < p.length; i++) {
    const c = p[i];
    if (c === '\\') {
      const n = p[++i];
      if (n === undefined) bad('bad escape (end of pattern)', i - 1);
      if (n === 'A') out += '(?<![\\s\\S])';
      else if (n === 'Z') out += '(?![\\s\\S])';
      else if (n === 'a') out += '\\x07';
      else if (/[0-9]/.test(n)) out += `\\${n}${n !== '0' && /[0-9]/.test(p[i + 1] ?? '') ? p[++i] : ''}`;
      else if (/[A-Za-z]/.test(n)) {
        if (!'dDwWsSbBnrtfvxuU'.includes(n)) bad(`bad escape \\${n}`, i - 1);
        out += shorthand(n, (flags & A) !== 0);
      } else out += /[\^$\\.*+?()[\]{}|/-]/.test(n) ? `\\${n}` : n;
      if (n === '-' || out.endsWith('\\-')) out = `${out.slice(0, -2)}-`;
    } else if (c === '[') {
      let j = i + 1;
      let cls = '[';
      if (p[j] === '^') {
        cls += '^';
        j++;
      }
      let first = true;
      for (; j < p.length && (p[j] !== ']' || first); j++) {
        first = false;
        if (p[j] === '\\') {
          const n = p[++j];
          cls += /[A-Za-z0-9]/.test(n) ? (n === 'a' ? '\\x07' : shorthand(n, (flags & A) !== 0, true)) : `\\${n}`;
        } else cls += '[]&|~/()'.includes(p[j]) ? `\\${p[j]}` : p[j];
      }
      if (j >= p.length) bad('unterminated character set', i);
      out += `${cls}]`.replaceAll('\\&', '&').replaceAll('\\~', '~');
      i = j;
    } else if (c === '(') {
      depth++;
      if (p[i + 1] !== '?') {
        out += '(';
        names.push('');
        continue;
      }
      const rest = p.slice(i + 2);
      let m: RegExpExecArray | null;
      if ((m = /^P<(\w+)>/.exec(rest))) {
        names.push(m[1]);
        out += `(?<${m[1]}>`;
        i += 1 + m[0].length;
      } else if ((m = /^P=(\w+)\)/.exec(rest))) {
        out += `\\k<${m[1]}>`;
        depth--;
        i += 1 + m[0].length;
      } else if ((m = /^#[^)]*\)/.exec(rest))) {
        depth--;
        i += 1 + m[0].length;
      } else if ((m = /^(:|=|!|<=|<!)/.exec(rest))) {
        out += `(?${m[0]}`;
        i += 1 + m[0].length;
      } else throw new Unsupported(`regular expression group (?${rest.slice(0, 3)}`);
    } else if (c === ')') {
      if (--depth < 0) bad('unbalanced parenthesis', i);
      out += c;
    } else if (c === '$') out += flags & M ? '(?=\\n|(?![\\s\\S]))' : '(?=\\n?(?![\\s\\S]))';
    else if (c === '^') out += flags & M ? '(?<=\\n|(?<![\\s\\S]))' : '(?<![\\s\\S])';
    else if (c === '.') out += flags & S ? '[\\s\\S]' : '[^\\n]';
    else if (flags & X && /\s/.test(c)) continue;
    else if (flags & X && c === '#') {
      while (i < p.length && p[i] !== '\n') i++;
    } else if ('*+?}'.includes(c) && p[i + 1] === '+') throw new Unsupported('possessive quantifier in a regular expression');
    else if (c === '{' && !/^\{\d*,?\d*\}/.test(p.slice(i))) out += '\\{';
    else if (c === '{') {
      const m = /^\{(\d*)(,?)(\d*)\}/.exec(p.slice(i)) as RegExpExecArray;
      out += m[1] === '' && m[2] === '' ? '\\{' : `{${m[1] === '' ? '0' : m[1]}${m[2]}${m[3]}}`;
      if (m[1] === '' && m[2] === '') continue;
      i += m[0].length - 1;
    } else out += c === '}' || c === '/' || c === ']' ? `\\${c}` : c;
  }
  if (depth > 0) bad('missing ), unterminated subpattern', p.indexOf('('));
  return { source: out, flags, names };
}

function shorthand(n: string, ascii: boolean, inClass = false): string {
  if (ascii) return `\\${n}`;
  switch (n) {
    case 'w':
      return inClass ? '\\p{L}\\p{N}_' : '[\\p{L}\\p{N}_]';
    case 'W':
      return inClass ? '\\W' : '[^\\p{L}\\p{N}_]';
    case 'd':
      return '\\p{Nd}';
    case 'D':
      return '\\P{Nd}';
    case 'b':
      return inClass ? '\\x08' : '(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))';
    case 'B':
      return '(?:(?<=[\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_]))';
    default:
      return `\\${n}`;
  }
}

class Pattern extends PyObject {
  readonly cls = patternType;
  readonly pattern: string;
  readonly flags: number;
  readonly names: string[];
  private readonly source: string;
  private readonly js = new Map<string, RegExp>();
  constructor(pattern: string, flags: number) {
    super();
    const t = translate(pattern, flags);
    this.pattern = pattern;
    this.flags = t.flags;
    this.names = t.names;
    this.source = t.source;
    this.regexp('g');
  }
  regexp(mode: 'g' | 'y' | 'full'): RegExp {
    let r = this.js.get(mode);
    if (!r) {
      const flags = `d${mode === 'g' ? 'g' : 'y'}u${this.flags & I ? 'i' : ''}`;
      try {
        r = new RegExp(mode === 'full' ? `(?:${this.source})(?![\\s\\S])` : this.source, flags);
      } catch (e) {
        throw new PyError(makeException(errorType, `${(e as Error).message.replace(/^Invalid regular expression: /, '')}`));
      }
      this.js.set(mode, r);
    }
    return r;
  }
}
const patternType = newType('Pattern', undefined, 're');
const matchType = newType('Match', undefined, 're');

class Match extends PyObject {
  readonly cls = matchType;
  readonly re: Pattern;
  readonly string: string;
  readonly m: RegExpExecArray;
  constructor(re: Pattern, string: string, m: RegExpExecArray) {
    super();
    this.re = re;
    this.string = string;
    this.m = m;
  }
  index(v: Value): number {
    const g = unbox(v);
    if (typeof g === 'string') {
      const i = this.re.names.indexOf(g);
      if (i < 0) raise('IndexError', 'no such group');
      return i + 1;
    }
    const n = plainIndex(g);
    if (n === undefined || n < 0 || n >= this.m.length) raise('IndexError', 'no such group');
    return n;
  }
  group(v: Value): Value {
    return this.m[this.index(v)] ?? null;
  }
  span(v: Value): [number, number] {
    const s = this.m.indices?.[this.index(v)];
    return s ? [pointIndex(this.string, s[0]), pointIndex(this.string, s[1])] : [-1, -1];
  }
}

function run(p: Pattern, s: string, mode: 'g' | 'y' | 'full', pos = 0, end?: number): Match | null {
  const r = p.regexp(mode);
  const text = end === undefined ? s : s.slice(0, unitIndex(s, end));
  r.lastIndex = unitIndex(s, pos);
  const m = r.exec(text);
  return m ? new Match(p, s, m) : null;
}

function all(vm: VM, p: Pattern, s: string): Match[] {
  const r = p.regexp('g');
  const out: Match[] = [];
  r.lastIndex = 0;
  for (const m of s.matchAll(r)) {
    vm.charge(1);
    out.push(new Match(p, s, m as RegExpExecArray));
  }
  return out;
}

function text(v: Value): string {
  const s = unbox(v);
  if (typeof s !== 'string') raise('TypeError', `expected string or bytes-like object, got '${typeOf(v).name}'`);
  return s;
}

const cache = new Map<string, Pattern>();
function compile(pattern: Value, flags: Value): Pattern {
  if (pattern instanceof Pattern) return pattern;
  const key = `${Number(plainIndex(flags) ?? 0)}:${text(pattern)}`;
  let p = cache.get(key);
  if (!p) cache.set(key, (p = new Pattern(text(pattern), Number(plainIndex(flags) ?? 0))));
  return p;
}

/** `\1`, `\g<name>` and escapes of a replacement text. */
function expand(template: string, m: Match): string {
  return template.replace(/\\(?:g<(\w+)>|(\d{1,2})|([\s\S]))/g, (whole, name: string | undefined, num: string | undefined, c: string | undefined) => {
    if (name !== undefined) return (m.group(/^\d+$/.test(name) ? Number(name) : name) as string | null) ?? '';
    if (num !== undefined) {
      if (Number(num) >= m.m.length) bad(`invalid group reference ${num}`, 1);
      return (m.group(Number(num)) as string | null) ?? '';
    }
    const plain = { n: '\n', t: '\t', r: '\r', '\\': '\\', f: '\f', v: '\v', a: '\x07', b: '\b' }[c as string];
    if (plain !== undefined) return plain;
    if (/[A-Za-z]/.test(c as string)) bad(`bad escape \\${c}`, 0);
    return whole;
  });
}

function* sub(vm: VM, p: Pattern, repl: Value, s: string, count: number): Generator<Request, [string, number], Value> {
  let out = '';
  let last = 0;
  let n = 0;
  for (const m of all(vm, p, s)) {
    if (count > 0 && n >= count) break;
    out += s.slice(last, m.m.index);
    const r = unbox(repl);
    out += typeof r === 'string' ? expand(r, m) : text(yield* vm.call(repl, [m]));
    last = m.m.index + m.m[0].length;
    n++;
  }
  return [out + s.slice(last), n];
}

function findall(vm: VM, p: Pattern, s: string): Value {
  return new PyList(all(vm, p, s).map(({ m }) => (m.length === 1 ? m[0] : m.length === 2 ? (m[1] ?? '') : new PyTuple(m.slice(1).map((g) => g ?? '')))));
}

function split(vm: VM, p: Pattern, s: string, max: number): Value {
  const out: Value[] = [];
  let last = 0;
  let n = 0;
  for (const { m } of all(vm, p, s)) {
    if (max > 0 && n >= max) break;
    out.push(s.slice(last, m.index), ...m.slice(1).map((g) => g ?? null));
    last = m.index + m[0].length;
    n++;
  }
  out.push(s.slice(last));
  return new PyList(out);
}

extendType(patternType, {
  methods: {
    'match(self, string, pos=0, endpos=…)': (_vm, p, s, pos, end) => run(p, text(s), 'y', pos, end),
    'fullmatch(self, string, pos=0, endpos=…)': (_vm, p, s, pos, end) => run(p, text(s), 'full', pos, end),
    'search(self, string, pos=0, endpos=…)': (_vm, p, s, pos, end) => run(p, text(s), 'g', pos, end),
    'findall(self, string)': (vm, p, s) => findall(vm, p, text(s)),
    'finditer(self, string)': (vm, p, s) => arrayIterator(all(vm, p, text(s))),
    'split(self, string, maxsplit=0)': (vm, p, s, max) => split(vm, p, text(s), max),
    'sub(self, repl, string, count=0)': function* (vm, p, r, s, n) {
      return (yield* sub(vm, p, r, text(s), n))[0];
    },
    'subn(self, repl, string, count=0)': function* (vm, p, r, s, n): NativeGen {
      return new PyTuple(yield* sub(vm, p, r, text(s), n));
    },
    '__repr__(self, /)': (_vm, p: Pattern) => `re.compile(${textRepr(p.pattern)})`,
  },
  attrs: {
    pattern: (_vm, p: Pattern) => p.pattern,
    flags: (_vm, p: Pattern) => p.flags | 32,
    groups: (_vm, p: Pattern) => p.names.length,
    groupindex: (_vm, p: Pattern) => PyDict.of(p.names.map((n, i) => [n, i + 1] as [Value, Value]).filter(([n]) => n !== '')),
  },
});

const span = (m: Match, g: Value): Value => new PyTuple(m.span(g));
extendType(matchType, {
  raw: {
    group: (_vm, args) => {
      const m = args[0] as Match;
      const list = args.length === 1 ? [0] : args.slice(1);
      return list.length === 1 ? m.group(list[0]) : new PyTuple(list.map((g) => m.group(g)));
    },
  },
  methods: {
    'groups(self, default=None)': (_vm, m: Match, d) => new PyTuple(m.m.slice(1).map((g) => g ?? d)),
    'groupdict(self, default=None)': (_vm, m: Match, d) =>
      PyDict.of(m.re.names.map((n, i) => [n, m.m[i + 1] ?? d] as [Value, Value]).filter(([n]) => n !== '')),
    'start(self, group=0, /)': (_vm, m: Match, g) => m.span(g)[0],
    'end(self, group=0, /)': (_vm, m: Match, g) => m.span(g)[1],
    'span(self, group=0, /)': (_vm, m: Match, g) => span(m, g),
    'expand(self, template, /)': (_vm, m: Match, t) => expand(text(t), m),
    '__getitem__(self, group, /)': (_vm, m: Match, g) => m.group(g),
    '__bool__(self, /)': () => true,
    '__repr__(self, /)': (_vm, m: Match) => `<re.Match object; span=(${m.span(0).join(', ')}), match=${textRepr(m.m[0])}>`,
  },
  attrs: {
    string: (_vm, m: Match) => m.string,
    re: (_vm, m: Match) => m.re,
    lastindex: (_vm, m: Match) => {
      const i = m.m.findLastIndex((g) => g !== undefined);
      return i > 0 ? i : null;
    },
    lastgroup: (_vm, m: Match) => {
      const i = m.m.findLastIndex((g) => g !== undefined);
      return i > 0 ? m.re.names[i - 1] || null : null;
    },
  },
});

const SPECIAL = /[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g;

export function reModule(): PyModule {
  return makeModule('re', {
    types: [patternType, matchType, errorType],
    functions: [
      fn('compile(pattern, flags=0)', (_vm, p, f) => compile(p, f)),
      fn('match(pattern, string, flags=0)', (_vm, p, s, f) => run(compile(p, f), text(s), 'y')),
      fn('fullmatch(pattern, string, flags=0)', (_vm, p, s, f) => run(compile(p, f), text(s), 'full')),
      fn('search(pattern, string, flags=0)', (_vm, p, s, f) => run(compile(p, f), text(s), 'g')),
      fn('findall(pattern, string, flags=0)', (vm, p, s, f) => findall(vm, compile(p, f), text(s))),
      fn('finditer(pattern, string, flags=0)', (vm, p, s, f) => arrayIterator(all(vm, compile(p, f), text(s)))),
      fn('split(pattern, string, maxsplit=0, flags=0)', (vm, p, s, n, f) => split(vm, compile(p, f), text(s), n)),
      fn('sub(pattern, repl, string, count=0, flags=0)', function* (vm, p, r, s, n, f) {
        return (yield* sub(vm, compile(p, f), r, text(s), n))[0];
      }),
      fn('subn(pattern, repl, string, count=0, flags=0)', function* (vm, p, r, s, n, f): NativeGen {
        return new PyTuple(yield* sub(vm, compile(p, f), r, text(s), n));
      }),
      fn('escape(pattern)', (_vm, s) => text(s).replace(SPECIAL, '\\$&')),
      fn('purge()', () => null),
    ],
    values: { I, IGNORECASE: I, M, MULTILINE: M, S, DOTALL: S, X, VERBOSE: X, A, ASCII: A, U: 32, UNICODE: 32, NOFLAG: 0 },
  });
}
