/**
 * Hashes of any values, and the search for a key where Python code may run: `__hash__` and `__eq__` of a program's classes.
 * A key of such a class may equal a native one (an int, a str, a tuple): both are found by their equal hashes. In the pack
 * `language`; what needs no Python code is in keys.ts.
 */
import { callSpecial } from './attr.ts';
import { asNum } from './arith.ts';
import { equals } from './compare.ts';
import { PyFrozenSet, PyTuple, type PyDict } from './containers.ts';
import { raise } from './errors.ts';
import { isGen, type NativeResult, type Request } from './functions.ts';
import { combineSet, combineTuple, hashFloat, hashInt } from './hashing.ts';
import { CustomKey, tryKey, type Key } from './keys.ts';
import { spend, spendText } from './spend.ts';
import { latin } from './text.ts';
import { idOf, PyBoxed, PyBytes, PyComplex, PyFloat, type Value } from './values.ts';
import type { VM } from './vm.ts';

function hashText(s: string): number {
  // CPython's string hashes are random by run; ours are fixed.
  spendText(s.length);
  let h = 0x811c9dc5;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
  return (h >>> 0) * 1048576 + (s.length % 1048576);
}

/** `hash(v)`. */
export function* hashOf(vm: VM, v: Value): Generator<Request, number | bigint, Value> {
  vm.charge(4);
  const n = asNum(v);
  if (n !== undefined && !(n instanceof PyComplex)) return n instanceof PyFloat ? hashFloat(n.v) : hashInt(n);
  if (typeof v === 'string') return hashText(v);
  if (v === null) return 8731609 * 16;
  if (typeof v !== 'object' || v instanceof PyFloat) return 0;
  const kind = v.cls.hashKind;
  if (kind === 'none') raise('TypeError', `unhashable type: '${v.cls.tp}'`);
  if (kind === 'identity') return idOf(v) / 16;
  if (kind === 'custom') {
    const owner = v.cls.owner('__hash__');
    if (owner?.heap) {
      const r = callSpecial(vm, v, '__hash__', []) as NativeResult;
      const h = isGen(r) ? yield* r : r;
      const plain = h instanceof PyBoxed ? h.value : typeof h === 'boolean' ? Number(h) : h;
      if (typeof plain !== 'number' && typeof plain !== 'bigint') raise('TypeError', '__hash__ method should return an integer');
      // A hash that fits 64 bits is taken as it is (slot_tp_hash); a larger one is hashed as an int.
      return typeof plain === 'bigint' && plain === BigInt.asIntN(64, plain) ? plain : hashInt(plain);
    }
  }
  if (v instanceof PyBoxed) return yield* hashOf(vm, v.value);
  if (v instanceof PyTuple) {
    const parts: (number | bigint)[] = [];
    for (const x of v.items) parts.push(yield* hashOf(vm, x));
    return combineTuple(parts);
  }
  if (v instanceof PyFrozenSet) {
    const parts: (number | bigint)[] = [];
    for (const x of v.values()) parts.push(yield* hashOf(vm, x));
    return combineSet(parts);
  }
  if (v instanceof PyBytes) return hashText(latin(v.data));
  if (v instanceof PyComplex) return hashFloat(v.re);
  // A native type with its own `__hash__` (generic aliases, dtypes …).
  const r = callSpecial(vm, v, '__hash__', []) as NativeResult;
  return (isGen(r) ? yield* r : r) as number;
}

/** An entry whose key has no form is compared in Python, or at least called for. */
const LOOK = 8;

/** The form under which `dict` holds this key, or a new one: by hash, then by equality. */
export function* search(vm: VM, dict: PyDict, key: Value): Generator<Request, Key, Value> {
  const hash = yield* hashOf(vm, key);
  // Python code that compares may change the dict.
  const bucket = [...(dict.custom?.get(hash) ?? [])];
  spend(LOOK * bucket.length);
  for (const c of bucket) if (c.key === key || (yield* same(vm, c.key, key))) return c;
  const form = tryKey(key);
  if (form !== undefined) return form;
  if (dict.size > dict.customs) {
    for (const [k, e] of [...dict.rows()]) {
      if (!(k instanceof CustomKey) && (yield* hashOf(vm, e.key)) === hash && (yield* same(vm, e.key, key))) return k;
    }
  }
  return new CustomKey(hash, key);
}

function* same(vm: VM, a: Value, b: Value): Generator<Request, boolean, Value> {
  const r = equals(vm, a, b);
  return typeof r === 'boolean' ? r : yield* r;
}
