/**
 * re: patterns, matches and what the module does with them. `regex/` reads patterns and matches them, step by counted step.
 * Leaves out: bytes patterns, the scanner, debugging.
 */
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { PyError, raise, Unsupported } from '../errors.ts';
import type { NativeGen, PyModule, Request } from '../functions.ts';
import { arrayIterator } from '../iterate.ts';
import { extendType, fn } from '../native.ts';
import { textRepr } from '../repr.ts';
import { spendItems } from '../spend.ts';
import { plainIndex } from '../subscript.ts';
import { codePoints, pointIndex, unitIndex } from '../text.ts';
import { newType, typeOf } from '../types.ts';
import { PyBytes, PyObject, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { Matcher } from './regex/match.ts';
import { errorType, FLAG, parsePattern } from './regex/pattern.ts';
import { type Program, program } from './regex/program.ts';
import { parseTemplate, type Template } from './regex/template.ts';
import { makeModule } from './util.ts';

const { I, M, S, X, A, U } = FLAG;

/** An error in a pattern says which, and in a pattern of several lines the line and column. */
function located<T>(pattern: string, parse: () => T): T {
  try {
    return parse();
  } catch (e) {
    if (!(e instanceof PyError) || e.exc.cls !== errorType) throw e;
    const { exc } = e;
    const pos = exc.attrs.get('pos');
    if (typeof pos !== 'number') {
      exc.attrs.set('msg', exc.args.items[0]);
      for (const unknown of ['pos', 'lineno', 'colno']) exc.attrs.set(unknown, null);
      exc.attrs.set('pattern', pattern);
      throw e;
    }
    const before = codePoints(pattern).slice(0, pos);
    const [line, column] = [1 + before.filter((c) => c === '\n').length, pos - before.lastIndexOf('\n')];
    exc.attrs.set('pattern', pattern);
    exc.attrs.set('lineno', line);
    exc.attrs.set('colno', column);
    if (pattern.includes('\n')) exc.args = new PyTuple([`${String(exc.args.items[0])} (line ${line}, column ${column})`]);
    throw e;
  }
}

/** Flags in the order of their numbers; that of str patterns goes without saying. */
const SHOWN: readonly (readonly [number, string])[] = [
  [FLAG.I, 'IGNORECASE'],
  [FLAG.L, 'LOCALE'],
  [FLAG.M, 'MULTILINE'],
  [FLAG.S, 'DOTALL'],
  [FLAG.X, 'VERBOSE'],
  [FLAG.A, 'ASCII'],
];

class Pattern extends PyObject {
  readonly cls = patternType;
  readonly pattern: string;
  readonly flags: number;
  readonly names: string[];
  readonly program: Program;
  constructor(pattern: string, flags: number) {
    super();
    const parsed = located(pattern, () => parsePattern(pattern, flags));
    this.pattern = pattern;
    this.flags = parsed.flags | (parsed.flags & A ? 0 : U);
    this.names = parsed.names;
    this.program = program(parsed.node, parsed.names.length);
  }
}
const patternType = newType('Pattern', undefined, 're');
const matchType = newType('Match', undefined, 're');

class Match extends PyObject {
  readonly cls = matchType;
  readonly re: Pattern;
  readonly string: string;
  /** Starts and ends in code units, the whole match first; then the group that closed last. */
  private readonly places: Int32Array;
  constructor(re: Pattern, string: string, places: Int32Array) {
    super();
    this.re = re;
    this.string = string;
    this.places = places;
  }
  get start(): number {
    return this.places[0];
  }
  get end(): number {
    return this.places[1];
  }
  /** Where the search began and ended; null: the whole text. */
  bounds: readonly [number, number] | null = null;
  get last(): number {
    return this.places[this.places.length - 1];
  }
  index(v: Value): number {
    const g = unbox(v);
    if (typeof g === 'string') {
      const i = this.re.names.indexOf(g);
      if (i < 0) raise('IndexError', 'no such group');
      return i + 1;
    }
    const n = plainIndex(g);
    if (n === undefined || n < 0 || n > this.re.names.length) raise('IndexError', 'no such group');
    return n;
  }
  /** What group `n` matched; null where it took no part. */
  text(n: number): string | null {
    const [a, b] = [this.places[2 * n], this.places[2 * n + 1]];
    return a < 0 || b < 0 ? null : this.string.slice(a, b);
  }
  group(v: Value): Value {
    return this.text(this.index(v));
  }
  groups(missing: Value): Value[] {
    return this.re.names.map((_, i) => this.text(i + 1) ?? missing);
  }
  span(v: Value): [number, number] {
    const n = this.index(v);
    if (this.text(n) === null) return [-1, -1];
    return [pointIndex(this.string, this.places[2 * n]), pointIndex(this.string, this.places[2 * n + 1])];
  }
}

type How = 'match' | 'whole' | 'search';

function run(vm: VM, p: Pattern, s: string, how: How, pos: Value = 0, end?: Value): Match | null {
  const from = unitIndex(s, clamped(pos));
  const cut = end === undefined ? s : s.slice(0, unitIndex(s, clamped(end)));
  if (from > cut.length) return null;
  const m = new Matcher(p.program, cut, (n) => vm.charge(n));
  const places = how === 'search' ? m.search(from, false) : m.at(from, { whole: how === 'whole', advance: false });
  if (!places) return null;
  const match = new Match(p, s, places);
  match.bounds = [pointIndex(s, from), pointIndex(s, cut.length)];
  return match;
}

const clamped = (v: Value): number => Math.max(0, Number(v));

/** All matches, as they are asked for. After an empty one the next must not be empty at the same place. */
function* each(vm: VM, p: Pattern, s: string): Generator<Match, void> {
  const m = new Matcher(p.program, s, (n) => vm.charge(n));
  for (let at = 0, advance = false; ;) {
    const places = m.search(at, advance);
    if (!places) return;
    vm.charge(1);
    yield new Match(p, s, places);
    at = places[1];
    advance = places[0] === places[1];
  }
}

const isOctets = (v: Value): boolean => v instanceof PyBytes || typeOf(v).name === 'bytearray';

function text(v: Value): string {
  const s = unbox(v);
  if (isOctets(v)) raise('TypeError', 'cannot use a string pattern on a bytes-like object');
  if (typeof s !== 'string') raise('TypeError', `expected string or bytes-like object, got '${typeOf(v).tp}'`);
  return s;
}

const cache = new Map<string, Pattern>();
function compile(pattern: Value, flags: Value): Pattern {
  if (pattern instanceof Pattern) return pattern;
  if (isOctets(pattern)) throw new Unsupported('regular expressions over bytes');
  const key = `${Number(plainIndex(flags) ?? 0)}:${text(pattern)}`;
  let p = cache.get(key);
  if (!p) cache.set(key, (p = new Pattern(text(pattern), Number(plainIndex(flags) ?? 0))));
  return p;
}

/** A replacement text filled from a match. */
const filled = (template: Template, m: Match): string => template.map((t) => (typeof t === 'string' ? t : (m.text(t) ?? ''))).join('');
const templateOf = (text: string, p: Pattern): Template => located(text, () => parseTemplate(text, p.names));

function* sub(vm: VM, p: Pattern, repl: Value, s: string, count: number): Generator<Request, [string, number], Value> {
  let out = '';
  let last = 0;
  let n = 0;
  const r = unbox(repl);
  const template = typeof r === 'string' ? templateOf(r, p) : null;
  for (const m of each(vm, p, s)) {
    if (count > 0 && n >= count) break;
    out += s.slice(last, m.start);
    out += template ? filled(template, m) : text(yield* vm.call(repl, [m]));
    last = m.end;
    n++;
  }
  return [out + s.slice(last), n];
}

function findall(vm: VM, p: Pattern, s: string): Value {
  const n = p.names.length;
  return new PyList([...each(vm, p, s)].map((m) => (n < 2 ? (m.text(n) ?? '') : new PyTuple(m.groups('')))));
}

function split(vm: VM, p: Pattern, s: string, max: number): Value {
  const out: Value[] = [];
  let last = 0;
  let n = 0;
  for (const m of each(vm, p, s)) {
    if (max > 0 && n >= max) break;
    out.push(s.slice(last, m.start), ...m.groups(null));
    last = m.end;
    n++;
  }
  out.push(s.slice(last));
  return new PyList(out);
}

extendType(patternType, {
  methods: {
    'match(self, string, pos=0, endpos=…)': (vm, p, s, pos, end) => run(vm, p, text(s), 'match', pos, end),
    'fullmatch(self, string, pos=0, endpos=…)': (vm, p, s, pos, end) => run(vm, p, text(s), 'whole', pos, end),
    'search(self, string, pos=0, endpos=…)': (vm, p, s, pos, end) => run(vm, p, text(s), 'search', pos, end),
    'findall(self, string)': (vm, p, s) => findall(vm, p, text(s)),
    'finditer(self, string)': (vm, p, s) => arrayIterator([...each(vm, p, text(s))]),
    'split(self, string, maxsplit=0)': (vm, p, s, max) => split(vm, p, text(s), max),
    'sub(self, repl, string, count=0)': function* (vm, p, r, s, n) {
      return (yield* sub(vm, p, r, text(s), n))[0];
    },
    'subn(self, repl, string, count=0)': function* (vm, p, r, s, n): NativeGen {
      return new PyTuple(yield* sub(vm, p, r, text(s), n));
    },
    '__repr__(self, /)': (_vm, p: Pattern) => {
      const flags = SHOWN.filter(([bit]) => p.flags & bit).map(([, name]) => `re.${name}`);
      const shown = textRepr(p.pattern);
      return `re.compile(${codePoints(shown).slice(0, 200).join('')}${flags.length > 0 ? `, ${flags.join('|')}` : ''})`;
    },
  },
  attrs: {
    pattern: (_vm, p: Pattern) => p.pattern,
    flags: (_vm, p: Pattern) => p.flags,
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
    'groups(self, default=None)': (_vm, m: Match, d) => new PyTuple(m.groups(d)),
    'groupdict(self, default=None)': (_vm, m: Match, d) =>
      PyDict.of(m.re.names.map((n, i) => [n, m.text(i + 1) ?? d] as [Value, Value]).filter(([n]) => n !== '')),
    'start(self, group=0, /)': (_vm, m: Match, g) => m.span(g)[0],
    'end(self, group=0, /)': (_vm, m: Match, g) => m.span(g)[1],
    'span(self, group=0, /)': (_vm, m: Match, g) => span(m, g),
    'expand(self, template, /)': (_vm, m: Match, t) => filled(templateOf(text(t), m.re), m),
    '__getitem__(self, group, /)': (_vm, m: Match, g) => m.group(g),
    '__bool__(self, /)': () => true,
    '__repr__(self, /)': (_vm, m: Match) => `<re.Match object; span=(${m.span(0).join(', ')}), match=${textRepr(m.text(0) as string)}>`,
  },
  attrs: {
    string: (_vm, m: Match) => m.string,
    pos: (_vm, m: Match) => m.bounds?.[0] ?? 0,
    endpos: (_vm, m: Match) => m.bounds?.[1] ?? pointIndex(m.string, m.string.length),
    regs: (_vm, m: Match) => new PyTuple([...m.re.names.keys(), m.re.names.length].map((g) => span(m, g))),
    re: (_vm, m: Match) => m.re,
    lastindex: (_vm, m: Match) => (m.last > 0 ? m.last : null),
    lastgroup: (_vm, m: Match) => (m.last > 0 ? m.re.names[m.last - 1] || null : null),
  },
});

const SPECIAL = /[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g;

export function reModule(): PyModule {
  return makeModule('re', {
    types: [patternType, matchType, errorType],
    functions: [
      fn('compile(pattern, flags=0)', (_vm, p, f) => compile(p, f)),
      fn('match(pattern, string, flags=0)', (vm, p, s, f) => run(vm, compile(p, f), text(s), 'match')),
      fn('fullmatch(pattern, string, flags=0)', (vm, p, s, f) => run(vm, compile(p, f), text(s), 'whole')),
      fn('search(pattern, string, flags=0)', (vm, p, s, f) => run(vm, compile(p, f), text(s), 'search')),
      fn('findall(pattern, string, flags=0)', (vm, p, s, f) => findall(vm, compile(p, f), text(s))),
      fn('finditer(pattern, string, flags=0)', (vm, p, s, f) => arrayIterator([...each(vm, compile(p, f), text(s))])),
      fn('split(pattern, string, maxsplit=0, flags=0)', (vm, p, s, n, f) => split(vm, compile(p, f), text(s), n)),
      fn('sub(pattern, repl, string, count=0, flags=0)', function* (vm, p, r, s, n, f) {
        return (yield* sub(vm, compile(p, f), r, text(s), n))[0];
      }),
      fn('subn(pattern, repl, string, count=0, flags=0)', function* (vm, p, r, s, n, f): NativeGen {
        return new PyTuple(yield* sub(vm, compile(p, f), r, text(s), n));
      }),
      fn('escape(pattern)', (_vm, s) => {
        const t = text(s);
        spendItems(t.length);
        return t.replace(SPECIAL, '\\$&');
      }),
      fn('purge()', () => null),
    ],
    values: { I, IGNORECASE: I, M, MULTILINE: M, S, DOTALL: S, X, VERBOSE: X, A, ASCII: A, U: 32, UNICODE: 32, NOFLAG: 0 },
  });
}
