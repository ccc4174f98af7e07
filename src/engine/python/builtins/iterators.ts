/** The lazy builtin classes: map, filter, zip, enumerate. */
import { raise } from '../errors.ts';
import { EXHAUSTED, isGen, PyIterator, PyStepIterator, type NativeGen } from '../functions.ts';
import { PyTuple } from '../containers.ts';
import { getIter, ITERATOR_TYPES, iterNext } from '../iterate.ts';
import { extendType, taking } from '../native.ts';
import { part } from '../packs.ts';
import { spendRow } from '../spend.ts';
import { isTrue } from '../truth.ts';
import { typeOf, type PyType } from '../types.ts';
import { int, type Value } from '../values.ts';
import { plainIndex } from '../subscript.ts';
import type { VM } from '../vm.ts';

const faults = part<typeof import('../nativefaults.ts')>('faults', 'natives');

function* iters(vm: VM, list: readonly Value[], what: string): Generator<import('../functions.ts').Request, Value[], Value> {
  const out: Value[] = [];
  for (const [i, v] of list.entries()) {
    if (what === 'zip' && typeof v !== 'object' && typeof v !== 'string') raise('TypeError', `'${typeOf(v).tp}' object is not iterable`);
    void i;
    const r = getIter(vm, v);
    out.push(isGen(r) ? yield* r : r);
  }
  return out;
}

function* newMap(vm: VM, args: Value[]): NativeGen {
  if (args.length < 3) raise('TypeError', 'map() must have at least two arguments.');
  const f = args[1];
  const its = yield* iters(vm, args.slice(2), 'map');
  return new PyStepIterator(() => mapStep(vm, f, its), ITERATOR_TYPES.map);
}
function* mapStep(vm: VM, f: Value, its: Value[]): NativeGen {
  const args: Value[] = [];
  for (const it of its) {
    const r = iterNext(vm, it);
    const v = isGen(r) ? yield* r : r;
    if (v === EXHAUSTED) return EXHAUSTED;
    args.push(v);
  }
  return yield* vm.call(f, args);
}

function* newFilter(vm: VM, args: Value[]): NativeGen {
  if (args.length !== 3) raise('TypeError', `filter expected 2 arguments, got ${args.length - 1}`);
  const [it] = yield* iters(vm, [args[2]], 'filter');
  const f = args[1];
  return new PyStepIterator(() => filterStep(vm, f, it), ITERATOR_TYPES.filter);
}
function* filterStep(vm: VM, f: Value, it: Value): NativeGen {
  for (;;) {
    const r = iterNext(vm, it);
    const v = isGen(r) ? yield* r : r;
    if (v === EXHAUSTED) return v;
    if (yield* isTrue(vm, f === null ? v : yield* vm.call(f, [v]))) return v;
  }
}

function* newZip(vm: VM, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const flag = kw?.get('strict') ?? false;
  if (kw && (kw.size > 1 || !kw.has('strict'))) faults().notTaken(['strict'], args.slice(0, 1), kw);
  const strict = yield* isTrue(vm, flag);
  const its = yield* iters(vm, args.slice(1), 'zip');
  if (its.length === 0) return new PyIterator(() => undefined, ITERATOR_TYPES.zip);
  if (!strict && its.every((i) => i instanceof PyIterator)) {
    const native = its as PyIterator[];
    return new PyIterator(() => {
      spendRow(native.length);
      const row: Value[] = [];
      for (const i of native) {
        const v = i.next();
        if (v === undefined) return undefined;
        row.push(v);
      }
      return new PyTuple(row);
    }, ITERATOR_TYPES.zip);
  }
  return new PyStepIterator(() => zipStep(vm, its, strict), ITERATOR_TYPES.zip);
}
function* zipStep(vm: VM, its: Value[], strict: boolean): NativeGen {
  const row: Value[] = [];
  for (let i = 0; i < its.length; i++) {
    const r = iterNext(vm, its[i]);
    const v = isGen(r) ? yield* r : r;
    if (v === EXHAUSTED) {
      if (!strict) return EXHAUSTED;
      const names = (n: number): string => (n === 1 ? 'argument 1' : `arguments 1-${n}`);
      if (i > 0) raise('ValueError', `zip() argument ${i + 1} is shorter than ${names(i)}`);
      for (let j = 1; j < its.length; j++) {
        const q = iterNext(vm, its[j]);
        if ((isGen(q) ? yield* q : q) !== EXHAUSTED) raise('ValueError', `zip() argument ${j + 1} is longer than ${names(j)}`);
      }
      return EXHAUSTED;
    }
    row.push(v);
  }
  return new PyTuple(row);
}

function* newEnumerate(vm: VM, args: (Value | undefined)[]): NativeGen {
  const source = args[1];
  if (source === undefined)
    raise('TypeError', args.length > 2 ? `'start' is an invalid keyword argument for enumerate()` : `enumerate() missing required argument 'iterable'`);
  const s = args[2] ?? 0;
  const start = typeof s === 'bigint' ? s : plainIndex(s);
  if (start === undefined) raise('TypeError', `'${typeOf(s).tp}' object cannot be interpreted as an integer`);
  let n = start;
  const r = getIter(vm, source);
  const it = isGen(r) ? yield* r : r;
  const step = (): Value => (typeof n === 'number' ? n++ : int(n++ as bigint));
  if (it instanceof PyIterator) {
    return new PyIterator(() => {
      const v = it.next();
      if (v === undefined) return undefined;
      spendRow(2);
      return new PyTuple([step(), v]);
    }, ITERATOR_TYPES.enumerate);
  }
  return new PyStepIterator(() => enumerateStep(vm, it, step), ITERATOR_TYPES.enumerate);
}
function* enumerateStep(vm: VM, it: Value, step: () => Value): NativeGen {
  const r = iterNext(vm, it);
  const v = isGen(r) ? yield* r : r;
  return v === EXHAUSTED ? v : new PyTuple([step(), v]);
}

extendType(ITERATOR_TYPES.map, { create: taking([], newMap) });
extendType(ITERATOR_TYPES.filter, { create: taking([], newFilter) });
extendType(ITERATOR_TYPES.zip, { create: (vm, args, kw) => newZip(vm, args, kw) });
extendType(ITERATOR_TYPES.enumerate, { create: taking(['iterable', 'start'], newEnumerate) });
for (const t of [ITERATOR_TYPES.map, ITERATOR_TYPES.filter, ITERATOR_TYPES.zip, ITERATOR_TYPES.enumerate]) extendType(t, { raw: { __init__: () => null } });

export const ITERATOR_CLASSES: readonly PyType[] = [ITERATOR_TYPES.map, ITERATOR_TYPES.filter, ITERATOR_TYPES.zip, ITERATOR_TYPES.enumerate];
