/**
 * Methods of bytes and bytearray, after CPython's `bytes_methods.c`: they work on the octets as characters of the same
 * numbers, so that JavaScript's own string search does the work. Lies in the pack `bytes`.
 * Letters and spaces are ASCII's.
 */
import { PyList, PyTuple } from '../containers.ts';
import { raise, Unsupported } from '../errors.ts';
import { isGen, type NativeGen, type Request } from '../functions.ts';
import { collect } from '../iterate.ts';
import type { Body } from '../native.ts';
import { spend, spendText } from '../spend.ts';
import { indexOf, plainIndex, spanOf } from '../subscript.ts';
import { latin } from '../text.ts';
import { bytesType, typeOf } from '../types.ts';
import { PyBytes, PyFloat, PyObject, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { part } from '../packs.ts';
import { decode } from './bytesmethods.ts';

const formats = part<typeof import('../percent.ts')>('text', 'percent');

/** What holds octets: bytes, bytearray. */
export interface Octets extends PyObject {
  readonly data: Uint8Array;
  /** A new one of the same kind. */
  like?(data: Uint8Array): Value;
}

export const isOctets = (v: Value): v is Octets => v instanceof PyBytes || (v instanceof PyObject && 'like' in v);

export { latin };

export function octetsOf(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

/** A text of octets in the kind that `like` is of: one of many, perhaps. */
const made = (like: Octets, text: string): Value => {
  spend(2 + (text.length >> 4));
  const data = octetsOf(text);
  return like.like ? like.like(data) : new PyBytes(bytesType, data);
};

const textOf = (v: Value, otherwise = `a bytes-like object is required, not '${typeOf(v).tp}'`): string =>
  isOctets(v) ? latin(v.data) : raise('TypeError', otherwise);

const SPACES = ' \t\n\r\v\f';

function strip(b: Octets, chars: Value, left: boolean, right: boolean): Value {
  const set = chars === null ? SPACES : textOf(chars);
  const s = latin(b.data);
  let i = 0;
  let j = s.length;
  if (left) while (i < j && set.includes(s[i])) i++;
  if (right) while (j > i && set.includes(s[j - 1])) j--;
  return made(b, s.slice(i, j));
}

/** Words between spaces, `max` cuts at most; what is not cut keeps its inner spaces. */
function words(s: string, max: number, fromRight: boolean): string[] {
  const found = [...s.matchAll(/[^ \t\n\r\v\f]+/g)].map((m) => [m.index, m.index + m[0].length] as const);
  const piece = ([a, b]: readonly [number, number]): string => s.slice(a, b);
  if (max < 0 || found.length <= max + 1) return found.map(piece);
  if (fromRight) return [s.slice(found[0][0], (found.at(-max - 1) as readonly [number, number])[1]), ...(max > 0 ? found.slice(-max).map(piece) : [])];
  return [...found.slice(0, max).map(piece), s.slice(found[max][0], found.at(-1)?.[1])];
}

/** A word that `max` leaves uncut keeps the spaces at its far end. */
function split(b: Octets, sep: Value, max: number, fromRight: boolean): Value {
  const s = latin(b.data);
  if (sep === null) {
    const parts = words(s, max, fromRight);
    const whole = [...s.matchAll(/[^ \t\n\r\v\f]+/g)].length;
    if (max >= 0 && whole > max + 1) {
      if (fromRight) parts[0] = s.slice(0, s.indexOf(parts[0]) + parts[0].length).replace(/^[ \t\n\r\v\f]+/, '');
      else parts[parts.length - 1] = parts[parts.length - 1].replace(/[ \t\n\r\v\f]+$/, '');
    }
    return new PyList(parts.map((p) => made(b, p)));
  }
  const d = textOf(sep);
  if (d === '') raise('ValueError', 'empty separator');
  let parts = s.split(d);
  if (max >= 0 && parts.length > max + 1)
    parts = fromRight ? [parts.slice(0, parts.length - max).join(d), ...parts.slice(parts.length - max)] : [...parts.slice(0, max), parts.slice(max).join(d)];
  return new PyList(parts.map((p) => made(b, p)));
}

/** The part between two bounds, and where it begins; null where it begins behind the end. */
function* range(vm: VM, b: Octets, start: Value, end: Value): Generator<Request, readonly [string, number] | null, Value> {
  const n = b.data.length;
  const message = 'slice indices must be integers or None or have an __index__ method';
  const lo = start === null ? 0 : Number(yield* indexOf(vm, start, message));
  const hi = end === null ? n : Number(yield* indexOf(vm, end, message));
  const span = spanOf(lo, hi, 1, n);
  return lo > n ? null : [latin(b.data.subarray(span.start, Math.max(span.start, span.stop))), span.start];
}

/** What is looked for: octets, or one octet as a number. */
function wanted(v: Value): string {
  if (typeof v === 'number' || typeof v === 'boolean') {
    const n = Number(v);
    return n >= 0 && n < 256 ? String.fromCharCode(n) : raise('ValueError', 'byte must be in range(0, 256)');
  }
  return textOf(v, `argument should be integer or bytes-like object, not '${typeOf(v).tp}'`);
}

const finder = (last: boolean, must: boolean): Body =>
  function* (vm, b: Octets, sub, start, end): NativeGen {
    const t = wanted(sub);
    const r = yield* range(vm, b, start, end);
    const i = r === null ? -1 : last ? r[0].lastIndexOf(t) : r[0].indexOf(t);
    if (i < 0 && must) raise('ValueError', 'subsection not found');
    return i < 0 ? -1 : i + (r as readonly [string, number])[1];
  };

const affix = (name: string, test: (s: string, p: string) => boolean): Body =>
  function* (vm, b: Octets, p, start, end): NativeGen {
    const list = p instanceof PyTuple ? p.items : [p];
    const texts = list.map((x) =>
      textOf(
        x,
        p instanceof PyTuple
          ? `a bytes-like object is required, not '${typeOf(x).tp}'`
          : `${name} first arg must be bytes or a tuple of bytes, not ${typeOf(x).tp}`,
      ),
    );
    const r = yield* range(vm, b, start, end);
    return r !== null && texts.some((t) => test(r[0], t));
  };

function partition(b: Octets, sep: Value, last: boolean): Value {
  const [s, d] = [latin(b.data), textOf(sep)];
  if (d === '') raise('ValueError', 'empty separator');
  const i = last ? s.lastIndexOf(d) : s.indexOf(d);
  const parts = i >= 0 ? [s.slice(0, i), d, s.slice(i + d.length)] : last ? ['', '', s] : [s, '', ''];
  return new PyTuple(parts.map((p) => made(b, p)));
}

function pad(name: string, b: Octets, width: Value, fill: Value, where: 'left' | 'right' | 'center'): Value {
  const c = fill === ' ' ? ' ' : isOctets(fill) && fill.data.length === 1 ? latin(fill.data) : null;
  if (c === null) raise('TypeError', `${name}() argument 2 must be a byte string of length 1, not ${typeOf(fill).tp}`);
  const w = Number(width);
  const s = latin(b.data);
  const missing = Math.max(0, w - s.length);
  spend(missing >> 4);
  const left = where === 'left' ? 0 : where === 'right' ? missing : (missing >> 1) + (missing & w & 1);
  return made(b, c.repeat(left) + s + c.repeat(missing - left));
}

function replace(b: Octets, old: Value, fresh: Value, max: number): Value {
  const [s, a, t] = [latin(b.data), textOf(old), textOf(fresh)];
  const parts = a === '' ? ['', ...s, ''] : s.split(a);
  const many = max < 0 ? parts.length - 1 : Math.min(max, parts.length - 1);
  spend((many * t.length) >> 4);
  return made(b, [parts.slice(0, many + 1).join(t), ...parts.slice(many + 1)].join(a));
}

const upper = (s: string): string => s.replace(/[a-z]+/g, (w) => w.toUpperCase());
const lower = (s: string): string => s.replace(/[A-Z]+/g, (w) => w.toLowerCase());
const titled = (s: string): string => s.replace(/[A-Za-z]+/g, (w) => w[0].toUpperCase() + w.slice(1).toLowerCase());
const changed =
  (f: (s: string) => string): Body =>
  (_vm, b: Octets) =>
    made(b, f(latin(b.data)));
const asked =
  (f: (s: string) => boolean): Body =>
  (_vm, b: Octets) =>
    f(latin(b.data));
const cased = (f: (s: string) => string): Body => asked((s) => /[A-Za-z]/.test(s) && f(s) === s);

function expand(s: string, size: number): string {
  let col = 0;
  return s.replace(/\t|[\n\r]|[^\t\n\r]+/g, (piece) => {
    if (piece === '\t') {
      const n = size > 0 ? size - (col % size) : 0;
      col += n;
      return ' '.repeat(n);
    }
    col = piece === '\n' || piece === '\r' ? 0 : col + piece.length;
    return piece;
  });
}

function hex(b: Octets, sep: Value | undefined, size: Value): string {
  const pairs = Array.from(b.data, (x) => x.toString(16).padStart(2, '0'));
  spendText(pairs.length * 2);
  const group = Number(plainIndex(size) ?? raise('TypeError', `'${typeOf(size).tp}' object cannot be interpreted as an integer`));
  if (sep === undefined) return pairs.join('');
  if (typeof sep !== 'string' && !(sep instanceof PyBytes)) {
    const n = sep instanceof PyList || sep instanceof PyTuple ? sep.items.length : raise('TypeError', `object of type '${typeOf(sep).tp}' has no len()`);
    raise(n === 1 ? 'TypeError' : 'ValueError', n === 1 ? 'sep must be str or bytes.' : 'sep must be length 1.');
  }
  const s = typeof sep === 'string' ? sep : textOf(sep);
  if (s.length !== 1) raise('ValueError', 'sep must be length 1.');
  if (s > '\x7f') raise('ValueError', 'sep must be ASCII.');
  const every = Math.abs(group) || pairs.length;
  // Groups are counted from the right, from the left where their size is negative.
  const lead = group > 0 ? pairs.length % every : 0;
  const rows: string[] = lead > 0 ? [pairs.slice(0, lead).join('')] : [];
  for (let i = lead; i < pairs.length; i += every) rows.push(pairs.slice(i, i + every).join(''));
  return rows.join(s);
}

function translate(b: Octets, table: Value, drop: Value): Value {
  const map = table === null ? null : textOf(table);
  if (map !== null && map.length !== 256) raise('ValueError', 'translation table must be 256 characters long');
  const gone = drop === undefined || drop === ' ' ? '' : textOf(drop);
  const s = latin(b.data);
  let out = '';
  for (const c of s) if (!gone.includes(c)) out += map === null ? c : map[c.charCodeAt(0)];
  return made(b, out);
}

function* join(vm: VM, b: Octets, list: Value): NativeGen {
  const items = yield* collect(vm, list);
  const texts = items.map((x, i) => textOf(x, `sequence item ${i}: expected a bytes-like object, ${typeOf(x).tp} found`));
  return made(b, texts.join(latin(b.data)));
}

/** `%` on bytes: numbers as in a text, and bytes for `%s` and `%b`; what else may stand there is refused. */
function* percent(vm: VM, b: Octets, args: Value): NativeGen {
  const list = args instanceof PyTuple ? args.items : [args];
  for (const v of list)
    if (!isOctets(v) && typeof v !== 'number' && !(v instanceof PyFloat)) throw new Unsupported(`bytes % ${typeOf(v).name}`, vm.currentLine());
  const form = latin(b.data);
  if (/%[^%a-zA-Z]*[acr]/.test(form) || !matched(form, list)) throw new Unsupported('this format of bytes', vm.currentLine());
  const texts = list.map((v) => (isOctets(v) ? latin(v.data) : v));
  const r = formats().percentFormat(vm, form.replace(/(%[^%a-zA-Z]*)b/g, '$1s'), new PyTuple(texts));
  return made(b, (isGen(r) ? yield* r : r) as string);
}

/** `%s` meets bytes, other letters meet numbers. */
const matched = (form: string, list: readonly Value[]): boolean => {
  const letters = [...form.matchAll(/%(?:%|[^%a-zA-Z]*([a-zA-Z]))/g)].map((m) => m[1]).filter((c) => c !== undefined);
  return letters.length === list.length && letters.every((c, i) => (c === 's' || c === 'b') === isOctets(list[i]));
};

export const METHODS: Readonly<Record<string, Body>> = {
  decode: (_vm, b: Octets, encoding, errors) => {
    spendText(b.data.length);
    return decode(b.data, encoding, errors);
  },
  hex: (_vm, b: Octets, sep, group) => hex(b, sep, group),
  __mod__: percent,
  upper: changed(upper),
  lower: changed(lower),
  title: changed(titled),
  swapcase: changed((s) => s.replace(/[A-Za-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) ^ 32))),
  capitalize: changed((s) => upper(s.slice(0, 1)) + lower(s.slice(1))),
  strip: (_vm, b: Octets, c) => strip(b, c, true, true),
  lstrip: (_vm, b: Octets, c) => strip(b, c, true, false),
  rstrip: (_vm, b: Octets, c) => strip(b, c, false, true),
  split: (_vm, b: Octets, sep, max) => split(b, sep, Number(max), false),
  rsplit: (_vm, b: Octets, sep, max) => split(b, sep, Number(max), true),
  splitlines: (_vm, b: Octets, keep) =>
    new PyList((latin(b.data).match(/[^\r\n]*(\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((l) => made(b, keep === true ? l : l.replace(/[\r\n]+$/, '')))),
  join,
  replace: (_vm, b: Octets, old, fresh, max) => replace(b, old, fresh, Number(max)),
  startswith: affix('startswith', (s, p) => s.startsWith(p)),
  endswith: affix('endswith', (s, p) => s.endsWith(p)),
  removeprefix: (_vm, b: Octets, p) => made(b, latin(b.data).startsWith(textOf(p)) ? latin(b.data).slice(textOf(p).length) : latin(b.data)),
  removesuffix: (_vm, b: Octets, p) =>
    made(b, textOf(p) !== '' && latin(b.data).endsWith(textOf(p)) ? latin(b.data).slice(0, -textOf(p).length) : latin(b.data)),
  find: finder(false, false),
  rfind: finder(true, false),
  index: finder(false, true),
  rindex: finder(true, true),
  *count(vm, b: Octets, sub, start, end) {
    const t = wanted(sub);
    const r = yield* range(vm, b, start, end);
    return r === null ? 0 : t === '' ? r[0].length + 1 : r[0].split(t).length - 1;
  },
  partition: (_vm, b: Octets, sep) => partition(b, sep, false),
  rpartition: (_vm, b: Octets, sep) => partition(b, sep, true),
  ljust: (_vm, b: Octets, w, f) => pad('ljust', b, w, f, 'left'),
  rjust: (_vm, b: Octets, w, f) => pad('rjust', b, w, f, 'right'),
  center: (_vm, b: Octets, w, f) => pad('center', b, w, f, 'center'),
  zfill: (_vm, b: Octets, width) => {
    const s = latin(b.data);
    const sign = /^[+-]/.test(s) ? s[0] : '';
    return made(b, sign + '0'.repeat(Math.max(0, Number(width) - s.length)) + s.slice(sign.length));
  },
  expandtabs: (_vm, b: Octets, size) => made(b, expand(latin(b.data), Number(size))),
  isdigit: asked((s) => /^[0-9]+$/.test(s)),
  isalpha: asked((s) => /^[A-Za-z]+$/.test(s)),
  isalnum: asked((s) => /^[0-9A-Za-z]+$/.test(s)),
  isspace: asked((s) => /^[ \t\n\r\v\f]+$/.test(s)),
  isascii: asked((s) => /^[\x00-\x7f]*$/.test(s)),
  isupper: cased(upper),
  islower: cased(lower),
  istitle: cased(titled),
  translate: (_vm, b: Octets, table, drop) => translate(b, table, drop),
  maketrans: (_vm, from, to) => {
    const [a, b] = [textOf(from), textOf(to)];
    if (a.length !== b.length) raise('ValueError', 'maketrans arguments must have same length');
    const table = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (let i = 0; i < a.length; i++) table[a.charCodeAt(i)] = b.charCodeAt(i);
    return new PyBytes(bytesType, table);
  },
};
