/**
 * CPython's hashes that do not change from run to run: numbers, tuples and frozensets of such.
 *
 * Source: `_Py_HashDouble`, `long_hash`, `tuplehash`, `frozenset_hash`.
 */
import { int } from './values.ts';

const P = (1n << 61n) - 1n;

export function hashInt(n: number | bigint): number | bigint {
  if (typeof n === 'number' && Math.abs(n) < 2 ** 53) return n === -1 ? -2 : n;
  const x = BigInt(n);
  const m = (x < 0n ? -x : x) % P;
  const h = x < 0n ? -m : m;
  return int(h === -1n ? -2n : h);
}

/** CPython's hash of a float: the residue of its exact value modulo 2^61 - 1. */
export function hashFloat(f: number): number | bigint {
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

/** `frozenset_hash` of setobject.c: the order of the elements must not matter. */
export function combineSet(parts: readonly (number | bigint)[]): number | bigint {
  const u = (x: bigint): bigint => BigInt.asUintN(64, x);
  let h = 0n;
  for (const p of parts) {
    const x = u(BigInt(p));
    h ^= u((x ^ 89869747n ^ u(x << 16n)) * 3644798167n);
  }
  h ^= u(BigInt(parts.length + 1) * 1927868237n);
  h ^= (h >> 11n) ^ (h >> 25n);
  h = BigInt.asIntN(64, h * 69069n + 907133923n);
  return h === -1n ? 590923713 : int(h);
}
