/** bytes: construction and methods. In the pack `text`. */
import { LimitReached, raise, Unsupported } from '../errors.ts';
import type { NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import type { Body } from '../native.ts';
import { indexOf } from '../subscript.ts';
import { bytesType } from '../types.ts';
import { PyBytes, type Value } from '../values.ts';
import { badUtf8 } from '../utf8.ts';
import type { VM } from '../vm.ts';

/** Longest bytes object. */
const MOST = 64_000_000;

function* octets(vm: VM, v: Value): Generator<import('../functions.ts').Request, number[], Value> {
  const out: number[] = [];
  for (const x of yield* collect(vm, v)) {
    const n = Number(yield* indexOf(vm, x));
    if (n < 0 || n > 255) raise('ValueError', 'bytes must be in range(0, 256)');
    out.push(n);
  }
  return out;
}

export function* create(vm: VM, args: Value[]): NativeGen {
  const v = args[1];
  if (v === undefined) return new PyBytes(bytesType, new Uint8Array());
  if (typeof v === 'number' && v < 0) raise('ValueError', 'negative count');
  if (args.length > 2 && typeof v !== 'string') raise('TypeError', 'encoding without a string argument');
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
  return new PyBytes(bytesType, Uint8Array.from(yield* octets(vm, v)));
}

/** Bytes as characters of the same numbers; in pieces, for a call takes no more arguments. */
function asLatin(b: Uint8Array): string {
  let out = '';
  for (let i = 0; i < b.length; i += 8192) out += String.fromCharCode(...b.subarray(i, i + 8192));
  return out;
}

/** Python and the WHATWG's decoder put one sign for the same stretches of wrong bytes; what they stand for tells the dropping of them. */
function lenient(b: Uint8Array, errors: string): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(b);
  if (errors === 'replace') return text;
  if (errors !== 'ignore') throw new Unsupported(`bytes.decode with errors='${errors}'`);
  if (asLatin(b).includes('\xef\xbf\xbd')) throw new Unsupported("bytes.decode with errors='ignore' where U+FFFD itself is in the text");
  return text.replaceAll('\ufffd', '');
}

export function decode(b: Uint8Array, encoding: string, errors = 'strict'): string {
  const e = encoding.toLowerCase().replaceAll('_', '-');
  if (e === 'latin-1' || e === 'latin1' || e === 'iso-8859-1') return asLatin(b);
  if (errors !== 'strict' && e !== 'ascii' && e.startsWith('utf')) return lenient(b, errors);
  if (e === 'ascii') {
    const at = b.findIndex((x) => x > 127);
    if (at >= 0 && errors !== 'strict') throw new Unsupported(`bytes.decode to ASCII with errors='${errors}'`);
    if (at >= 0)
      raise('UnicodeDecodeError', `'ascii' codec can't decode byte 0x${(b[at] as number).toString(16)} in position ${at}: ordinal not in range(128)`);
  }
  if (e === 'ascii' || e === 'utf-8' || e === 'utf8') {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(b);
    } catch {
      badUtf8(b);
    }
  }
  raise('LookupError', `unknown encoding: ${encoding}`);
}

export const METHODS: Readonly<Record<string, Body>> = {
  decode: (_vm, b: PyBytes, encoding, errors) => decode(b.data, encoding, errors),
  hex: (_vm, b: PyBytes) => Array.from(b.data, (x) => x.toString(16).padStart(2, '0')).join(''),
  startswith: (_vm, b: PyBytes, p: PyBytes) => p.data.every((x, i) => b.data[i] === x),
  fromhex: (_vm, _cls, text) =>
    new PyBytes(
      bytesType,
      Uint8Array.from((text.replaceAll(' ', '').match(/../g) ?? []) as string[], (h) => Number.parseInt(h, 16)),
    ),
};
