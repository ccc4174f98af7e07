/** Unpacking a value into a fixed number of targets. */
import { PyList, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { EXHAUSTED, isGen, type NativeGen } from './functions.ts';
import { getIter, itemsOf, iterNext } from './iterate.ts';
import { typeOf } from './types.ts';
import { PyObject, type Value } from './values.ts';
import type { VM } from './vm.ts';

function count(items: readonly Value[], n: number): readonly Value[] {
  if (items.length > n) raise('ValueError', `too many values to unpack (expected ${n})`);
  if (items.length < n) raise('ValueError', `not enough values to unpack (expected ${n}, got ${items.length})`);
  return items;
}

/** Items of lists, tuples and other native containers; null when Python code must run. */
export function unpackSync(v: Value, n: number): readonly Value[] | null {
  if ((v instanceof PyTuple || v instanceof PyList) && !v.cls.heap) return count(v.items, n);
  if (v instanceof PyTuple && typeOf(v).owner('__iter__')?.heap !== true) return count(v.items, n);
  if (typeof v === 'string') return count(itemsOf(v) as Value[], n);
  if (!(v instanceof PyObject)) raise('TypeError', `cannot unpack non-iterable ${typeOf(v).tp} object`);
  return null;
}

/** Takes n items of any iterable, as a tuple. */
export function* unpackGen(vm: VM, v: Value, n: number): NativeGen {
  const t = typeOf(v);
  if (t.lookup('__iter__') === undefined && t.lookup('__getitem__') === undefined && itemsOf(v) === null) {
    raise('TypeError', `cannot unpack non-iterable ${t.tp} object`);
  }
  const r = getIter(vm, v);
  const it = isGen(r) ? yield* r : r;
  const out: Value[] = [];
  for (;;) {
    const s = iterNext(vm, it);
    const x = isGen(s) ? yield* s : s;
    if (x === EXHAUSTED) break;
    out.push(x);
    if (out.length > n) break;
  }
  return new PyTuple(count(out, n));
}
