/** Builtins that walk iterables: sum, min, max, sorted, any, all, next, iter, reversed … */
import { numberOp } from '../arith.ts';
import { callSpecial } from '../attr.ts';
import { compareValues, GT, LT } from '../compare.ts';
import { PyList, PyRange, PyTuple, PyDict } from '../containers.ts';
import { isPyError, raise } from '../errors.ts';
import { EXHAUSTED, isGen, PyGenerator, PyIterator, PyStepIterator, type NativeGen, type NativeResult, type Request } from '../functions.ts';
import { arrayIterator, collect, getIter, ITERATOR_TYPES, iterNext } from '../iterate.ts';
import { fn, raw } from '../native.ts';
import { part } from '../packs.ts';
import { binaryOp } from '../operators.ts';
import { sortItems } from '../sort.ts';
import { isTrue } from '../truth.ts';
import { typeOf } from '../types.ts';
import { PyBytes, PyFloat, type Value } from '../values.ts';
import { PyView } from '../views.ts';
import type { VM } from '../vm.ts';
import { callable } from './functions.ts';

const faults = part<typeof import('../nativefaults.ts')>('faults', 'natives');

/** Walks any iterable, giving each value to `visit` until it returns a value. */
function* walk(vm: VM, iterable: Value, visit: (v: Value) => Generator<Request, Value | undefined, Value>): Generator<Request, Value | undefined, Value> {
  const r = getIter(vm, iterable);
  const it = isGen(r) ? yield* r : r;
  for (;;) {
    const n = iterNext(vm, it);
    const v = isGen(n) ? yield* n : n;
    if (v === EXHAUSTED) return undefined;
    const out = yield* visit(v);
    if (out !== undefined) return out;
  }
}

function* sum(vm: VM, iterable: Value, start: Value): NativeGen {
  if (typeof start === 'string' || start instanceof PyBytes || typeOf(start).name === 'bytearray') faults().sumOf(start);
  let total: Value = start as Value;
  yield* walk(vm, iterable, function* (v) {
    const quick = total === null || (typeof total === 'object' && !(total instanceof PyFloat)) ? undefined : numberOp(0, total, v);
    if (quick !== undefined) total = quick;
    else {
      const r = binaryOp(vm, 0, total, v);
      total = isGen(r) ? yield* r : r;
    }
    return undefined;
  });
  return total;
}

function* extreme(vm: VM, name: string, op: number, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const key = kw?.get('key') ?? null;
  const fallback = kw?.get('default');
  for (const k of kw?.keys() ?? []) if (k !== 'key' && k !== 'default') raise('TypeError', `'${k}' is an invalid keyword argument for ${name}()`);
  if (args.length === 0) raise('TypeError', `${name} expected at least 1 argument, got 0`);
  if (args.length > 1 && fallback !== undefined) raise('TypeError', `Cannot specify a default for ${name}() with multiple positional arguments`);
  const items = args.length === 1 ? yield* collect(vm, args[0]) : args;
  let best: Value | undefined;
  let bestKey: Value = null;
  for (const v of items) {
    const k = key === null ? v : yield* vm.call(key, [v]);
    if (best === undefined) {
      best = v;
      bestKey = k;
      continue;
    }
    const r = compareValues(vm, op, k, bestKey);
    const b = isGen(r) ? yield* r : r;
    if (typeof b === 'boolean' ? b : yield* isTrue(vm, b)) {
      best = v;
      bestKey = k;
    }
  }
  if (best !== undefined) return best;
  if (fallback !== undefined) return fallback;
  raise('ValueError', `${name}() arg is an empty sequence`);
}

function* quantify(vm: VM, iterable: Value, stopAt: boolean): NativeGen {
  const r = yield* walk(vm, iterable, function* (v) {
    return (yield* isTrue(vm, v)) === stopAt ? stopAt : undefined;
  });
  return r === undefined ? !stopAt : stopAt;
}

function* next(vm: VM, it: Value, fallback: Value | undefined): NativeGen {
  if (it instanceof PyGenerator && fallback === undefined) return yield* vm.resume(it, null);
  let v: Value;
  if (it instanceof PyIterator || it instanceof PyStepIterator || it instanceof PyGenerator) {
    const r = iterNext(vm, it);
    v = isGen(r) ? yield* r : r;
    if (v === EXHAUSTED) {
      if (fallback !== undefined) return fallback;
      raise('StopIteration');
    }
    return v;
  }
  const r = callSpecial(vm, it, '__next__', []);
  if (r === undefined) raise('TypeError', `'${typeOf(it).tp}' object is not an iterator`);
  try {
    return isGen(r) ? yield* r : r;
  } catch (e) {
    if (fallback !== undefined && isPyError(e, 'StopIteration')) return fallback;
    throw e;
  }
}

function reversed(vm: VM, v: Value): NativeResult {
  const own = callSpecial(vm, v, '__reversed__', []);
  if (own !== undefined) return own;
  if (v instanceof PyList || v instanceof PyTuple) {
    let i = v.items.length - 1;
    return new PyIterator(() => (i >= 0 ? v.items[i--] : undefined), ITERATOR_TYPES.reversed);
  }
  if (v instanceof PyRange) return getIter(vm, new PyRange(v.start + (v.length - 1) * v.step, v.start - v.step, -v.step));
  if (typeof v === 'string') return arrayIterator(Array.from(v).reverse(), ITERATOR_TYPES.reversed);
  if (v instanceof PyDict) return arrayIterator(v.keys().reverse(), ITERATOR_TYPES.reversed);
  if (v instanceof PyView) {
    const rows = v.dict.entries().reverse();
    return arrayIterator(
      rows.map(([k, x]) => (v.what === 'keys' ? k : v.what === 'values' ? x : new PyTuple([k, x]))),
      ITERATOR_TYPES.reversed,
    );
  }
  const t = typeOf(v);
  if (t.lookup('__len__') === undefined || t.lookup('__getitem__') === undefined) raise('TypeError', `'${t.tp}' object is not reversible`);
  return reversedSequence(vm, v);
}
function* reversedSequence(vm: VM, v: Value): NativeGen {
  const r = callSpecial(vm, v, '__len__', []) as NativeResult;
  let i = Number(isGen(r) ? yield* r : r) - 1;
  return new PyStepIterator((m) => (i < 0 ? EXHAUSTED : (callSpecial(m, v, '__getitem__', [i--]) as NativeResult)), ITERATOR_TYPES.reversed);
}

function* sorted(vm: VM, iterable: Value, key: Value, reverse: Value): NativeGen {
  const items = [...(yield* collect(vm, iterable))];
  yield* sortItems(vm, items, key, reverse);
  return new PyList(items);
}

function* iter2(vm: VM, f: Value, sentinel: Value | undefined): NativeGen {
  if (sentinel === undefined) {
    const r = getIter(vm, f);
    return isGen(r) ? yield* r : r;
  }
  if (!callable(f)) raise('TypeError', 'iter(v, w): v must be callable');
  return new PyStepIterator(() => callUntil(vm, f, sentinel), ITERATOR_TYPES.callable);
}
function* callUntil(vm: VM, f: Value, sentinel: Value): NativeGen {
  const v = yield* vm.call(f, []);
  const r = compareValues(vm, 2, v, sentinel);
  return (yield* isTrue(vm, isGen(r) ? yield* r : r)) ? EXHAUSTED : v;
}

export const ITERATION = [
  fn('sum(iterable, /, start=0)', sum),
  raw('min', (vm, args, kw) => extreme(vm, 'min', LT, args, kw)),
  raw('max', (vm, args, kw) => extreme(vm, 'max', GT, args, kw)),
  fn('any(iterable, /)', (vm, it) => quantify(vm, it, true)),
  fn('all(iterable, /)', (vm, it) => quantify(vm, it, false)),
  fn('next(it, default=…, /)', next),
  fn('iter(iterable, sentinel=…, /)', iter2),
  raw('reversed', (vm, args, kw) => {
    if (kw?.size) raise('TypeError', 'reversed() takes no keyword arguments');
    if (args.length !== 1) faults().arity('reversed', args.length, 1, 1);
    return reversed(vm, args[0]);
  }),
  raw('sorted', (vm, args, kw) => {
    if (args.length !== 1) raise('TypeError', `sorted expected 1 argument, got ${args.length}`);
    for (const k of kw?.keys() ?? []) if (k !== 'key' && k !== 'reverse') raise('TypeError', `'${k}' is an invalid keyword argument for sort()`);
    return sorted(vm, args[0], kw?.get('key') ?? null, kw?.has('reverse') ? (kw.get('reverse') as Value) : false);
  }),
];
