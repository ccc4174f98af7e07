/** bytes: what model code needs of them. */
import { LimitReached, raise } from '../errors.ts';
import type { NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import { extendType } from '../native.ts';
import { indexOf } from '../subscript.ts';
import { bytesType } from '../types.ts';
import { PyBytes, type Value } from '../values.ts';
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

function* create(vm: VM, args: Value[]): NativeGen {
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

/** The first byte that UTF-8 does not allow, in CPython's words. */
function badUtf8(b: Uint8Array): never {
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

extendType(bytesType, {
  create: (vm, args) => create(vm, args),
  raw: { __init__: () => null },
  methods: {
    "decode(self, encoding='utf-8', errors='strict')": (_vm, b: PyBytes, encoding) => decode(b.data, encoding),
    'hex(self)': (_vm, b: PyBytes) => Array.from(b.data, (x) => x.toString(16).padStart(2, '0')).join(''),
    'startswith(self, prefix, /)': (_vm, b: PyBytes, p: PyBytes) => p.data.every((x, i) => b.data[i] === x),
  },
  classmethods: {
    'fromhex(cls, text, /)': (_vm, _cls, text) =>
      new PyBytes(
        bytesType,
        Uint8Array.from((text.replaceAll(' ', '').match(/../g) ?? []) as string[], (h) => Number.parseInt(h, 16)),
      ),
  },
});
