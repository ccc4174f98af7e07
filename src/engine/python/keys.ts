/**
 * Key forms: one JavaScript Map key for each class of equal Python keys.
 *
 * Numbers that are equal share a form whatever their type; tuples and frozensets become strings built from the forms of
 * their items; objects that hash by identity are themselves. Objects with Python-level `__hash__`/`__eq__` have no form
 * until Python code has run (`hash.ts`).
 */
import { PyFrozenSet, PyTuple, type PyDict } from './containers.ts';
import { raise, Unsupported } from './errors.ts';
import { spendText } from './spend.ts';
import { typeOf } from './types.ts';
import { idOf, PyBoxed, PyBytes, PyComplex, PyFloat, type Value } from './values.ts';

export class CustomKey {
  readonly hash: number | bigint;
  readonly key: Value;
  constructor(hash: number | bigint, key: Value) {
    this.hash = hash;
    this.key = key;
  }
}

export type Key = string | number | bigint | null | object | CustomKey;

/** The engine below hashes the lowest 64 bits of a bigint: larger ones with these bits alike would all collide. */
const bigKey = (n: bigint): bigint | string => (n === BigInt.asIntN(64, n) ? n : `\0I${n.toString(36)}`);

const floatKey = (f: number): Key => (Number.isInteger(f) && !Number.isSafeInteger(f) ? bigKey(BigInt(f)) : f + 0);

/** The form of a key, or undefined when Python code must run to find it. Raises TypeError for unhashable values. */
export function tryKey(v: Value): Key | undefined {
  if (typeof v === 'string') return v.charCodeAt(0) === 0 ? `\0S${v}` : v;
  if (typeof v === 'number') return v;
  if (typeof v === 'boolean') return v ? 1 : 0;
  if (v === null) return v;
  if (typeof v === 'bigint') return bigKey(v);
  if (v instanceof PyFloat) return Number.isNaN(v.v) ? v : floatKey(v.v);
  const kind = v.cls.hashKind;
  if (kind === 'identity') return v;
  if (kind === 'custom') return undefined;
  if (kind === 'none') raise('TypeError', `unhashable type: '${v.cls.tp}'`);
  if (v instanceof PyTuple) {
    const s = tupleKey(v);
    return s === undefined ? undefined : `\0T${s}`;
  }
  if (v instanceof PyBoxed) return tryKey(v.value);
  if (v instanceof PyFrozenSet) {
    const parts: string[] = [];
    for (const x of v.values()) {
      const s = part(x);
      if (s === undefined) return undefined;
      parts.push(s);
    }
    const s = `\0F${parts.sort().join('')}`;
    spendText(s.length);
    return s;
  }
  if (v instanceof PyBytes) return `\0B${v.data.join()}`;
  if (v instanceof PyComplex) return v.im === 0 ? floatKey(v.re) : `\0C${v.re},${v.im}`;
  return undefined;
}

function tupleKey(t: PyTuple): string | undefined {
  let out = '(';
  for (const x of t.items) {
    const s = part(x);
    if (s === undefined) return undefined;
    out += s;
  }
  return `${out})`;
}

function part(v: Value): string | undefined {
  if (v instanceof PyTuple && v.cls.hashKind === 'value') return tupleKey(v);
  const k = tryKey(v);
  if (k === undefined) return undefined;
  if (k === null) return 'N';
  if (typeof k === 'string') return `s${k.length}:${k}`;
  if (typeof k === 'number' || typeof k === 'bigint') return `n${k};`;
  return `o${idOf(k)};`;
}

/** The form of a key in this dict, or undefined when Python code must run: a key of a program's class may equal it too. */
export function formIn(d: PyDict, v: Value): Key | undefined {
  const k = tryKey(v);
  return d.custom !== null && k !== undefined && d.at(k) === undefined ? undefined : k;
}

/** The form of a key that needs no Python code. */
export function keyOf(v: Value): Key {
  const k = tryKey(v);
  if (k === undefined) throw new Unsupported(`${typeOf(v).tp} with its own __hash__ or __eq__ as a key here`);
  return k;
}
