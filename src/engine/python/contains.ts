/** `in` and `not in`. */
import { callSpecial } from './attr.ts';
import { equals } from './compare.ts';
import { PyDict, PyList, PyRange, PySet, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { EXHAUSTED, isGen, type NativeGen, type NativeResult } from './functions.ts';
import { resolveKey } from './hash.ts';
import { getIter, iterNext } from './iterate.ts';
import { formIn } from './keys.ts';
import { spendLooks, spendText } from './spend.ts';
import { latin } from './text.ts';
import { isTrue } from './truth.ts';
import { typeOf } from './types.ts';
import { PyBytes, PyFloat, unbox, type Value } from './values.ts';
import { PyView } from './views.ts';
import type { VM } from './vm.ts';

function* inDict(vm: VM, d: PyDict, v: Value, not: boolean): NativeGen {
  return (d.at(yield* resolveKey(vm, d, v)) !== undefined) !== not;
}

function* inItems(vm: VM, items: readonly Value[], v: Value, not: boolean, from: number): NativeGen {
  for (let i = from; i < items.length; i++) {
    const e = equals(vm, items[i], v);
    if (typeof e === 'boolean' ? e : yield* e) return !not;
  }
  return not;
}

/** Native containers; undefined for the rest. */
export function nativeContains(vm: VM, container: Value, v: Value, not: boolean): NativeResult | undefined {
  if (container instanceof PyDict || container instanceof PySet) {
    const d = container instanceof PyDict ? container : container.dict;
    const k = formIn(d, v);
    return k === undefined ? inDict(vm, d, v, not) : (d.at(k) !== undefined) !== not;
  }
  if (container instanceof PyList || container instanceof PyTuple) {
    const { items } = container;
    for (let i = 0; i < items.length; i++) {
      const e = equals(vm, items[i], v);
      if (typeof e !== 'boolean') return inItems(vm, items, v, not, i);
      if (!e) continue;
      spendLooks(i);
      return !not;
    }
    spendLooks(items.length);
    return not;
  }
  if (typeof container === 'string') {
    const s = unbox(v);
    if (typeof s !== 'string') raise('TypeError', `'in <string>' requires string as left operand, not ${typeOf(v).tp}`);
    spendText(container.length);
    return container.includes(s) !== not;
  }
  if (container instanceof PyRange) {
    const n = v instanceof PyFloat ? v.v : typeof v === 'boolean' ? Number(v) : v;
    if (typeof n !== 'number') return not;
    const k = (n - container.start) / container.step;
    return (Number.isInteger(k) && k >= 0 && k < container.length) !== not;
  }
  if (container instanceof PyView) {
    if (container.what === 'keys') return nativeContains(vm, container.dict, v, not);
    if (container.what === 'values') return nativeContains(vm, new PyList(container.dict.values()), v, not);
    return nativeContains(vm, new PyList(container.dict.entries().map((e) => new PyTuple(e))), v, not);
  }
  if (container instanceof PyBytes) {
    if (v instanceof PyBytes) return latin(container.data).includes(latin(v.data)) !== not;
    if (typeof v !== 'number') raise('TypeError', `a bytes-like object is required, not '${typeOf(v).tp}'`);
    return container.data.includes(v) !== not;
  }
  return undefined;
}

export function contains(vm: VM, container: Value, v: Value, not: boolean): NativeResult {
  const t = typeOf(container);
  if (!t.heap) {
    const r = nativeContains(vm, container, v, not);
    if (r !== undefined) return r;
  }
  const own = t.lookup('__contains__');
  if (own === null) raise('TypeError', `'${t.tp}' object is not a container`);
  if (own !== undefined) {
    const r = callSpecial(vm, container, '__contains__', [v]) as NativeResult;
    return isGen(r) ? truthLater(vm, r, not) : typeof r === 'boolean' ? r !== not : truthLater(vm, r, not);
  }
  const n = nativeContains(vm, unbox(container), v, not);
  if (n !== undefined) return n;
  if (t.lookup('__iter__') === undefined && t.lookup('__getitem__') === undefined && typeof container !== 'object')
    raise('TypeError', `argument of type '${t.tp}' is not iterable`);
  return search(vm, container, v, not);
}

function* truthLater(vm: VM, r: NativeResult, not: boolean): NativeGen {
  const v = isGen(r) ? yield* r : r;
  return (yield* isTrue(vm, v)) !== not;
}

function* search(vm: VM, container: Value, v: Value, not: boolean): NativeGen {
  const t = typeOf(container);
  if (t.lookup('__iter__') === undefined && t.lookup('__getitem__') === undefined && t.name !== 'generator' && !t.name.includes('iterator')) {
    raise('TypeError', `argument of type '${t.tp}' is not iterable`);
  }
  const r = getIter(vm, container);
  const it = isGen(r) ? yield* r : r;
  for (;;) {
    const n = iterNext(vm, it);
    const x = isGen(n) ? yield* n : n;
    if (x === EXHAUSTED) return not;
    const e = equals(vm, x, v);
    if (typeof e === 'boolean' ? e : yield* e) return !not;
  }
}
