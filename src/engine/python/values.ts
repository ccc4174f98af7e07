/**
 * Python values as the evaluator represents them.
 *
 * int is a JavaScript number while it is a safe integer and a bigint beyond; float is always the box `PyFloat` (so that
 * `1` and `1.0` differ); str, bool and None are JavaScript's own. Everything else is an object below.
 * Every mutation of a list, dict, set, cell, instance or module goes through a method here that reports its undo to the
 * journal, when one is open (`journal.ts`): restarting a trace and deferring side effects rest on that.
 */
import type { PyType } from './types.ts';
import { journal } from './journal.ts';

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | PyFloat
  | PyObject;

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
    if (journal.open) {
      const had = this.attrs.has(name);
      const old = this.attrs.get(name) as Value;
      journal.record(this, () => (had ? this.attrs.set(name, old) : this.attrs.delete(name)));
    }
    this.attrs.set(name, value);
  }

  delAttr(name: string): boolean {
    if (!this.attrs.has(name)) return false;
    if (journal.open) {
      // Order matters to `__dict__`: restore the whole map.
      const entries = [...this.attrs];
      journal.record(this, () => {
        this.attrs.clear();
        for (const [k, v] of entries) this.attrs.set(k, v);
      });
    }
    return this.attrs.delete(name);
  }
}
