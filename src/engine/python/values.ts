/**
 * Python values as the evaluator represents them.
 *
 * int is a JavaScript number while it is a safe integer and a bigint beyond; float is always the box `PyFloat` (so that
 * `1` and `1.0` differ); str, bool and None are JavaScript's own. Everything else is an object below.
 * Every mutation of a list, dict, set, cell, instance or module goes through a method that reports its undo to the
 * journal, when one is open (`journal.ts`): restarting a trace and deferring side effects rest on that.
 */
import type { PyType } from './types.ts';
import { journal } from './journal.ts';

export type Value = null | boolean | number | bigint | string | PyFloat | PyObject;

/** A Python float. Immutable; two boxes of one value are interchangeable except under `is`. */
export class PyFloat {
  readonly v: number;
  constructor(v: number) {
    this.v = v;
  }
}

/** Anything with an identity and a type: instances, containers, functions, classes, tensors. */
export abstract class PyObject {
  abstract readonly cls: PyType;
}

export function setAttrIn(owner: object, attrs: Map<string, Value>, name: string, value: Value): void {
  if (journal.open) {
    const had = attrs.has(name);
    const old = attrs.get(name) as Value;
    journal.record(owner, () => (had ? attrs.set(name, old) : attrs.delete(name)));
  }
  attrs.set(name, value);
}

export function delAttrIn(owner: object, attrs: Map<string, Value>, name: string): boolean {
  if (!attrs.has(name)) return false;
  if (journal.open) {
    // Order matters to `__dict__`: restore the whole map.
    const entries = [...attrs];
    journal.record(owner, () => {
      attrs.clear();
      for (const [k, v] of entries) attrs.set(k, v);
    });
  }
  return attrs.delete(name);
}

/** An instance with an attribute dictionary. Native types with attributes (tensors, modules) extend it. */
export class PyInstance extends PyObject {
  cls: PyType;
  /** Insertion-ordered `__dict__`. Write through `setAttr`/`delAttr` only. */
  readonly attrs: Map<string, Value> = new Map();

  constructor(cls: PyType) {
    super();
    this.cls = cls;
  }

  setAttr(name: string, value: Value): void {
    if (journal.open) setAttrIn(this, this.attrs, name, value);
    else this.attrs.set(name, value);
  }

  delAttr(name: string): boolean {
    return delAttrIn(this, this.attrs, name);
  }
}

/** An instance of a Python subclass of int, float or str: the plain value in a box with a class. */
export class PyBoxed extends PyInstance {
  value: number | bigint | string | PyFloat;
  constructor(cls: PyType, value: number | bigint | string | PyFloat) {
    super(cls);
    this.value = value;
  }
}

/** The plain value behind a boxed subclass instance; everything else is itself. */
export function unbox(v: Value): Value {
  return v instanceof PyBoxed ? v.value : v;
}

/** A value that exists once: Ellipsis, NotImplemented. */
export class PySingleton extends PyObject {
  cls: PyType;
  readonly name: string;
  constructor(cls: PyType, name: string) {
    super();
    this.cls = cls;
    this.name = name;
  }
}

export class PyBytes extends PyObject {
  cls: PyType;
  readonly data: Uint8Array;
  constructor(cls: PyType, data: Uint8Array) {
    super();
    this.cls = cls;
    this.data = data;
  }
}

export class PyComplex extends PyObject {
  cls: PyType;
  readonly re: number;
  readonly im: number;
  constructor(cls: PyType, re: number, im: number) {
    super();
    this.cls = cls;
    this.re = re;
    this.im = im;
  }
}

/** Every int the evaluator makes passes here: safe integers as numbers, the rest as bigints, never -0. */
export function int(n: bigint): number | bigint {
  return n >= -9007199254740991n && n <= 9007199254740991n ? Number(n) : n;
}

/** An integral JavaScript number (possibly beyond the safe range, possibly -0) as a Python int. */
export function intOf(n: number): number | bigint {
  return Number.isSafeInteger(n) ? n + 0 : BigInt(n);
}

let nextId = 0x7f0000001000;
const ids = new WeakMap<object, number>();

/** A number that stands for an object's identity: `id()` and identity hashes. Deterministic. */
export function idOf(v: object): number {
  let n = ids.get(v);
  if (n === undefined) ids.set(v, (n = nextId += 16));
  return n;
}
