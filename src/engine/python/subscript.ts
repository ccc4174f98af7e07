/**
 * Subscripts: reading, writing and deleting items and slices of native containers; the protocol for the rest.
 */
import { PyGenericAlias } from './alias.ts';
import { bind, callSpecial } from './attr.ts';
import { PyDict, PyList, PyRange, PySlice, PyTuple } from './containers.ts';
import { makeException, PyError, raise } from './errors.ts';
import { isGen, type NativeGen, type NativeResult, type Request } from './functions.ts';
import { resolveKey } from './hash.ts';
import { formIn } from './keys.ts';
import { part } from './packs.ts';
import { codePoints, isNarrow } from './text.ts';
import { bytesType, PyType, typeOf } from './types.ts';
import { PyBoxed, PyBytes, type Value } from './values.ts';
import { spendItems } from './spend.ts';
import type { VM } from './vm.ts';

const words = part<typeof import('./operands.ts')>('faults', 'operands');
const slices = part<typeof import('./slices.ts')>('language', 'slices');

const BEYOND = 2n ** 63n;

/** A big int as an index: past every sequence, and infinite where C's index type could not hold it either. */
function fitting(v: bigint): number {
  const size = (v < 0n ? -v : v) >= BEYOND ? Infinity : Number.MAX_SAFE_INTEGER;
  return v < 0n ? -size : size;
}

function mustFit(i: number): void {
  if (!Number.isFinite(i)) raise('IndexError', "cannot fit 'int' into an index-sized integer");
}

/** An index without running Python: ints and bools; undefined for the rest. */
export function plainIndex(v: Value): number | undefined {
  if (typeof v === 'number') return v;
  if (typeof v === 'boolean') return v ? 1 : 0;
  if (typeof v === 'bigint') return fitting(v);
  if (v instanceof PyBoxed && (typeof v.value === 'number' || typeof v.value === 'bigint')) return plainIndex(v.value);
  return undefined;
}

/** `operator.index`: an int, from `__index__` where the object has one. */
export function* indexOf(vm: VM, v: Value, what?: string): Generator<Request, number | bigint, Value> {
  if (typeof v === 'bigint') return v;
  const p = plainIndex(v);
  if (p !== undefined) return p;
  const r = callSpecial(vm, v, '__index__', []);
  if (r === undefined) raise('TypeError', what ?? `'${typeOf(v).tp}' object cannot be interpreted as an integer`);
  const n = isGen(r) ? yield* r : r;
  const q = typeof n === 'bigint' ? n : plainIndex(n);
  if (q === undefined) raise('TypeError', `__index__ returned non-int (type ${typeOf(n).tp})`);
  return q;
}

export interface Span {
  start: number;
  stop: number;
  step: number;
  length: number;
}

/** The span a slice of plain ints cuts from a sequence (`PySlice_AdjustIndices`). */
export function spanOf(lo: number | null, hi: number | null, step: number, n: number): Span {
  if (step === 0) raise('ValueError', 'slice step cannot be zero');
  const clip = (i: number | null, fallback: number): number => {
    if (i === null) return fallback;
    if (i < 0) return Math.max(i + n, step < 0 ? -1 : 0);
    return Math.min(i, step < 0 ? n - 1 : n);
  };
  const start = clip(lo, step < 0 ? n - 1 : 0);
  const stop = clip(hi, step < 0 ? -1 : n);
  const length = step < 0 ? (stop < start ? Math.floor((start - stop - 1) / -step) + 1 : 0) : start < stop ? Math.floor((stop - start - 1) / step) + 1 : 0;
  return { start, stop, step, length };
}

/** Plain parts of a slice; null when `__index__` must run. */
function plainSpan(s: PySlice, n: number): Span | null {
  const plain = (v: Value): number | null | undefined => (v === null ? null : plainIndex(v));
  const [lo, hi, step] = [plain(s.start), plain(s.stop), plain(s.step)];
  if (lo === undefined || hi === undefined || step === undefined) return null;
  return spanOf(lo, hi, Math.max(-Number.MAX_SAFE_INTEGER, Math.min(step ?? 1, Number.MAX_SAFE_INTEGER)), n);
}

export function* sliceSpan(vm: VM, s: PySlice, n: number): Generator<Request, Span, Value> {
  const message = 'slice indices must be integers or None or have an __index__ method';
  const parts: (number | null)[] = [];
  for (const v of [s.start, s.stop, s.step]) parts.push(v === null ? null : Number(yield* indexOf(vm, v, message)));
  return spanOf(parts[0], parts[1], parts[2] ?? 1, n);
}

function pick<T>(items: readonly T[], s: Span): T[] {
  spendItems(s.length);
  if (s.step === 1) return items.slice(s.start, Math.max(s.start, s.stop));
  const out: T[] = [];
  for (let i = 0, at = s.start; i < s.length; i++, at += s.step) out.push(items[at]);
  return out;
}

function cut(o: Value, s: Span): Value {
  if (o instanceof PyList) return new PyList(pick(o.items, s));
  if (o instanceof PyTuple) return new PyTuple(pick(o.items, s), o.cls.keepsType ? o.cls : undefined);
  if (o instanceof PyRange) return new PyRange(o.start + s.start * o.step, o.start + s.start * o.step + s.length * o.step * s.step, o.step * s.step);
  if (o instanceof PyBytes) return new PyBytes(bytesType, Uint8Array.from(pick(Array.from(o.data), s)));
  const text = o as string;
  if (isNarrow(text) && s.step === 1) return text.slice(s.start, Math.max(s.start, s.stop));
  return pick(codePoints(text), s).join('');
}

function lengthOf(o: Value): number {
  if (o instanceof PyList || o instanceof PyTuple) return o.items.length;
  if (o instanceof PyRange) return o.length;
  if (o instanceof PyBytes) return o.data.length;
  const s = o as string;
  return isNarrow(s) ? s.length : codePoints(s).length;
}

function kindOf(o: Value): string | null {
  if (typeof o === 'string') return 'string';
  if (o instanceof PyList) return 'list';
  if (o instanceof PyTuple) return 'tuple';
  if (o instanceof PyRange) return 'range object';
  if (o instanceof PyBytes) return 'index';
  return null;
}

function at(o: Value, i: number): Value {
  if (!(o instanceof PyRange)) mustFit(i);
  const n = lengthOf(o);
  const k = i < 0 ? i + n : i;
  if (k < 0 || k >= n) raise('IndexError', `${kindOf(o)} ${o instanceof PyBytes ? '' : 'index '}out of range`.replace('index out', 'index out'));
  if (o instanceof PyList || o instanceof PyTuple) return o.items[k];
  if (o instanceof PyRange) return o.start + k * o.step;
  if (o instanceof PyBytes) return o.data[k];
  const s = o as string;
  return isNarrow(s) ? s[k] : codePoints(s)[k];
}

export function keyError(key: Value): never {
  throw new PyError(makeException('KeyError', key));
}

/** Items of native sequences and dicts, overrides aside. */
export function nativeGetItem(vm: VM, o: Value, k: Value): NativeResult | undefined {
  if (o instanceof PyDict) {
    const key = formIn(o, k);
    if (key === undefined) return slowDictGet(vm, o, k);
    const v = o.at(key);
    if (v !== undefined) return v;
    return missing(vm, o, k);
  }
  const kind = kindOf(o);
  if (kind === null) return undefined;
  const i = plainIndex(k);
  if (i !== undefined) return at(o, i);
  if (k instanceof PySlice) {
    const s = plainSpan(k, lengthOf(o));
    return s ? cut(o, s) : slowCut(vm, o, k);
  }
  if (typeOf(k).lookup('__index__') !== undefined) return slowAt(vm, o, k);
  return words().badIndex(kind, k);
}

function missing(vm: VM, d: PyDict, k: Value): NativeResult {
  if (d.cls.heap || d.cls.name === 'defaultdict') {
    const m = callSpecial(vm, d, '__missing__', [k]);
    if (m !== undefined) return m;
  }
  keyError(k);
}
function* slowDictGet(vm: VM, d: PyDict, k: Value): NativeGen {
  const v = d.at(yield* resolveKey(vm, d, k));
  if (v !== undefined) return v;
  const m = missing(vm, d, k);
  return isGen(m) ? yield* m : m;
}
function* slowCut(vm: VM, o: Value, k: PySlice): NativeGen {
  return cut(o, yield* sliceSpan(vm, k, lengthOf(o)));
}
function* slowAt(vm: VM, o: Value, k: Value): NativeGen {
  return at(o, Number(yield* indexOf(vm, k)));
}

export function getItem(vm: VM, o: Value, k: Value): NativeResult {
  const t = typeOf(o);
  if (!t.heap) {
    const r = nativeGetItem(vm, o, k);
    if (r !== undefined) return r;
  }
  const r = callSpecial(vm, o, '__getitem__', [k]);
  if (r !== undefined) return r;
  if (o instanceof PyType) {
    if (o.cls.lookup('__getitem__') !== undefined) return callSpecial(vm, o, '__getitem__', [k]) as NativeResult;
    const own = o.lookup('__class_getitem__');
    if (own !== undefined) {
      const f = bind(vm, own, undefined, o);
      return isGen(f) ? later(vm, f, k) : vm.invoke(f, typeof f === 'object' && f !== null && own === f ? [o, k] : [k]);
    }
    if (GENERIC.has(o.name) && !o.heap) return new PyGenericAlias(o, k instanceof PyTuple ? k : new PyTuple([k]));
    return words().notSubscriptable(o);
  }
  const n = nativeGetItem(vm, o instanceof PyBoxed ? o.value : o, k);
  if (n !== undefined) return n;
  return words().notSubscriptable(o);
}

const GENERIC = new Set(['list', 'dict', 'tuple', 'set', 'frozenset', 'type', 'deque', 'defaultdict', 'OrderedDict', 'Counter']);

function* later(vm: VM, f: NativeGen, k: Value): NativeGen {
  return yield* vm.call(yield* f, [k]);
}

function storeAt(o: PyList, i: number, v: Value): void {
  mustFit(i);
  const n = o.items.length;
  const k = i < 0 ? i + n : i;
  if (k < 0 || k >= n) raise('IndexError', 'list assignment index out of range');
  o.set(k, v);
}

/** Writes `o[k] = v` for native containers: null done, undefined not native. */
export function nativeSetItem(vm: VM, o: Value, k: Value, v: Value): NativeGen | null | undefined {
  if (o instanceof PyDict) {
    const key = formIn(o, k);
    if (key === undefined) return slowDictSet(vm, o, k, v);
    o.put(key, k, v);
    return null;
  }
  if (o instanceof PyList) {
    const i = plainIndex(k);
    if (i !== undefined) {
      storeAt(o, i, v);
      return null;
    }
    if (k instanceof PySlice) return slices().setSlice(vm, o, k, v);
    if (typeOf(k).lookup('__index__') !== undefined) return slowStore(vm, o, k, v);
    return words().badIndex('list', k);
  }
  return undefined;
}
function* slowDictSet(vm: VM, d: PyDict, k: Value, v: Value): NativeGen {
  d.put(yield* resolveKey(vm, d, k), k, v);
  return null;
}
function* slowStore(vm: VM, o: PyList, k: Value, v: Value): NativeGen {
  storeAt(o, Number(yield* indexOf(vm, k)), v);
  return null;
}
/** null when done; a generator whose result is dropped otherwise. */
export function setItem(vm: VM, o: Value, k: Value, v: Value): NativeGen | null {
  const t = typeOf(o);
  if (!t.heap) {
    const r = nativeSetItem(vm, o, k, v);
    if (r !== undefined) return r;
  }
  const r = callSpecial(vm, o, '__setitem__', [k, v]);
  if (r !== undefined) return isGen(r) ? r : null;
  const n = nativeSetItem(vm, o, k, v);
  if (n !== undefined) return n;
  return words().fixedItems(t.tp, 'set');
}

export function nativeDelItem(vm: VM, o: Value, k: Value): NativeGen | null | undefined {
  if (o instanceof PyDict) return delKey(vm, o, k);
  if (o instanceof PyList) return delList(vm, o, k);
  return undefined;
}
function* delKey(vm: VM, d: PyDict, k: Value): NativeGen {
  if (!d.remove(yield* resolveKey(vm, d, k))) keyError(k);
  return null;
}
function* delList(vm: VM, o: PyList, k: Value): NativeGen {
  const n = o.items.length;
  if (k instanceof PySlice) {
    slices().delSlice(o, yield* sliceSpan(vm, k, n));
    return null;
  }
  const i = Number(yield* indexOf(vm, k, `list indices must be integers or slices, not ${typeOf(k).tp}`));
  const at = i < 0 ? i + n : i;
  if (at < 0 || at >= n) raise('IndexError', 'list assignment index out of range');
  o.willChange();
  o.items.splice(at, 1);
  return null;
}

export function delItem(vm: VM, o: Value, k: Value): NativeGen | null {
  const t = typeOf(o);
  if (t.heap || nativeDelItem(vm, o, k) === undefined) {
    const r = callSpecial(vm, o, '__delitem__', [k]);
    if (r !== undefined) return isGen(r) ? r : null;
  }
  const n = nativeDelItem(vm, o, k);
  if (n !== undefined) return n;
  return words().fixedItems(t.tp, 'del');
}
