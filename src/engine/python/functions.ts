/**
 * Callables and what surrounds them: functions, natives, bound methods, descriptors, cells, modules, generators.
 */
import type { Code } from './code.ts';
import type { Frame } from './frame.ts';
import type { PyError } from './errors.ts';
import { journal } from './journal.ts';
import type { VM } from './vm.ts';
import { PyDict, PyNamespace, PyNativeBase } from './containers.ts';
import { PyFloat, PyInstance, PyObject, PySingleton, type Value } from './values.ts';
import {
  cellType,
  classmethodType,
  ellipsisType,
  functionType,
  generatorType,
  getsetType,
  methodDescriptorType,
  methodType,
  moduleType,
  nativeType,
  propertyType,
  staticmethodType,
  superType,
  type PyType,
} from './types.ts';

/** What a generator native may ask of the evaluator. Use the helpers of `VM` (`call`, `block`), not the forms. */
export type Request =
  | { kind: 'call'; fn: Value; args: Value[]; kw: Map<string, Value> | null }
  | { kind: 'resume'; generator: PyGenerator; value: Value; sentinel: boolean; error: PyError | null }
  | { kind: 'frame'; frame: Frame }
  | { kind: 'block'; reason: BlockReason };

/** Why a fiber waits; owned by whoever blocks it (collectives). */
export interface BlockReason {
  readonly what: string;
}

export type NativeGen = Generator<Request, Value, Value>;
/** A native's body: a value at once, or a generator that calls back into Python with `yield*`. */
export type NativeResult = Value | NativeGen;
export type NativeFn = (vm: VM, args: Value[], kw: Map<string, Value> | null) => NativeResult;

export class PyCell extends PyObject {
  readonly cls = cellType;
  value: Value | undefined;
  constructor(value: Value | undefined) {
    super();
    this.value = value;
  }
  set(value: Value | undefined): void {
    if (journal.open) {
      const old = this.value;
      journal.record(this, () => {
        this.value = old;
      });
    }
    this.value = value;
  }
}

export class PyModule extends PyInstance {
  readonly name: string;
  /** Path of the source file, when it has one; empty for a module that the program makes. */
  filename: string | null = null;
  /** Runs on a missing attribute (PEP 562 and lazy natives). */
  private ns: PyNamespace | null = null;
  constructor(name: string) {
    super(moduleType);
    this.name = name;
    this.attrs.set('__name__', name);
    this.attrs.set('__doc__', null);
  }
  get namespace(): PyNamespace {
    return (this.ns ??= new PyNamespace(this, this.attrs));
  }
}

export class PyFunction extends PyInstance {
  readonly code: Code;
  readonly module: PyModule;
  readonly closure: readonly PyCell[];
  name: string;
  qualname: string;
  doc: Value;
  defaults: readonly Value[];
  kwdefaults: Map<string, Value> | null;
  annotations: PyDict | null = null;
  /** A `__getattr__` or `__setattr__` of the library: what it would do in the usual case, undefined in others. */
  find: ((o: Value, name: string) => Value | undefined) | null = null;
  set: ((vm: VM, o: Value, name: string, value: Value) => NativeGen | null | undefined) | null = null;
  /** The same of a call. */
  short: ((vm: VM, args: readonly Value[], kw: Map<string, Value> | null) => Value | undefined) | null = null;
  constructor(code: Code, module: PyModule, closure: readonly PyCell[], defaults: readonly Value[], kwdefaults: Map<string, Value> | null) {
    super(functionType);
    this.code = code;
    this.module = module;
    this.closure = closure;
    this.name = code.name;
    this.qualname = code.qualname;
    this.doc = code.doc;
    this.defaults = defaults;
    this.kwdefaults = kwdefaults;
  }
}

/** A function or method written in TypeScript. As a class attribute it binds like a method when `isMethod`. */
export class PyNative extends PyObject {
  readonly cls: PyType;
  readonly name: string;
  readonly fn: NativeFn;
  readonly isMethod: boolean;
  /** Owner for error texts and reprs: `list.append`; module for functions. */
  owner: PyType | null = null;
  /** The type its first argument must have; null where it takes any, as a class method does. */
  receiver: PyType | null = null;
  module = 'builtins';
  /** Python-like parameter list, when declared. */
  signature: string | null = null;
  doc: string | null = null;
  /** Free slot for other layers (operator schema, capture rules). */
  tag: unknown = null;
  constructor(name: string, fn: NativeFn, isMethod = false) {
    super();
    this.cls = isMethod ? methodDescriptorType : nativeType;
    this.name = name;
    this.fn = fn;
    this.isMethod = isMethod;
  }
}

export class PyBoundMethod extends PyObject {
  /** Python's `method`, or for a native what CPython calls a built-in method. */
  readonly cls: PyType;
  readonly self: Value;
  readonly fn: Value;
  constructor(self: Value, fn: Value) {
    super();
    this.self = self;
    this.fn = fn;
    this.cls = fn instanceof PyNative ? nativeType : methodType;
  }
}

export class PyProperty extends PyNativeBase {
  fget: Value;
  fset: Value;
  fdel: Value;
  doc: Value = null;
  constructor(fget: Value, fset: Value = null, fdel: Value = null, cls: PyType = propertyType) {
    super(cls);
    this.fget = fget;
    this.fset = fset;
    this.fdel = fdel;
  }
}

/** A native attribute: read, and perhaps write, by TypeScript. A data descriptor. */
export class PyGetSet extends PyObject {
  readonly cls = getsetType;
  owner: PyType | null = null;
  readonly name: string;
  readonly get: (vm: VM, self: Value) => NativeResult;
  readonly set: ((vm: VM, self: Value, value: Value | undefined) => void) | null;
  constructor(name: string, get: (vm: VM, self: Value) => NativeResult, set: ((vm: VM, self: Value, value: Value | undefined) => void) | null) {
    super();
    this.name = name;
    this.get = get;
    this.set = set;
  }
}

export class PyStaticMethod extends PyNativeBase {
  fn: Value;
  constructor(fn: Value, cls: PyType = staticmethodType) {
    super(cls);
    this.fn = fn;
  }
}

export class PyClassMethod extends PyNativeBase {
  fn: Value;
  constructor(fn: Value, cls: PyType = classmethodType) {
    super(cls);
    this.fn = fn;
  }
}

export class PySuper extends PyObject {
  readonly cls = superType;
  readonly type: PyType;
  readonly self: Value;
  readonly selfType: PyType;
  constructor(type: PyType, self: Value, selfType: PyType) {
    super();
    this.type = type;
    this.self = self;
    this.selfType = selfType;
  }
}

/** A native iterator: `next` gives undefined at the end. */
export class PyIterator extends PyObject {
  readonly cls: PyType;
  readonly next: () => Value | undefined;
  constructor(next: () => Value | undefined, cls: PyType) {
    super();
    this.next = next;
    this.cls = cls;
  }
}

/** What "next" gives at the end of an iteration. Never visible to a program. */
export const EXHAUSTED = new PySingleton(ellipsisType, '<exhausted>');

/** A native iterator whose step may run Python code (`map`, `zip` over generators): gives a value or EXHAUSTED. */
export class PyStepIterator extends PyObject {
  readonly cls: PyType;
  readonly step: (vm: VM) => NativeResult;
  constructor(step: (vm: VM) => NativeResult, cls: PyType) {
    super();
    this.step = step;
    this.cls = cls;
  }
}

export class PyGenerator extends PyObject {
  readonly cls = generatorType;
  /** null once it has ended. */
  frame: Frame | null;
  running = false;
  started = false;
  readonly name: string;
  readonly qualname: string;
  constructor(frame: Frame, name: string, qualname: string) {
    super();
    this.frame = frame;
    this.name = name;
    this.qualname = qualname;
  }
}

propertyType.alloc = (cls) => new PyProperty(null, null, null, cls);
staticmethodType.alloc = (cls) => new PyStaticMethod(null, cls);
classmethodType.alloc = (cls) => new PyClassMethod(null, cls);
moduleType.alloc = () => new PyModule('?');

/** Whether a native's result is a generator still to be driven. Objects are asked for first: most results are, and a "no" walks the whole chain. */
export function isGen(r: NativeResult): r is NativeGen {
  return typeof r === 'object' && r !== null && !(r instanceof PyObject) && !(r instanceof PyFloat);
}
