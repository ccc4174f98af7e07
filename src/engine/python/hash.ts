/**
 * Hashing and key look-up when Python code may run: `__hash__` and `__eq__` of a program's classes.
 */
import { callSpecial } from './attr.ts';
import { asNum } from './arith.ts';
import { equals } from './compare.ts';
import { PyFrozenSet, PyTuple, type PyDict } from './containers.ts';
import { raise } from './errors.ts';
import { isGen, type NativeResult, type Request } from './functions.ts';
import { CustomKey, tryKey, type Key } from './keys.ts';
import { idOf, int, PyBoxed, PyBytes, PyComplex, PyFloat, type Value } from './values.ts';
import type { VM } from './vm.ts';

const P = (1n << 61n) - 1n;

function hashInt(n: number | bigint): number | bigint {
  if (typeof n === 'number' && Math.abs(n) < 2 ** 53) return n === -1 ? -2 : n;
  const x = BigInt(n);
  const m = (x < 0n ? -x : x) % P;
  const h = x < 0n ? -m : m;
  return int(h === -1n ? -2n : h);
}

/** CPython's hash of a float: the residue of its exact value modulo 2^61 - 1. */
function hashFloat(f: number): number | bigint {
  if (Number.isInteger(f)) return hashInt(Number.isSafeInteger(f) ? f : BigInt(f));
  if (f === Infinity) return 314159;
  if (f === -Infinity) return -314159;
  if (Number.isNaN(f)) return 0;
  let m = Math.abs(f);
  let e = 0;
  while (!Number.isInteger(m)) {
    m *= 2;
    e++;
  }
  // 2^61 is 1 modulo P, so dividing by 2^e multiplies by 2^(61 - e mod 61).
  let h = (BigInt(m) * (1n << BigInt((61 - (e % 61)) % 61))) % P;
  if (f < 0) h = -h;
  return int(h === -1n ? -2n : h);
}

function hashText(s: string): number {
  // CPython's string hashes are random by run; ours are fixed.
  let h = 0x811c9dc5;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
  return (h >>> 0) * 1048576 + (s.length % 1048576);
}

const M64 = (1n << 64n) - 1n;

export function combineTuple(parts: readonly (number | bigint)[]): number | bigint {
  let acc = 2870177450012600261n;
  for (const p of parts) {
    const lane = BigInt.asUintN(64, BigInt(p));
    acc = (acc + lane * 14029467366897019727n) & M64;
    acc = ((acc << 31n) | (acc >> 33n)) & M64;
    acc = (acc * 11400714785074694791n) & M64;
  }
  acc = (acc + (BigInt(parts.length) ^ (2870177450012600261n ^ 3527539n))) & M64;
  const h = BigInt.asIntN(64, acc);
  return h === -1n ? 1546275796 : int(h);
}

/** `hash(v)`. */
export function* hashOf(vm: VM, v: Value): Generator<Request, number | bigint, Value> {
  const n = asNum(v);
  if (n !== undefined && !(n instanceof PyComplex)) return n instanceof PyFloat ? hashFloat(n.v) : hashInt(n);
  if (typeof v === 'string') return hashText(v);
  if (v === null) return 8731609 * 16;
  if (typeof v !== 'object' || v instanceof PyFloat) return 0;
  const kind = v.cls.hashKind;
  if (kind === 'none') raise('TypeError', `unhashable type: '${v.cls.name}'`);
  if (kind === 'identity') return idOf(v) / 16;
  if (kind === 'custom') {
    const owner = v.cls.owner('__hash__');
    if (owner?.heap) {
      const r = callSpecial(vm, v, '__hash__', []) as NativeResult;
      const h = isGen(r) ? yield* r : r;
      const plain = h instanceof PyBoxed ? h.value : typeof h === 'boolean' ? Number(h) : h;
      if (typeof plain !== 'number' && typeof plain !== 'bigint') raise('TypeError', '__hash__ method should return an integer');
      return hashInt(plain);
    }
  }
  if (v instanceof PyBoxed) return yield* hashOf(vm, v.value);
  if (v instanceof PyTuple) {
    const parts: (number | bigint)[] = [];
    for (const x of v.items) parts.push(yield* hashOf(vm, x));
    return combineTuple(parts);
  }
  if (v instanceof PyFrozenSet) {
    let h = 1927868237;
    for (const x of v.values()) h ^= Number(BigInt.asIntN(31, BigInt(yield* hashOf(vm, x))));
    return h;
  }
  if (v instanceof PyBytes) return hashText(String.fromCharCode(...v.data));
  if (v instanceof PyComplex) return hashFloat(v.re);
  // A native type with its own `__hash__` (generic aliases, dtypes …).
  const r = callSpecial(vm, v, '__hash__', []) as NativeResult;
  return (isGen(r) ? yield* r : r) as number;
}

/** The form under which `dict` holds this key, or a new one. */
export function* resolveKey(vm: VM, dict: PyDict, key: Value): Generator<Request, Key, Value> {
  const k = tryKey(key);
  if (k !== undefined) return k;
  const hash = yield* hashOf(vm, key);
  for (const c of [...(dict.custom?.get(hash) ?? [])]) {
    if (c.key === key) return c;
    const r = equals(vm, c.key, key);
    if (typeof r === 'boolean' ? r : yield* r) return c;
  }
  return new CustomKey(hash, key);
}
