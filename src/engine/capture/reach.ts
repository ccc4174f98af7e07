/**
 * What a trace has reached: the source of each object that existed before, and what the trace has written since.
 *
 * A value read from a place that was written belongs to the trace and has no source.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import type { Frame } from '../python/frame.ts';
import { PyBoundMethod, type PyCell, PyModule } from '../python/functions.ts';
import { typeOf } from '../python/types.ts';
import { PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';
import { tensorOf } from './guards.ts';
import { itemStep, ownAttr, Source } from './source.ts';

const MISSING = Symbol('unassigned');
/** Functions of torch.nn whose own look-ups are not the program's. */
const QUIET = new Set(['__getattr__', '__setattr__', '__call__', '_call_impl', '_wrapped_call_impl', '__delattr__', '__dir__']);

export type LoadKind = 'local' | 'global' | 'cell' | 'attr' | 'subscr';

export class Reach {
  /** Existing objects the trace has reached. */
  readonly sources = new Map<object, Source>();
  /** Existing containers that were changed by their methods. */
  readonly changed = new Set<object>();
  private readonly top: Frame;
  private readonly programFile: string;
  private readonly locals: (Value | undefined | typeof MISSING)[];
  private readonly localSources: (Source | null)[];
  private readonly ownSources: readonly (Source | null)[];
  private readonly written = new Map<object, Set<Value>>();
  private readonly globals = new Map<string, Source>();
  /** `__dict__` objects to their owners. */
  private readonly namespaces = new Map<object, PyObject>();

  constructor(top: Frame, programFile: string) {
    this.top = top;
    this.programFile = programFile;
    this.locals = top.locals.slice();
    this.ownSources = top.code.varNames.map((name, slot) => new Source(null, { kind: 'local', name, slot }, 0));
    this.localSources = [...this.ownSources];
  }

  /** An existing object was reached; the first way counts. */
  add(o: object, source: Source): void {
    if (!this.sources.has(o)) this.sources.set(o, source);
  }

  get(o: Value): Source | undefined {
    return o instanceof PyObject ? this.sources.get(o) : undefined;
  }

  /** A local variable is assigned: `source` where the value comes from outside and is not looked at yet. */
  assign(slot: number, value: Value, source: Source | null): void {
    this.locals[slot] = source ? value : MISSING;
    if (source) this.localSources[slot] = source;
  }

  /** Values from outside that stand in a local variable of another name, among these slots: what follows a break gets them anew. */
  renamed(slots: Iterable<number>): { source: Source; value: Value }[] {
    return [...slots].flatMap((slot) => {
      const [value, source] = [this.locals[slot], this.localSources[slot]];
      return source && value !== undefined && typeof value !== 'symbol' && value === this.top.locals[slot] && source !== this.ownSources[slot]
        ? [{ source, value }]
        : [];
    });
  }

  note(o: object, key: Value): void {
    let keys = this.written.get(o);
    if (!keys) this.written.set(o, (keys = new Set()));
    keys.add(key);
  }

  /** The object that a store into `o` changes: the owner of a `__dict__`. */
  ownerOf(o: PyObject): PyObject {
    return this.namespaces.get(o) ?? o;
  }

  sourceOf(frame: Frame, kind: LoadKind, base: Value, key: Value, value: Value): Source | null {
    switch (kind) {
      case 'local': {
        if (frame !== this.top) return null;
        const slot = key as number;
        return this.locals[slot] === value ? this.localSources[slot] : null;
      }
      case 'global': {
        const module = base as PyModule;
        if (module.filename !== this.programFile && module.name !== '__main__') return null;
        if (this.isWritten(module, key)) return null;
        return this.globalSource(module, key as string);
      }
      case 'cell': {
        const cell = base as PyCell;
        if (this.isWritten(cell, null)) return null;
        const known = this.sources.get(cell);
        if (known) return known;
        const own = frame === this.top ? (key as number) : this.top.cells.indexOf(cell);
        if (own >= 0) {
          const index = own;
          const { cellVars, freeVars } = this.top.code;
          if (index < cellVars.length) {
            const slot = this.top.code.cellArgs[index];
            return slot >= 0 ? this.localSources[slot] : null;
          }
          return this.cellSource(cell, freeVars[index - cellVars.length], index);
        }
        const fn = frame.fn ? this.sources.get(frame.fn) : undefined;
        const at = (key as number) - frame.code.cellVars.length;
        return fn && at >= 0 ? fn.child({ kind: 'closure', index: at }) : null;
      }
      case 'attr':
        return this.attrSource(frame, base, key as string, value);
      default:
        return this.itemSource(base, key);
    }
  }

  private globalSource(module: PyModule, name: string): Source {
    let s = this.globals.get(name);
    if (!s) this.globals.set(name, (s = new Source(null, { kind: 'global', name, module }, 0)));
    return s;
  }

  private cellSource(cell: PyCell, name: string, index: number): Source {
    const s = new Source(null, { kind: 'cell', name, index }, 0);
    this.sources.set(cell, s);
    return s;
  }

  /** A library function that looks names up for the program. */
  quiet(frame: Frame): boolean {
    const { name, filename, qualname } = frame.code;
    return QUIET.has(name) && filename !== this.programFile && qualname !== 'partial.__call__';
  }

  private attrSource(frame: Frame, base: Value, name: string, value: Value): Source | null {
    if (!(base instanceof PyObject)) return null;
    const s = this.sources.get(base);
    if (!s) return this.madeSource(base, name, value);
    if (value instanceof PyBoundMethod && value.self === typeOf(base)) this.add(value.self, s.child({ kind: 'attr', name: '__class__' }));
    if (base instanceof PyModule || tensorOf(base)) return null;
    if (name === '__dict__') {
      if (value instanceof PyObject) this.namespaces.set(value, base);
      return null;
    }
    if (this.quiet(frame) || name.startsWith('__')) return null;
    if (this.isWritten(base, name)) return null;
    if (ownAttr(base, name) !== value) return this.classSource(s, base, name, value);
    return s.child({ kind: 'attr', name }, this.moduleRank(base));
  }

  /** A constant of the class, read through an instance of the program. */
  private classSource(s: Source, base: PyObject, name: string, value: Value): Source | null {
    if (!(base instanceof PyInstance) || ownAttr(base, name) !== undefined) return null;
    if (value instanceof PyObject && !(value instanceof PyFloat)) return null;
    const at = typeOf(base).mro.findIndex((t) => t.dict.has(name));
    const type = typeOf(base).mro[at];
    if (!type || type.dict.get(name) !== value || type.module !== '__main__') return null;
    return s.child({ kind: 'class', name, base: at }, this.moduleRank(base));
  }

  /** A constant of the class, read through an instance that the trace made. */
  private madeSource(base: PyObject, name: string, value: Value): Source | null {
    const s = base instanceof PyInstance && ownAttr(base, name) === undefined ? this.sources.get(typeOf(base)) : undefined;
    if (!s || (value instanceof PyObject && !(value instanceof PyFloat)) || this.isWritten(typeOf(base), name)) return null;
    return typeOf(base).dict.get(name) === value ? s.child({ kind: 'attr', name }) : null;
  }

  private moduleRank(o: PyObject): number {
    const t = typeOf(o);
    if (!(o instanceof PyInstance) || !o.attrs.has('_modules')) return 0;
    return t.module.startsWith('torch.nn') ? 14 : 12;
  }

  private itemSource(base: Value, key: Value): Source | null {
    if (!(base instanceof PyObject)) return null;
    const owner = this.namespaces.get(base);
    if (owner) {
      const s = this.sources.get(owner);
      if (!s || this.isWritten(owner, key) || typeof key !== 'string') return null;
      return s.child({ kind: 'attr', name: key }, this.moduleRank(owner));
    }
    const s = this.sources.get(base);
    if (!s || this.isWritten(base, key) || this.changed.has(base)) return null;
    if (base instanceof PyList || base instanceof PyTuple) {
      if (typeof key !== 'number') return null;
      return s.child(itemStep(base, key < 0 ? key + base.items.length : key));
    }
    if (base instanceof PyDict && (typeof key !== 'object' || key === null || key instanceof PyFloat)) return s.child(itemStep(base, key));
    return null;
  }

  /** The trace has written to it. */
  isChanged(o: object): boolean {
    return this.changed.has(o) || this.written.has(o);
  }

  private isWritten(o: object, key: Value): boolean {
    return this.written.get(o)?.has(key) === true;
  }
}
