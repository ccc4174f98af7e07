/**
 * Slots: attributes named by `__slots__`, kept beside the instance and not in its `__dict__`.
 */
import { PyError, makeException } from './errors.ts';
import { journal } from './journal.ts';
import { memberType, type PyType } from './types.ts';
import { PyObject, type Value } from './values.ts';

export class PyMember extends PyObject {
  readonly cls = memberType;
  readonly name: string;
  readonly owner: PyType;
  private readonly values = new WeakMap<object, Value>();
  constructor(name: string, owner: PyType) {
    super();
    this.name = name;
    this.owner = owner;
  }
  read(o: PyObject): Value {
    const v = this.values.get(o);
    if (v === undefined) throw new PyError(makeException('AttributeError', `'${o.cls.tp}' object has no attribute '${this.name}'`));
    return v;
  }
  has(o: PyObject): boolean {
    return this.values.has(o);
  }
  write(o: PyObject, value: Value | undefined): void {
    const old = this.values.get(o);
    if (journal.open) {
      journal.record(o, () => (old === undefined ? this.values.delete(o) : this.values.set(o, old)));
    }
    if (value !== undefined) this.values.set(o, value);
    else if (!this.values.delete(o)) throw new PyError(makeException('AttributeError', this.name));
  }
}
