/** bytes: construction and methods. In the pack `text`. */
import { LimitReached, raise } from '../errors.ts';
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

export function decode(b: Uint8Array, encoding: string): string {
  const e = encoding.toLowerCase().replaceAll('_', '-');
  if (e === 'latin-1' || e === 'iso-8859-1') return String.fromCharCode(...b);
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
  decode: (_vm, b: PyBytes, encoding) => decode(b.data, encoding),
  hex: (_vm, b: PyBytes) => Array.from(b.data, (x) => x.toString(16).padStart(2, '0')).join(''),
  startswith: (_vm, b: PyBytes, p: PyBytes) => p.data.every((x, i) => b.data[i] === x),
  fromhex: (_vm, _cls, text) =>
    new PyBytes(
      bytesType,
      Uint8Array.from((text.replaceAll(' ', '').match(/../g) ?? []) as string[], (h) => Number.parseInt(h, 16)),
    ),
};
