/** Bodies of str's methods, by name; their parameters are declared in str.ts. Lies in the pack `text`. */
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { callSpecial } from '../attr.ts';
import { isPyError, raise, Unsupported } from '../errors.ts';
import { isGen, type NativeFn, type NativeGen, type Request } from '../functions.ts';
import { collect } from '../iterate.ts';
import type { Body } from '../native.ts';
import { asciiRepr } from '../repr.ts';
import { strFormat } from '../strformat.ts';
import { plainIndex, spanOf } from '../subscript.ts';
import { codePoints, pointIndex, textLength, unitIndex } from '../text.ts';
import { bytesType, typeOf } from '../types.ts';
import { badText, unfit } from '../utf8.ts';
import { PyBytes, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

const text = (v: Value): string => unbox(v) as string;
function need(v: Value, what: string): string {
  const s = unbox(v);
  if (typeof s !== 'string') raise('TypeError', what);
  return s;
}

const SPACE = /^\s$/u;
const isSpace = (c: string): boolean => (SPACE.test(c) && c !== '\ufeff') || (c >= '\x1c' && c <= '\x1f') || c === '\x85';

function strip(s: string, chars: Value, left: boolean, right: boolean): string {
  const set = chars === null ? null : new Set(codePoints(need(chars, 'strip arg must be None or str')));
  const cp = codePoints(s);
  const drop = (c: string): boolean => (set ? set.has(c) : isSpace(c));
  let i = 0;
  let j = cp.length;
  if (left) while (i < j && drop(cp[i])) i++;
  if (right) while (j > i && drop(cp[j - 1])) j--;
  return cp.slice(i, j).join('');
}

/** Stretches without what `isSpace` takes for space. */
const WORDS = /(?:[^\s\x1c-\x1f\x85]|\ufeff)+/g;

function splitSpace(s: string, max: number, fromRight: boolean): string[] {
  if (max < 0) return s.match(WORDS) ?? [];
  const words = [...s.matchAll(WORDS)];
  const texts = words.map((w) => w[0]);
  if (words.length <= max) return texts;
  // What is left over keeps the space at its far end.
  if (!fromRight) return [...texts.slice(0, max), s.slice(words[max].index)];
  const cut = words.length - max;
  return [s.slice(0, words[cut - 1].index + texts[cut - 1].length), ...texts.slice(cut)];
}

function split(s: string, sep: Value, max: number, fromRight: boolean): Value {
  if (sep === null) return new PyList(splitSpace(s, max, fromRight));
  const d = need(sep, `must be str or None, not ${typeOf(sep).tp}`);
  if (d === '') raise('ValueError', 'empty separator');
  const parts = s.split(d);
  if (max < 0 || parts.length <= max + 1) return new PyList(parts);
  if (fromRight) return new PyList([parts.slice(0, parts.length - max).join(d), ...parts.slice(parts.length - max)]);
  return new PyList([...parts.slice(0, max), parts.slice(max).join(d)]);
}

/** The part of a string between code point bounds, with its offset in code units. */
function range(s: string, start: Value, end: Value): { part: string; offset: number; valid: boolean } {
  const n = textLength(s);
  const bound = (v: Value): number => plainIndex(v) ?? raise('TypeError', 'slice indices must be integers or None or have an __index__ method');
  const lo = start === null ? 0 : bound(start);
  const hi = end === null ? n : bound(end);
  const span = spanOf(lo, hi, 1, n);
  const a = unitIndex(s, span.start);
  const b = unitIndex(s, Math.max(span.start, span.stop));
  return { part: s.slice(a, b), offset: a, valid: lo <= n };
}

function find(s: string, sub: Value, start: Value, end: Value, last: boolean): number {
  const t = need(sub, `must be str, not ${typeOf(sub).tp}`);
  const r = range(s, start, end);
  if (!r.valid) return -1;
  const i = last ? r.part.lastIndexOf(t) : r.part.indexOf(t);
  return i < 0 ? -1 : pointIndex(s, i + r.offset);
}

function count(s: string, sub: string): number {
  if (sub === '') return textLength(s) + 1;
  let n = 0;
  for (let i = s.indexOf(sub); i >= 0; i = s.indexOf(sub, i + sub.length)) n++;
  return n;
}

function replace(s: string, a: string, b: string, max: number): string {
  if (max < 0) return s.split(a).join(b).length >= 0 && a !== '' ? s.split(a).join(b) : b + codePoints(s).join(b) + (s === '' ? '' : b);
  if (a === '') {
    const cp = codePoints(s);
    let out = '';
    for (let i = 0; i <= cp.length; i++) out += (i < max ? b : '') + (cp[i] ?? '');
    return out;
  }
  const parts = s.split(a);
  return parts.length <= max + 1 ? parts.join(b) : parts.slice(0, max).join(b) + (max > 0 ? b : '') + parts.slice(max).join(a);
}

function affix(name: string, test: (s: string, p: string) => boolean) {
  return (_vm: VM, self: Value, prefix: Value, start: Value, end: Value): Value => {
    const { part, valid } = range(text(self), start, end);
    const list = prefix instanceof PyTuple ? prefix.items : [prefix];
    return (
      valid &&
      list.some((p) =>
        test(
          part,
          need(
            p,
            prefix instanceof PyTuple
              ? `tuple for ${name} must only contain str, not ${typeOf(p).tp}`
              : `${name} first arg must be str or a tuple of str, not ${typeOf(p).tp}`,
          ),
        ),
      )
    );
  };
}

const CASED = /\p{Lu}|\p{Ll}|\p{Lt}/u;
const titled = (s: string): string => {
  let out = '';
  let inside = false;
  for (const c of s) {
    out += inside ? c.toLowerCase() : c.toUpperCase();
    inside = CASED.test(c);
  }
  return out;
};
const every =
  (re: RegExp) =>
  (_vm: VM, s: Value): Value =>
    re.test(text(s));

function widthOf(v: Value): number {
  return plainIndex(v) ?? raise('TypeError', `'${typeOf(v).tp}' object cannot be interpreted as an integer`);
}

function pad(s: string, wide: Value, fill: Value, where: 'left' | 'right' | 'center'): string {
  const f = need(fill, `The fill character must be a unicode character, not ${typeOf(fill).tp}`);
  if (textLength(f) !== 1) raise('TypeError', 'The fill character must be exactly one character long');
  const width = widthOf(wide);
  const n = width - textLength(s);
  if (n <= 0) return s;
  if (where === 'left') return s + f.repeat(n);
  if (where === 'right') return f.repeat(n) + s;
  const left = Math.floor(n / 2) + (n & width & 1);
  return f.repeat(left) + s + f.repeat(n - left);
}

function* join(vm: VM, sep: Value, iterable: Value): Generator<Request, string, Value> {
  const t = typeOf(iterable);
  if (t.lookup('__iter__') === undefined && t.lookup('__getitem__') === undefined) raise('TypeError', 'can only join an iterable');
  const items = yield* collect(vm, iterable);
  const parts: string[] = [];
  for (let i = 0; i < items.length; i++) {
    const s = unbox(items[i]);
    if (typeof s !== 'string') raise('TypeError', `sequence item ${i}: expected str instance, ${typeOf(items[i]).tp} found`);
    parts.push(s);
  }
  return parts.join(text(sep));
}

function lines(s: string, keep: boolean): string[] {
  const out: string[] = [];
  const re = /\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/g;
  let last = 0;
  for (const m of s.matchAll(re)) {
    out.push(s.slice(last, keep ? m.index + m[0].length : m.index));
    last = m.index + m[0].length;
  }
  if (last < s.length) out.push(s.slice(last));
  return out;
}

function* translate(vm: VM, s: string, table: Value): NativeGen {
  let out = '';
  for (const c of s) {
    const code = c.codePointAt(0) as number;
    const v = table instanceof PyDict && !typeOf(table).heap ? table.get(code) : yield* found(vm, table, code);
    out +=
      v === undefined ? c : v === null ? '' : typeof v === 'number' ? String.fromCodePoint(v) : need(v, 'character mapping must return integer, None or str');
  }
  return out;
}

/** What any table has for a character: one it lacks stays as it is. */
function* found(vm: VM, table: Value, code: number): Generator<Request, Value | undefined, Value> {
  const r = callSpecial(vm, table, '__getitem__', [code]);
  if (r === undefined) raise('TypeError', `'${typeOf(table).tp}' object is not subscriptable`);
  try {
    return isGen(r) ? yield* r : r;
  } catch (e) {
    if (isPyError(e, 'LookupError')) return undefined;
    throw e;
  }
}

/** The one key of a table that is a character. */
const keyed = (k: Value): Value => {
  if (typeof k !== 'string') return typeof k === 'number' ? k : raise('TypeError', 'keys in translate table must be strings or integers');
  return textLength(k) === 1 ? (k.codePointAt(0) as number) : raise('ValueError', 'string keys in translate table must be of length 1');
};

function makeTrans(a: Value, b: Value | undefined, c: Value | undefined): Value {
  const d = new PyDict();
  if (b === undefined) {
    if (!(a instanceof PyDict)) raise('TypeError', 'if you give only one argument to maketrans it must be a dict');
    for (const [k, v] of a.entries()) d.set(keyed(k), v);
    return d;
  }
  const x = codePoints(need(a, 'first maketrans argument must be a string if there is a second argument'));
  const y = codePoints(need(b, `maketrans() argument 2 must be str, not ${typeOf(b).tp}`));
  if (x.length !== y.length) raise('ValueError', 'the first two maketrans arguments must have equal length');
  x.forEach((ch, i) => d.set(ch.codePointAt(0) as number, y[i].codePointAt(0) as number));
  if (c !== undefined)
    for (const ch of codePoints(need(c, `maketrans() argument 3 must be str, not ${typeOf(c).tp}`))) d.set(ch.codePointAt(0) as number, null);
  return d;
}

function partition(s: string, sep: Value, last: boolean): Value {
  const d = need(sep, `must be str, not ${typeOf(sep).tp}`);
  if (d === '') raise('ValueError', 'empty separator');
  const i = last ? s.lastIndexOf(d) : s.indexOf(d);
  if (i < 0) return new PyTuple(last ? ['', '', s] : [s, '', '']);
  return new PyTuple([s.slice(0, i), d, s.slice(i + d.length)]);
}

/** A character as `backslashreplace` writes it. */
function escaped(c: number): string {
  const hex = c.toString(16);
  return c < 0x100 ? `\\x${hex.padStart(2, '0')}` : c < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** What an error handler puts in the place of characters that an encoding lacks; null: they are an error. */
function instead(c: number, errors: string): string | null {
  switch (errors) {
    case 'ignore':
      return '';
    case 'replace':
      return '?';
    case 'backslashreplace':
      return escaped(c);
    case 'xmlcharrefreplace':
      return `&#${c};`;
    case 'strict':
      return null;
    case 'surrogateescape':
    case 'surrogatepass':
    case 'namereplace':
      throw new Unsupported(`str.encode(errors=${asciiRepr(errors)})`);
    default:
      raise('LookupError', `unknown error handler name '${errors}'`);
  }
}

function encode(s: string, encoding: string, errors: string): PyBytes {
  const e = encoding.toLowerCase().replaceAll('_', '-');
  const marked = e === 'utf-8-sig';
  const utf8 = e === 'utf-8' || e === 'utf8' || marked;
  if (/^utf-?(16|32)/.test(e)) throw new Unsupported(`str.encode('${encoding}')`);
  const max = utf8
    ? 0xd800
    : e === 'ascii' || e === 'us-ascii'
      ? 128
      : e === 'latin-1' || e === 'latin1' || e === 'iso-8859-1'
        ? 256
        : raise('LookupError', `unknown encoding: ${encoding}`);
  const points = codePoints(s);
  const lacks = (c: string): boolean => {
    const n = c.codePointAt(0) as number;
    return utf8 ? n >= 0xd800 && n <= 0xdfff : n >= max;
  };
  const kept = points.map((c) => (lacks(c) ? instead(c.codePointAt(0) as number, errors) : c));
  const from = kept.indexOf(null);
  if (from >= 0) {
    if (utf8) badText(s);
    let to = from;
    while (kept[to + 1] === null) to++;
    unfit('UnicodeEncodeError', max === 128 ? 'ascii' : 'latin-1', s, from, to + 1, `ordinal not in range(${max})`);
  }
  const made = (marked ? '\ufeff' : '') + kept.join('');
  return new PyBytes(bytesType, utf8 ? new TextEncoder().encode(made) : Uint8Array.from(codePoints(made), (c) => c.codePointAt(0) as number));
}

export const format: NativeFn = (vm, args, kw) => strFormat(vm, text(args[0]), args.slice(1), kw ?? new Map());

export const METHODS: Readonly<Record<string, Body>> = {
  upper: (_vm, s) => text(s).toUpperCase(),
  lower: (_vm, s) => text(s).toLowerCase(),
  casefold: (_vm, s) =>
    text(s)
      .toLowerCase()
      .replace(/[ßﬀ-ﬆ]/g, (c) => c.toUpperCase().toLowerCase()),
  swapcase: (_vm, s) => Array.from(text(s), (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
  title: (_vm, s) => titled(text(s)),
  capitalize: (_vm, s) => {
    const cp = codePoints(text(s));
    return cp.length === 0 ? '' : cp[0].toUpperCase() + cp.slice(1).join('').toLowerCase();
  },
  strip: (_vm, s, c) => strip(text(s), c, true, true),
  lstrip: (_vm, s, c) => strip(text(s), c, true, false),
  rstrip: (_vm, s, c) => strip(text(s), c, false, true),
  split: (_vm, s, sep, max) => split(text(s), sep, widthOf(max), false),
  rsplit: (_vm, s, sep, max) => split(text(s), sep, widthOf(max), true),
  splitlines: (_vm, s, keep) => new PyList(lines(text(s), keep === true)),
  join: join,
  replace: (_vm, s, a, b, max) =>
    replace(
      text(s),
      need(a, `replace() argument 1 must be str, not ${typeOf(a).tp}`),
      need(b, `replace() argument 2 must be str, not ${typeOf(b).tp}`),
      widthOf(max),
    ),
  startswith: affix('startswith', (s, p) => s.startsWith(p)),
  endswith: affix('endswith', (s, p) => s.endsWith(p)),
  removeprefix: (_vm, s, v) => {
    const p = need(v, `removeprefix() argument must be str, not ${typeOf(v).tp}`);
    return text(s).startsWith(p) ? text(s).slice(p.length) : text(s);
  },
  removesuffix: (_vm, s, v) => {
    const p = need(v, `removesuffix() argument must be str, not ${typeOf(v).tp}`);
    return p !== '' && text(s).endsWith(p) ? text(s).slice(0, -p.length) : text(s);
  },
  find: (_vm, s, t, a, b) => find(text(s), t, a, b, false),
  rfind: (_vm, s, t, a, b) => find(text(s), t, a, b, true),
  index: (_vm, s, t, a, b) => {
    const i = find(text(s), t, a, b, false);
    return i < 0 ? raise('ValueError', 'substring not found') : i;
  },
  rindex: (_vm, s, t, a, b) => {
    const i = find(text(s), t, a, b, true);
    return i < 0 ? raise('ValueError', 'substring not found') : i;
  },
  count: (_vm, s, t, a, b) => count(range(text(s), a, b).part, need(t, `must be str, not ${typeOf(t).tp}`)),
  partition: (_vm, s, sep) => partition(text(s), sep, false),
  rpartition: (_vm, s, sep) => partition(text(s), sep, true),
  ljust: (_vm, s, w, f) => pad(text(s), w, f, 'left'),
  rjust: (_vm, s, w, f) => pad(text(s), w, f, 'right'),
  center: (_vm, s, w, f) => pad(text(s), w, f, 'center'),
  zfill: (_vm, self, w) => {
    const s = text(self);
    const sign = /^[+-]/.test(s) ? s[0] : '';
    return sign + '0'.repeat(Math.max(0, widthOf(w) - textLength(s))) + s.slice(sign.length);
  },
  expandtabs: (_vm, s, wide) => {
    const size = widthOf(wide);
    let col = 0;
    let out = '';
    for (const c of text(s)) {
      if (c === '\t') {
        const n = size > 0 ? size - (col % size) : 0;
        out += ' '.repeat(n);
        col += n;
      } else {
        out += c;
        col = c === '\n' || c === '\r' ? 0 : col + 1;
      }
    }
    return out;
  },
  isdigit: every(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]+$/u),
  isdecimal: every(/^\p{Nd}+$/u),
  isnumeric: every(/^\p{N}+$/u),
  isalpha: every(/^\p{L}+$/u),
  isalnum: every(/^[\p{L}\p{N}]+$/u),
  isspace: (_vm, s) => text(s) !== '' && codePoints(text(s)).every(isSpace),
  isidentifier: every(/^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}_]*$/u),
  isascii: every(/^[\x00-\x7f]*$/),
  isprintable: (_vm, s) => (asciiRepr(text(s)).length > 0 ? !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u.test(text(s)) : true),
  isupper: (_vm, s) => CASED.test(text(s)) && text(s) === text(s).toUpperCase(),
  islower: (_vm, s) => CASED.test(text(s)) && text(s) === text(s).toLowerCase(),
  istitle: (_vm, s) => CASED.test(text(s)) && text(s) === titled(text(s)),
  encode: (_vm, s, encoding, errors) => {
    const word = (name: string, v: Value): string => need(v, `encode() argument '${name}' must be str, not ${typeOf(v).tp}`);
    return encode(text(s), word('encoding', encoding), word('errors', errors));
  },
  translate: (vm, s, t) => translate(vm, text(s), t),
  format_map: (vm, s, m) => strFormat(vm, text(s), [], m),
  maketrans: (_vm, a, b, c) => makeTrans(a, b, c),
};
