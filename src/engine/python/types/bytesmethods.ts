/** bytes: construction and methods. In the pack `text`. */
import { latin } from '../text.ts';
import { LimitReached, raise, Unsupported } from '../errors.ts';
import type { NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import type { Body } from '../native.ts';
import { indexOf } from '../subscript.ts';
import { bytesType, typeOf } from '../types.ts';
import { PyBytes, PyFloat, type Value } from '../values.ts';
import { firstBad, unfit } from '../utf8.ts';
import type { VM } from '../vm.ts';

/** Longest bytes object. */
const MOST = 64_000_000;

function* octets(vm: VM, v: Value, what: string): Generator<import('../functions.ts').Request, number[], Value> {
  const out: number[] = [];
  for (const x of yield* collect(vm, v)) {
    const n = Number(yield* indexOf(vm, x));
    if (n < 0 || n > 255) raise('ValueError', `${what} must be in range(0, 256)`);
    out.push(n);
  }
  return out;
}

/** `str(v, encoding, errors)`. */
export function decoded(v: Value | undefined, encoding: Value | undefined, errors: Value | undefined): string {
  const word = (name: string, w: Value | undefined): string =>
    w === undefined || typeof w === 'string' ? (w as string) : raise('TypeError', `str() argument '${name}' must be str, not ${typeOf(w).tp}`);
  const [how, otherwise] = [word('encoding', encoding), word('errors', errors)];
  if (v === undefined) return '';
  if (typeof v === 'string') raise('TypeError', 'decoding str is not supported');
  const octets = v instanceof PyBytes || typeOf(v).name === 'bytearray' ? (v as PyBytes).data : undefined;
  if (!octets) raise('TypeError', `decoding to str: need a bytes-like object, ${typeOf(v).tp} found`);
  return decode(octets, how ?? 'utf-8', otherwise ?? 'strict');
}

export function* create(vm: VM, args: Value[], what = 'bytes'): NativeGen {
  const v = args[1];
  for (const i of [2, 3])
    if (args[i] !== undefined && typeof v !== 'string') raise('TypeError', `${i === 2 ? 'encoding' : 'errors'} without a string argument`);
  if (v === undefined) return new PyBytes(bytesType, new Uint8Array());
  if (typeof v === 'bigint') raise('OverflowError', "cannot fit 'int' into an index-sized integer");
  if (typeof v === 'number') {
    if (v < 0) raise('ValueError', 'negative count');
    if (v > MOST) throw new LimitReached('elements of a sequence', MOST);
    return new PyBytes(bytesType, new Uint8Array(v));
  }
  if (typeof v === 'string') {
    if (args.length < 3) raise('TypeError', 'string argument without an encoding');
    return new PyBytes(bytesType, new TextEncoder().encode(v));
  }
  if (v instanceof PyBytes) return v;
  if (v === null || v instanceof PyFloat) raise('TypeError', `cannot convert '${typeOf(v).tp}' object to ${what}`);
  return new PyBytes(bytesType, Uint8Array.from(yield* octets(vm, v, what === 'bytes' ? what : 'byte')));
}

/** What stands for a stretch of octets that an encoding does not know; null: nothing may. */
function instead(octets: Uint8Array, errors: string): string | null {
  const each = (f: (x: number) => string): string => Array.from(octets, f).join('');
  switch (errors) {
    case 'strict':
      return null;
    case 'ignore':
      return '';
    case 'replace':
      return '\ufffd';
    case 'backslashreplace':
      return each((x) => `\\x${x.toString(16).padStart(2, '0')}`);
    case 'surrogateescape':
      return each((x) => String.fromCharCode(0xdc00 + x));
    default:
      raise('LookupError', `unknown error handler name '${errors}'`);
  }
}

function decodeUtf8(b: Uint8Array, errors: string): string {
  let out = '';
  for (let rest = b; ;) {
    const bad = firstBad(rest);
    out += new TextDecoder('utf-8', { ignoreBOM: true }).decode(bad === null ? rest : rest.subarray(0, bad.from));
    if (bad === null) return out;
    const put = instead(rest.subarray(bad.from, bad.to), errors);
    const before = b.length - rest.length;
    if (put === null) unfit('UnicodeDecodeError', 'utf-8', new PyBytes(bytesType, b), before + bad.from, before + bad.to, bad.why);
    out += put;
    rest = rest.subarray(bad.to);
  }
}

function decodeAscii(b: Uint8Array, errors: string): string {
  let out = '';
  for (const [i, x] of b.entries()) {
    if (x < 128) out += String.fromCharCode(x);
    else {
      const put = instead(b.subarray(i, i + 1), errors);
      if (put === null) unfit('UnicodeDecodeError', 'ascii', new PyBytes(bytesType, b), i, i + 1, 'ordinal not in range(128)');
      out += put;
    }
  }
  return out;
}

export function decode(b: Uint8Array, encoding: string, errors = 'strict'): string {
  const e = encoding.toLowerCase().replaceAll('_', '-');
  if (e === 'latin-1' || e === 'latin1' || e === 'iso-8859-1') return latin(b);
  if (e === 'ascii' || e === 'us-ascii') return decodeAscii(b, errors);
  if (e === 'utf-8' || e === 'utf8') return decodeUtf8(b, errors);
  if (e === 'utf-8-sig') return decodeUtf8(b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf ? b.subarray(3) : b, errors);
  if (/^(utf-?(16|32|7)|cp\d+|gb\w*|shift.jis|big5|euc-\w+|iso-?8859-\d+|koi8-\w+)/.test(e)) throw new Unsupported(`decoding ${encoding}`);
  raise('LookupError', `unknown encoding: ${encoding}`);
}

export const METHODS: Readonly<Record<string, Body>> = {
  decode: (_vm, b: PyBytes, encoding, errors) => {
    for (const [name, v] of [
      ['encoding', encoding],
      ['errors', errors],
    ])
      if (typeof v !== 'string') raise('TypeError', `decode() argument '${name}' must be str, not ${typeOf(v as Value).tp}`);
    return decode(b.data, encoding, errors);
  },
  fromhex: (_vm, _cls, text) => {
    if (typeof text !== 'string') raise('TypeError', `fromhex() argument must be str, not ${typeOf(text as Value).tp}`);
    // Spaces may stand between octets, not within one.
    const out: number[] = [];
    for (let i = 0; i < text.length;) {
      if (/\s/.test(text[i])) i++;
      else {
        for (const k of [i, i + 1])
          if (!/[0-9a-fA-F]/.test(text[k] ?? ' ')) raise('ValueError', `non-hexadecimal number found in fromhex() arg at position ${k}`);
        out.push(Number.parseInt(text.slice(i, i + 2), 16));
        i += 2;
      }
    }
    return new PyBytes(bytesType, Uint8Array.from(out));
  },
};
