/** What is wrong with bytes that are no UTF-8, and with texts that UTF-8 has no bytes for. Lies in the pack `text`. */
import { raise } from './errors.ts';

/** The first byte that UTF-8 does not allow, in CPython's words. */
export function badUtf8(b: Uint8Array): never {
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
    const where = good > 1 ? `bytes in position ${i}-${i + good - 1}` : `byte 0x${c.toString(16).padStart(2, '0')} in position ${i}`;
    raise('UnicodeDecodeError', `'utf-8' codec can't decode ${where}: ${why}`);
  }
  raise('UnicodeDecodeError', "'utf-8' codec can't decode bytes");
}

/** The first surrogates without a partner, in CPython's words. Positions count characters. */
export function badText(text: string): never {
  const chars = [...text];
  const lone = (c: string | undefined): boolean => c !== undefined && c.length === 1 && c >= '\ud800' && c <= '\udfff';
  const from = chars.findIndex(lone);
  let to = from;
  while (lone(chars[to + 1])) to++;
  const where = to > from ? `characters in position ${from}-${to}` : `character '\\u${chars[from].charCodeAt(0).toString(16)}' in position ${from}`;
  raise('UnicodeEncodeError', `'utf-8' codec can't encode ${where}: surrogates not allowed`);
}
