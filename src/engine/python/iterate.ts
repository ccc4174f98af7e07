/**
 * Iteration: iterators of native containers, the protocol for the rest, and collecting into arrays.
 */
import { callSpecial } from './attr.ts';
import { PyDict, PyList, PyRange, PySet, PyTuple } from './containers.ts';
import { isPyError, LimitReached, raise } from './errors.ts';
import { EXHAUSTED, isGen, PyGenerator, PyIterator, PyStepIterator, type NativeGen, type NativeResult, type Request } from './functions.ts';
import { setOrder } from './setorder.ts';
import { PyView } from './views.ts';
import { generatorType, newType, iteratorType, typeOf, PyType, type PyType as T } from './types.ts';
import { PyBoxed, PyBytes, type Value } from './values.ts';
import { spend } from './spend.ts';
import type { VM } from './vm.ts';

const named = (name: string): T => newType(name, iteratorType);
export const ITERATOR_TYPES = {
  list: named('list_iterator'),
  tuple: named('tuple_iterator'),
  range: named('range_iterator'),
  str: named('str_iterator'),
  dictKeys: named('dict_keyiterator'),
  dictValues: named('dict_valueiterator'),
  dictItems: named('dict_itemiterator'),
  set: named('set_iterator'),
  bytes: named('bytes_iterator'),
  reversed: named('reversed'),
  sequence: named('iterator'),
  callable: named('callable_iterator'),
  map: named('map'),
  filter: named('filter'),
  zip: named('zip'),
  enumerate: named('enumerate'),
};

export function listIterator(list: PyList): PyIterator {
  let i = 0;
  return new PyIterator(() => (i < list.items.length ? list.items[i++] : undefined), ITERATOR_TYPES.list);
}

export function arrayIterator(items: readonly Value[], type: T = ITERATOR_TYPES.tuple): PyIterator {
  let i = 0;
  return new PyIterator(() => (i < items.length ? items[i++] : undefined), type);
}

function rangeIterator(r: PyRange): PyIterator {
  let i = 0;
  const { start, step, length } = r;
  return new PyIterator(() => (i < length ? start + step * i++ : undefined), ITERATOR_TYPES.range);
}

export function textIterator(s: string): PyIterator {
  let i = 0;
  return new PyIterator(() => {
    if (i >= s.length) return undefined;
    const c = s.codePointAt(i) as number;
    const n = c > 0xffff ? 2 : 1;
    const out = s.slice(i, i + n);
    i += n;
    return out;
  }, ITERATOR_TYPES.str);
}

export function dictIterator(d: PyDict, what: 'keys' | 'values' | 'items'): PyIterator {
  const rows = d.rows();
  const size = d.size;
  const type = what === 'keys' ? ITERATOR_TYPES.dictKeys : what === 'values' ? ITERATOR_TYPES.dictValues : ITERATOR_TYPES.dictItems;
  return new PyIterator(() => {
    if (d.size !== size) raise('RuntimeError', 'dictionary changed size during iteration');
    const n = rows.next();
    if (n.done) return undefined;
    const e = n.value[1];
    return what === 'keys' ? e.key : what === 'values' ? e.value : new PyTuple([e.key, e.value]);
  }, type);
}

function setIterator(s: PySet): PyIterator {
  const items = setOrder(s);
  const size = s.size;
  let i = 0;
  return new PyIterator(() => {
    if (s.size !== size) raise('RuntimeError', 'Set changed size during iteration');
    return i < items.length ? items[i++] : undefined;
  }, ITERATOR_TYPES.set);
}

/** Iterator of a native container; null for everything else. */
export function nativeIter(v: Value): PyIterator | null {
  if (typeof v === 'string') return textIterator(v);
  if (v instanceof PyList) return listIterator(v);
  if (v instanceof PyTuple) return arrayIterator(v.items);
  if (v instanceof PyRange) return rangeIterator(v);
  if (v instanceof PyDict) return dictIterator(v, 'keys');
  if (v instanceof PySet) return setIterator(v);
  if (v instanceof PyView) return v.what === 'items' || v.what === 'keys' || v.what === 'values' ? dictIterator(v.dict, v.what) : null;
  if (v instanceof PyBytes) return arrayIterator(Array.from(v.data), ITERATOR_TYPES.bytes);
  return null;
}

export function getIter(vm: VM, v: Value): NativeResult {
  if (v instanceof PyIterator || (v instanceof PyGenerator && v.cls === generatorType) || v instanceof PyStepIterator) return v;
  const t = typeOf(v);
  if (!t.heap) {
    const it = nativeIter(v);
    if (it) return it;
  }
  const own = t.lookup('__iter__');
  if (own === null) raise('TypeError', `'${t.tp}' object is not iterable`);
  if (own !== undefined) {
    const r = callSpecial(vm, v, '__iter__', []) as NativeResult;
    return isGen(r) ? checkedIter(r) : checkIter(r);
  }
  const it = nativeIter(v instanceof PyBoxed ? v.value : v);
  if (it) return it;
  if (t.lookup('__getitem__') !== undefined && !(v instanceof PyType)) return sequenceIterator(v);
  raise('TypeError', `'${t.tp}' object is not iterable`);
}

function checkIter(r: Value): Value {
  if (r instanceof PyIterator || r instanceof PyGenerator || r instanceof PyStepIterator) return r;
  if (typeOf(r).lookup('__next__') === undefined) raise('TypeError', `iter() returned non-iterator of type '${typeOf(r).tp}'`);
  return r;
}
function* checkedIter(r: NativeGen): NativeGen {
  return checkIter(yield* r);
}

/** The old protocol: `__getitem__` from 0 until IndexError. */
function sequenceIterator(v: Value): PyStepIterator {
  let i = 0;
  return new PyStepIterator(function step(vm: VM): NativeResult {
    return (function* (): NativeGen {
      try {
        const r = callSpecial(vm, v, '__getitem__', [i]) as NativeResult;
        const x = isGen(r) ? yield* r : r;
        i++;
        return x;
      } catch (e) {
        if (isPyError(e, 'IndexError') || isPyError(e, 'StopIteration')) return EXHAUSTED;
        throw e;
      }
    })();
  }, ITERATOR_TYPES.sequence);
}

/** The next value, or EXHAUSTED. */
export function iterNext(vm: VM, it: Value): NativeResult {
  // Natives that loop over an endless iterator must meet the limit too; their turn of the loop takes some instructions' time.
  vm.charge(3);
  if (it instanceof PyIterator) {
    const v = it.next();
    return v === undefined ? EXHAUSTED : v;
  }
  if (it instanceof PyStepIterator) return it.step(vm);
  if (it instanceof PyGenerator) return vm.resume(it, null, true);
  return nextOf(vm, it);
}

function* nextOf(vm: VM, it: Value): NativeGen {
  const r = callSpecial(vm, it, '__next__', []);
  if (r === undefined) raise('TypeError', `'${typeOf(it).tp}' object is not an iterator`);
  try {
    return isGen(r) ? yield* r : r;
  } catch (e) {
    if (isPyError(e, 'StopIteration')) return EXHAUSTED;
    throw e;
  }
}

const MAX_ITEMS = 32_000_000;

/** Items of a native container without running Python; null when that is not possible. */
export function itemsOf(v: Value): readonly Value[] | null {
  if (typeof v === 'string') return v.length > 0 && /[\ud800-\udfff]/.test(v) ? Array.from(v) : v.split('');
  if (v === null || typeof v !== 'object') return null;
  if (v instanceof PyIterator) {
    const out: Value[] = [];
    for (let x = v.next(); x !== undefined; x = v.next()) {
      if ((out.length & 255) === 255) spend(128);
      if (out.length >= MAX_ITEMS) throw new LimitReached('elements of a sequence', MAX_ITEMS);
      out.push(x);
    }
    return out;
  }
  if ('cls' in v && v.cls.heap) return null;
  if (v instanceof PyList || v instanceof PyTuple) return v.items;
  if (v instanceof PyDict) return v.keys();
  if (v instanceof PySet) return setOrder(v);
  if (v instanceof PyRange && v.length > MAX_ITEMS) throw new LimitReached('elements of a sequence', MAX_ITEMS);
  const it = nativeIter(v);
  if (it) return itemsOf(it);
  return null;
}

/** Every item of any iterable. The array may be the container's own: copy before changing it. */
export function* collect(vm: VM, v: Value): Generator<Request, readonly Value[], Value> {
  const quick = itemsOf(v);
  if (quick !== null) {
    vm.charge(quick.length);
    return quick;
  }
  const out: Value[] = [];
  const r = getIter(vm, v);
  const it = isGen(r) ? yield* r : r;
  for (;;) {
    const n = iterNext(vm, it);
    const x = isGen(n) ? yield* n : n;
    if (x === EXHAUSTED) return out;
    out.push(x);
  }
}
