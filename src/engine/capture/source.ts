/**
 * Sources: how a value was reached from the frame (`L['x']`, `G['net']._modules['fc'].weight`), so that a guard can read
 * it again on the next call and name it in PyTorch's words (locals without their `L['…']`).
 */
import { PyDict, PyList, PyRange, PySlice, PyTuple } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import { floatRepr } from '../python/numfmt.ts';
import { PyBoundMethod, PyFunction, type PyModule } from '../python/functions.ts';
import { PyMember } from '../python/member.ts';
import { type PyType, typeOf, typeVersion } from '../python/types.ts';
import { PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';

/** Where guards are read: a frame about to run, with the operand stack it resumes with. */
export interface Scope {
  readonly frame: Frame;
}

export type Step =
  | { kind: 'local'; name: string; slot: number }
  | { kind: 'cell'; name: string; index: number }
  | { kind: 'stack'; index: number; at: number }
  | { kind: 'global'; name: string; module: PyModule }
  | { kind: 'attr'; name: string }
  /** An attribute of the class, by its place in the order of look-up. */
  | { kind: 'class'; name: string; base: number }
  /** `form`: how PyTorch writes the access, `$` for the container. */
  | { kind: 'item'; key: Value; form?: string }
  | { kind: 'closure'; index: number };

export function reprKey(key: Value): string {
  if (typeof key === 'string') return `'${key.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`;
  if (key instanceof PyFloat) return floatRepr(key.v);
  if (key === null) return 'None';
  if (key === true) return 'True';
  if (key === false) return 'False';
  if (key instanceof PyTuple) return key.items.length === 1 ? `(${reprKey(key.items[0])},)` : `(${key.items.map(reprKey).join(', ')})`;
  return String(key);
}

export { floatRepr };

export class Source {
  readonly parent: Source | null;
  readonly step: Step;
  /** Reached through a module: 12 through the program's own, 14 through torch.nn's; else 0 local, 1 global. */
  readonly rank: number;
  private readonly children = new Map<string, Source>();

  constructor(parent: Source | null, step: Step, rank: number) {
    this.parent = parent;
    this.step = step;
    this.rank = rank;
  }

  child(step: Step, rank = this.rank): Source {
    const key = `${step.kind} ${'base' in step ? step.base : ''} ${'name' in step ? step.name : 'index' in step ? step.index : `${typeof step.key} ${String(step.key)}`}`;
    let c = this.children.get(key);
    if (!c) this.children.set(key, (c = new Source(this, step, Math.max(rank, this.rank))));
    return c;
  }

  /** The rank of guards on the value itself: a module stands with what is reached through it. */
  get ownRank(): number {
    const attributes = [...this.children.values()].filter((c) => c.step.kind === 'attr');
    return attributes.length > 0 ? Math.min(...attributes.map((c) => c.rank)) : this.rank;
  }

  /** As guards print it. */
  get text(): string {
    return this.render(this.parent?.text ?? '');
  }

  private render(parent: string): string {
    const { step } = this;
    switch (step.kind) {
      case 'local':
      case 'cell':
        return step.name;
      case 'stack':
        return `___stack${step.index}`;
      case 'global':
        return `G['${step.name}']`;
      case 'attr':
        return `${parent}.${step.name}`;
      case 'class':
        return `dict(type(${parent})${step.base === 0 ? '' : `.__mro__[${step.base}]`}.__dict__)['${step.name}']`;
      case 'item':
        return step.form ? step.form.replaceAll('$', () => parent) : `${parent}[${reprKey(step.key)}]`;
      case 'closure':
        return `${parent}.__closure__[${step.index}].cell_contents`;
    }
  }

  /** The name PyTorch sorts by. */
  get fullText(): string {
    const { step, parent } = this;
    if (parent === null) return step.kind === 'global' ? this.text : `L['${this.text}']`;
    return this.render(parent.fullText);
  }

  get path(): Source[] {
    const path: Source[] = [];
    for (let s: Source | null = this; s; s = s.parent) path.unshift(s);
    return path;
  }

  /** One step from the parent's value (or the scope); undefined where there is nothing. */
  readStep(scope: Scope, from: Value | undefined): Value | undefined {
    const { step } = this;
    switch (step.kind) {
      case 'local':
        return scope.frame.locals[step.slot];
      case 'cell':
        return scope.frame.cells[step.index]?.value;
      case 'stack':
        return scope.frame.stack[step.at];
      case 'global':
        return step.module.attrs.get(step.name);
      case 'attr':
        return from === undefined ? undefined : attrOf(from, step.name);
      case 'class':
        return from === undefined ? undefined : typeOf(from).mro[step.base]?.dict.get(step.name);
      case 'item':
        return from === undefined ? undefined : itemAt(from, step.key);
      case 'closure':
        return from instanceof PyFunction ? from.closure[step.index]?.value : undefined;
    }
  }
}

const MEMBERS = new Set(['start', 'stop', 'step']);

/** An instance attribute, else a class attribute, without running code. */
export function attrOf(o: Value, name: string): Value | undefined {
  if (!(o instanceof PyObject)) return undefined;
  const own = ownAttr(o, name);
  return own !== undefined ? own : typeOf(o).lookup(name);
}

export function ownAttr(o: Value, name: string): Value | undefined {
  if (name === '__class__' && o instanceof PyInstance) return typeOf(o);
  if (o instanceof PyBoundMethod) return name === '__self__' ? o.self : name === '__func__' ? o.fn : undefined;
  if ((o instanceof PyRange || o instanceof PySlice) && MEMBERS.has(name)) return o[name as 'start'];
  const slot = o instanceof PyInstance ? typeOf(o).lookup(name) : null;
  if (slot instanceof PyMember) return slot.has(o as PyInstance) ? slot.read(o as PyInstance) : undefined;
  if (o instanceof PyInstance) return o.attrs.get(name);
  const attrs = (o as { attrs?: Map<string, Value> | null } | null)?.attrs;
  if (attrs instanceof Map) return attrs.get(name);
  const dict = (o as PyType | null)?.dict;
  return dict instanceof Map ? dict.get(name) : undefined;
}

/** Types of the library that Dynamo has variables of their own for: other classes over a dict are read in another way. */
const KNOWN_DICTS = new Set(['dict', 'OrderedDict', 'defaultdict']);

/** A class of the program over dict, all of whose keys are guarded as soon as it is seen. */
export const ofProgram = (d: PyDict): boolean => !KNOWN_DICTS.has(typeOf(d).name);

/** Reading one item of a container, in PyTorch's words. */
export function itemStep(container: Value, key: Value): Step {
  const type = typeOf(container);
  if (container instanceof PyTuple && typeof key === 'number') {
    const names = type.lookup('_fields');
    const name = names instanceof PyTuple ? names.items[key] : null;
    return typeof name === 'string' ? { kind: 'item', key, form: `$.${name}` } : { kind: 'item', key };
  }
  if (container instanceof PyList && type.name !== 'list') return { kind: 'item', key, form: `list.__getitem__($, ${reprKey(key)})` };
  if (container instanceof PyDict && ofProgram(container))
    return { kind: 'item', key, form: `dict.__getitem__($, list(dict.keys($))[${[...container.keys()].indexOf(key)}])` };
  return { kind: 'item', key };
}

export function itemAt(o: Value, key: Value): Value | undefined {
  if ((o instanceof PyList || o instanceof PyTuple) && typeof key === 'number') return o.items[key < 0 ? key + o.items.length : key];
  if (o instanceof PyDict) return o.get(key);
  return undefined;
}

/** The value a source stands for now; undefined where there is nothing. */
export function readSource(source: Source, scope: Scope): Value | undefined {
  let v: Value | undefined;
  for (const s of source.path) {
    v = s.readStep(scope, v);
    if (v === undefined) return undefined;
  }
  return v;
}

/** Puts another value where a source points, past the journal; gives the way back. */
export function replaceAt(source: Source, value: Value, scope: Scope): () => void {
  const { step, parent } = source;
  const { frame } = scope;
  const old = readSource(source, scope) as Value;
  const put = placeOf(step, parent === null ? undefined : readSource(parent, scope), frame);
  if (put === null) throw new Unsupported(`automatic dynamic numbers (${source.text} changed; say dynamic=False)`);
  put(value);
  return () => put(old);
}

function placeOf(step: Step, owner: Value | undefined, frame: Frame): ((v: Value) => void) | null {
  switch (step.kind) {
    case 'local':
      return (v) => (frame.locals[step.slot] = v);
    case 'stack':
      return (v) => (frame.stack[step.at] = v);
    case 'cell':
      return (v) => (frame.cells[step.index].value = v);
    case 'closure':
      return owner instanceof PyFunction ? (v) => (owner.closure[step.index].value = v) : null;
    case 'global':
      return (v) => step.module.attrs.set(step.name, v);
    case 'attr': {
      const slot = owner instanceof PyInstance ? typeOf(owner).lookup(step.name) : null;
      if (slot instanceof PyMember) return (v) => slot.write(owner as PyInstance, v);
      const attrs = (owner as { attrs?: unknown } | null | undefined)?.attrs;
      return attrs instanceof Map && attrs.has(step.name) ? (v) => attrs.set(step.name, v) : null;
    }
    case 'class': {
      const type = owner === undefined ? null : typeOf(owner).mro[step.base];
      return type ? (v) => (type.dict.set(step.name, v), typeVersion.n++) : null;
    }
    case 'item':
      if ((owner instanceof PyList || owner instanceof PyTuple) && typeof step.key === 'number') {
        // A trace that is taken back gives a list other items.
        const at = step.key;
        return (v) => ((owner.items as Value[])[at] = v);
      }
      return owner instanceof PyDict ? (v) => owner.set(step.key, v) : null;
  }
}
