import { PyDict, PySet } from '../containers.ts';
import { isGen, type NativeGen, type NativeResult } from '../functions.ts';
import { resolveKey } from '../hash.ts';
import { formIn, tryKey } from '../keys.ts';
import { mergeInto, setOrder } from '../setorder.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { give, top, type Instructions } from './operands.ts';

export const displays: Instructions = {
  BUILD_MAP(vm, fiber, f, arg) {
    const items = f.stack.slice(f.sp - 2 * arg, f.sp) as Value[];
    const d = new PyDict();
    for (let i = 0; i < items.length; i += 2) {
      const k = tryKey(items[i]);
      if (k === undefined) return give(fiber, f, 2 * arg, buildMap(vm, d, items, i));
      d.put(k, items[i], items[i + 1]);
    }
    return give(fiber, f, 2 * arg, d);
  },
  BUILD_SET(vm, fiber, f, arg) {
    const n = arg & 0xfffff;
    const r = buildSet(vm, f.stack.slice(f.sp - n, f.sp) as Value[]);
    if (arg === n || isGen(r)) return give(fiber, f, n, r);
    // The compiler rebuilds the constant once from its own order.
    const merged = new PySet();
    mergeInto(merged, new PySet(setOrder(r as PySet)));
    return give(fiber, f, n, merged);
  },
  SET_ADD(vm, fiber, f, arg) {
    const s = top(f, 1 + arg) as PySet;
    const v = top(f);
    const k = formIn(s.dict, v);
    if (k === undefined) return give(fiber, f, 1, addKey(vm, s.dict, v, null), 'drop');
    s.dict.put(k, v, null);
    f.sp--;
  },
  MAP_ADD(vm, fiber, f, arg) {
    const d = top(f, 2 + arg) as PyDict;
    const key = top(f, 2);
    const k = formIn(d, key);
    if (k === undefined) return give(fiber, f, 2, addKey(vm, d, key, top(f)), 'drop');
    d.put(k, key, top(f));
    f.sp -= 2;
  },
};

function* buildMap(vm: VM, d: PyDict, items: Value[], from: number): NativeGen {
  for (let i = from; i < items.length; i += 2) d.put(yield* resolveKey(vm, d, items[i]), items[i], items[i + 1]);
  return d;
}

function buildSet(vm: VM, items: Value[]): NativeResult {
  const s = new PySet();
  for (let i = 0; i < items.length; i++) {
    const k = tryKey(items[i]);
    if (k === undefined) return restOfSet(vm, s, items, i);
    s.dict.put(k, items[i], null);
  }
  return s;
}

function* restOfSet(vm: VM, s: PySet, items: Value[], from: number): NativeGen {
  for (let i = from; i < items.length; i++) s.dict.put(yield* resolveKey(vm, s.dict, items[i]), items[i], null);
  return s;
}

function* addKey(vm: VM, d: PyDict, k: Value, v: Value): NativeGen {
  d.put(yield* resolveKey(vm, d, k), k, v);
  return null;
}
