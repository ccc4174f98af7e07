/** What is wrong with bytes that are no UTF-8, and with texts that UTF-8 has no bytes for. Lies in the pack `text`. */
import { makeException, PyError } from './errors.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

/** The first stretch that UTF-8 does not allow, as CPython counts it, and why; null: all is well. */
export function firstBad(b: Uint8Array): { from: number; to: number; why: string } | null {
  for (let i = 0; i < b.length;) {
    const c = b[i];
    const n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    const at = (k: number): boolean => {
      const x = b[i + k];
      const low = k === 1 && c === 0xe0 ? 0xa0 : k === 1 && c === 0xf0 ? 0x90 : 0x80;
      const high = k === 1 && c === 0xed ? 0x9f : k === 1 && c === 0xf4 ? 0x8f : 0xbf;
      return x >= low && x <= high;
    };
    let good = n === 0 ? 0 : 1;
    while (good > 0 && good < n && i + good < b.length && at(good)) good++;
    if (good === n && n > 0) {
      i += n;
      continue;
    }
    const end = i + good >= b.length && n > 0;
    const why = n === 0 ? 'invalid start byte' : end ? 'unexpected end of data' : 'invalid continuation byte';
    return { from: i, to: i + Math.max(good, 1), why };
  }
  return null;
}

/** The first surrogates without a partner, in CPython's words. Positions count characters. */
export function badText(text: string): never {
  const chars = [...text];
  const lone = (c: string | undefined): boolean => c !== undefined && c.length === 1 && c >= '\ud800' && c <= '\udfff';
  const from = chars.findIndex(lone);
  let to = from;
  while (lone(chars[to + 1])) to++;
  unfit('UnicodeEncodeError', 'utf-8', text, from, to + 1, 'surrogates not allowed');
}

/** A stretch that an encoding cannot express, or does not know. */
export function unfit(type: string, encoding: string, object: Value, from: number, to: number, why: string): never {
  throw new PyError(makeException(type, encoding, object, from, to, why));
}

/** `print` of parts one of which UTF-8 has no bytes for: those before it are written. */
export function badParts(vm: VM, parts: readonly string[], sep: string, text: string): never {
  const bad = parts.findIndex((p) => /\p{Surrogate}/u.test(p));
  vm.host.write(
    parts
      .slice(0, bad)
      .map((p) => p + sep)
      .join(''),
  );
  return badText(parts[bad] ?? text);
}
