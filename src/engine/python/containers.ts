/**
 * Lists, tuples, dicts, sets, ranges and slices.
 *
 * A dict is a JavaScript Map from a *key form* (`keys.ts`) to an entry, so that `1`, `1.0` and `True` are one key and
 * tuples compare by content. Keys whose class defines `__hash__` or `__eq__` in Python have a `CustomKey`, found by
 * `resolveKey` (`hash.ts`) because finding it runs Python code.
 * Leaves out: the methods a program sees (`types/*.ts`).
 */
import { OBJECT, spend, spendItems } from './spend.ts';
import { journal } from './journal.ts';
import { CustomKey, keyOf, type Key } from './keys.ts';
import { delAttrIn, PyObject, setAttrIn, type Value } from './values.ts';
import { dictType, frozensetType, listType, rangeType, setType, sliceType, tupleType, type PyType } from './types.ts';

/** A native object whose Python subclasses have attributes: it carries a map once it has one, or its `__dict__` was asked for. */
export abstract class PyNativeBase extends PyObject {
  cls: PyType;
  attrs: Map<string, Value> | null = null;
  constructor(cls: PyType) {
    super();
    this.cls = cls;
  }
  setAttr(name: string, value: Value): void {
    setAttrIn(this, (this.attrs ??= new Map()), name, value);
  }
  delAttr(name: string): boolean {
    return this.attrs !== null && delAttrIn(this, this.attrs, name);
  }
}

export class PyTuple extends PyNativeBase {
  /** Filled once by `tuple.__new__`; never changed afterwards. */
  items: readonly Value[];
  constructor(items: readonly Value[], cls: PyType = tupleType) {
    super(cls);
    this.items = items;
  }
}

export class PyList extends PyNativeBase {
  /** Read freely; before changing it call `willChange()`. */
  items: Value[];
  constructor(items: Value[], cls: PyType = listType) {
    super(cls);
    this.items = items;
  }
  willChange(): void {
    if (!journal.open) return;
    const old = this.items.slice();
    journal.record(this, () => {
      this.items = old;
    });
  }
  push(v: Value): void {
    if (journal.open) this.willChange();
    this.items.push(v);
  }
  set(i: number, v: Value): void {
    if (journal.open) this.willChange();
    this.items[i] = v;
  }
}

export class Entry {
  key: Value;
  value: Value;
  constructor(key: Value, value: Value) {
    this.key = key;
    this.value = value;
  }
}

/** The map of all that have nothing in one of their own: new dicts (most stay empty: a module has ten for hooks), namespaces. */
const NO_ROWS: Map<Key, Entry> = new Map();

/** Insertion-ordered mapping. `get`/`set`/`has`/`delete` take keys without Python-level hashing; the rest of the
 *  evaluator goes through `hash.ts`. */
export class PyDict extends PyNativeBase {
  protected map: Map<Key, Entry>;
  /** Buckets of custom keys by hash, for `resolveKey`. */
  custom: Map<number | bigint, CustomKey[]> | null = null;
  /** How many those are. */
  customs = 0;
  /** Of a set that is being emptied by `pop`: its elements, the next one last. */
  walk: Value[] | null = null;

  constructor(cls: PyType = dictType, map: Map<Key, Entry> = NO_ROWS) {
    super(cls);
    this.map = map;
  }
  static of(entries: Iterable<readonly [Value, Value]>): PyDict {
    const d = new PyDict();
    for (const [k, v] of entries) d.set(k, v);
    return d;
  }

  get size(): number {
    return this.map.size;
  }
  get(key: Value): Value | undefined {
    return this.at(keyOf(key));
  }
  set(key: Value, value: Value): void {
    this.put(keyOf(key), key, value);
  }
  has(key: Value): boolean {
    return this.at(keyOf(key)) !== undefined;
  }
  delete(key: Value): boolean {
    return this.remove(keyOf(key));
  }

  at(k: Key): Value | undefined {
    return this.map.get(k)?.value;
  }
  put(k: Key, key: Value, value: Value): void {
    const e = this.map.get(k);
    if (journal.open) {
      if (e) {
        const old = e.value;
        journal.record(this, () => {
          e.value = old;
        });
      } else {
        journal.record(this, () => {
          this.map.delete(k);
          this.walk = null;
          if (k instanceof CustomKey) this.forget(k);
        });
      }
    }
    if (e) e.value = value;
    else {
      if (this.map === NO_ROWS) {
        this.map = new Map();
        spend(OBJECT);
      }
      this.walk = null;
      this.map.set(k, new Entry(key, value));
      if (k instanceof CustomKey) this.enlist(k);
    }
  }
  remove(k: Key): boolean {
    if (!this.map.has(k)) return false;
    this.willReorder();
    this.walk = null;
    if (k instanceof CustomKey) this.forget(k);
    return this.map.delete(k);
  }
  clear(): void {
    this.willReorder();
    this.map.clear();
    this.custom = null;
    this.customs = 0;
    this.walk = null;
  }
  /** Key forms with their entries, in order. Live: stops being safe to hold across changes. */
  rows(): IterableIterator<[Key, Entry]> {
    return this.map.entries();
  }
  keys(): Value[] {
    return Array.from(this.rows(), ([, e]) => e.key);
  }
  values(): Value[] {
    return Array.from(this.rows(), ([, e]) => e.value);
  }
  entries(): [Value, Value][] {
    return Array.from(this.rows(), ([, e]) => [e.key, e.value]);
  }
  /** Moves a key to an end (`OrderedDict.move_to_end`). */
  move(k: Key, last: boolean): void {
    const e = this.map.get(k) as Entry;
    this.willReorder();
    this.map.delete(k);
    if (last) this.map.set(k, e);
    else this.map = new Map([[k, e], ...this.map]);
  }
  /** Takes over the rows of another dict without hashing again. */
  putAll(other: PyDict): void {
    spendItems(2 * other.size);
    for (const [k, e] of [...other.rows()]) {
      if (k instanceof CustomKey) this.put(new CustomKey(k.hash, e.key), e.key, e.value);
      else this.put(k, e.key, e.value);
    }
  }

  /** Journals the whole map: removal and moves must give back the order. */
  private willReorder(): void {
    if (!journal.open) return;
    const rows = [...this.map];
    const { customs } = this;
    const custom = this.custom && new Map([...this.custom].map(([h, l]) => [h, [...l]]));
    journal.record(this, () => {
      this.map = new Map(rows);
      this.custom = custom;
      this.customs = customs;
      this.walk = null;
    });
  }
  private enlist(k: CustomKey): void {
    this.custom ??= new Map();
    this.customs++;
    const list = this.custom.get(k.hash);
    if (list) list.push(k);
    else this.custom.set(k.hash, [k]);
  }
  private forget(k: CustomKey): void {
    const list = this.custom?.get(k.hash);
    const i = list?.indexOf(k) ?? -1;
    if (i < 0) return;
    list?.splice(i, 1);
    this.customs--;
  }
}

/** A dict that shows an attribute map: `obj.__dict__`, `vars()`, `globals()`. Keys are strings. */
export class PyNamespace extends PyDict {
  readonly owner: object;
  readonly attrMap: Map<string, Value>;
  constructor(owner: object, attrMap: Map<string, Value>) {
    super(dictType, NO_ROWS);
    this.owner = owner;
    this.attrMap = attrMap;
  }
  override get size(): number {
    return this.attrMap.size;
  }
  override at(k: Key): Value | undefined {
    return typeof k === 'string' ? this.attrMap.get(k) : undefined;
  }
  override put(_k: Key, key: Value, value: Value): void {
    setAttrIn(this.owner, this.attrMap, key as string, value);
  }
  override remove(k: Key): boolean {
    return delAttrIn(this.owner, this.attrMap, k as string);
  }
  override clear(): void {
    for (const k of [...this.attrMap.keys()]) delAttrIn(this.owner, this.attrMap, k);
  }
  override *rows(): IterableIterator<[Key, Entry]> {
    for (const [k, v] of this.attrMap) yield [k, new Entry(k, v)];
  }
  override move(k: Key, last: boolean): void {
    const v = this.attrMap.get(k as string) as Value;
    const rest = [...this.attrMap].filter(([n]) => n !== k);
    this.clear();
    for (const [n, x] of last ? [...rest, [k as string, v] as const] : [[k as string, v] as const, ...rest]) this.put(n, n, x);
  }
}

/** set and frozenset: a dict without values. */
export class PySet extends PyNativeBase {
  readonly dict = new PyDict();
  /** Slots asked for when filled from another set at once (`setorder.ts`). */
  presize = 0;
  constructor(items: Iterable<Value> = [], cls: PyType = setType) {
    super(cls);
    for (const v of items) this.dict.set(v, null);
  }
  get size(): number {
    return this.dict.size;
  }
  has(v: Value): boolean {
    return this.dict.has(v);
  }
  add(v: Value): void {
    this.dict.set(v, null);
  }
  delete(v: Value): boolean {
    return this.dict.delete(v);
  }
  /** In insertion order; programs see `setOrder` (`setorder.ts`). */
  values(): Value[] {
    return this.dict.keys();
  }
}

export class PyFrozenSet extends PySet {
  constructor(items: Iterable<Value> = [], cls: PyType = frozensetType) {
    super(items, cls);
  }
}

export class PySlice extends PyObject {
  readonly cls = sliceType;
  readonly start: Value;
  readonly stop: Value;
  readonly step: Value;
  constructor(start: Value, stop: Value, step: Value) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

export class PyRange extends PyObject {
  readonly cls = rangeType;
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;
  constructor(start: number, stop: number, step: number) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, step > 0 ? Math.ceil((stop - start) / step) : Math.ceil((start - stop) / -step));
  }
}

listType.alloc = (cls) => new PyList([], cls);
tupleType.alloc = (cls) => new PyTuple([], cls);
dictType.alloc = (cls) => new PyDict(cls);
setType.alloc = (cls) => new PySet([], cls);
frozensetType.alloc = (cls) => new PyFrozenSet([], cls);
