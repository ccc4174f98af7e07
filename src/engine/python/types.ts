/**
 * Types: names, bases, method resolution order, dictionary; the built-in type objects, still without methods.
 *
 * The methods are filled in by `types/*.ts`, each through `native.ts`. A type made by a `class` statement inherits the
 * allocator of its closest native base, so that `class L(list)` makes real lists.
 */
import { PyBoxed, PyFloat, PyInstance, PyObject, PySingleton, type Value } from './values.ts';
import { journal } from './journal.ts';
import type { VM } from './vm.ts';

/** Bumped when a type's dictionary changes after creation: look-up caches compare it. */
export const typeVersion = { n: 1 };
const MISSING = Symbol('missing');

/** How instances hash: by identity, by a value the evaluator knows, by Python code, or not at all. */
export type HashKind = 'identity' | 'value' | 'custom' | 'none';

/** Native types, which outlive a run, that have subclasses of the program's. */
export const extended = new Set<PyType>();

/** What programs changed in native types, to be taken back. */
export const restores: (() => void)[] = [];

/** Before a run: no class of an earlier one is anybody's subclass, or lives on in the memory. */
export function forgetClasses(): void {
  for (const t of extended) t.subclasses = t.subclasses.filter((s) => !s.heap);
  extended.clear();
  for (const undo of restores.splice(0)) undo();
}

export class PyType extends PyObject {
  /** The metaclass. */
  cls: PyType;
  name: string;
  qualname: string;
  module: string;
  bases: PyType[];
  mro: PyType[];
  readonly dict: Map<string, Value> = new Map();
  /** Made by a `class` statement: its attributes may be assigned. */
  heap = false;
  /** CPython's or a library's C name of the type has its module before it (`torch.Size`): complaints show it so. */
  dotted = false;
  /** A native type whose attributes may be assigned: told before the first change of each run. */
  opened: ((vm: VM, t: PyType) => void) | null = null;
  /** May be subclassed by a `class` statement. */
  subclassable = true;
  /** Makes a bare instance; inherited from the closest native base. */
  alloc: (cls: PyType) => PyObject;
  /** Instances have a `__dict__` (false: native without attributes, or `__slots__` all the way). */
  hasDict = false;
  slots: string[] | null = null;
  /** Set by native types whose `__hash__` is identity although `__eq__` is their own (tensors). */
  identityHash = false;
  /** A native tuple type whose slices and sums stay of the type (`torch.Size`). */
  keepsType = false;
  subclasses: PyType[] = [];

  private cache = new Map<string, Value | typeof MISSING>();
  private cacheVersion = 0;
  private hashCache: HashKind | null = null;

  constructor(name: string, bases: PyType[], module: string, meta: PyType | null) {
    super();
    this.cls = meta ?? (this as PyType);
    this.name = name;
    this.qualname = name;
    this.module = module;
    this.bases = bases;
    this.mro = [this, ...(bases[0]?.mro ?? [])];
    this.alloc = bases[0]?.alloc ?? ((cls) => new PyInstance(cls));
    for (const b of bases) b.subclasses.push(this);
  }

  /** The name in complaints: `tp_name` of the C structure. */
  get tp(): string {
    return this.dotted ? `${this.module}.${this.name}` : this.name;
  }

  /** The first entry for `name` along the method resolution order. */
  lookup(name: string): Value | undefined {
    if (this.cacheVersion !== typeVersion.n) {
      this.cache.clear();
      this.hashCache = null;
      this.cacheVersion = typeVersion.n;
    }
    const hit = this.cache.get(name);
    if (hit !== undefined) return hit === MISSING ? undefined : (hit as Value);
    for (const t of this.mro) {
      const v = t.dict.get(name);
      if (v !== undefined) {
        this.cache.set(name, v);
        return v;
      }
    }
    this.cache.set(name, MISSING);
    return undefined;
  }

  /** The type along the order that defines `name`. */
  owner(name: string): PyType | undefined {
    return this.mro.find((t) => t.dict.has(name));
  }

  setDict(name: string, value: Value): void {
    if (journal.open) {
      const had = this.dict.has(name);
      const old = this.dict.get(name) as Value;
      journal.record(this, () => {
        if (had) this.dict.set(name, old);
        else this.dict.delete(name);
        this.forget();
      });
    }
    this.dict.set(name, value);
    this.forget();
  }

  /** What was found through this type may be another thing now: here and in what derives from it, nowhere else. */
  private forget(): void {
    this.cache.clear();
    this.hashCache = null;
    for (const s of this.subclasses) s.forget();
  }

  delDict(name: string): boolean {
    if (!this.dict.has(name)) return false;
    const old = this.dict.get(name) as Value;
    if (journal.open) {
      journal.record(this, () => {
        this.dict.set(name, old);
        this.forget();
      });
    }
    this.dict.delete(name);
    this.forget();
    return true;
  }

  isSubtype(other: PyType): boolean {
    return this === other || this.mro.includes(other);
  }

  get hashKind(): HashKind {
    if (this.cacheVersion !== typeVersion.n) this.lookup('__hash__');
    return (this.hashCache ??= this.findHashKind());
  }

  private findHashKind(): HashKind {
    const owner = this.owner('__hash__');
    const hash = owner?.dict.get('__hash__');
    if (!owner || hash === null) return 'none';
    // `__hash__ = int.__hash__` in a class body is still a native hash.
    if (owner.heap && !(hash instanceof PyObject && hash.cls === methodDescriptorType)) return 'custom';
    if (owner === objectType || owner.identityHash) return 'identity';
    return this.owner('__eq__')?.heap ? 'custom' : 'value';
  }
}

export const typeType: PyType = new PyType('type', [], 'builtins', null);
export const objectType = new PyType('object', [], 'builtins', typeType);
typeType.bases = [objectType];
typeType.mro = [typeType, objectType];
typeType.hasDict = true;

/** A built-in type; methods are added by `defineType` (`native.ts`). */
export function newType(name: string, base: PyType = objectType, module = 'builtins'): PyType {
  const t = new PyType(name, [base], module, typeType);
  t.hasDict = base.hasDict;
  t.dotted = /^(itertools|re|sys|numpy|torch(\._C|\.return_types)?)$/.test(module);
  return t;
}
const sealed = (name: string, module = 'builtins'): PyType => {
  const t = newType(name, objectType, module);
  t.subclassable = false;
  return t;
};

export const noneType = sealed('NoneType');
export const intType = newType('int');
export const boolType = newType('bool', intType);
boolType.subclassable = false;
export const floatType = newType('float');
export const complexType = newType('complex');
export const strType = newType('str');
export const bytesType = newType('bytes');
export const bytearrayType = newType('bytearray');
export const listType = newType('list');
export const tupleType = newType('tuple');
export const dictType = newType('dict');
export const setType = newType('set');
export const frozensetType = newType('frozenset');
export const rangeType = sealed('range');
export const sliceType = sealed('slice');
export const functionType = sealed('function');
functionType.hasDict = true;
export const nativeType = sealed('builtin_function_or_method');
export const methodDescriptorType = sealed('method_descriptor');
export const methodType = sealed('method');
export const propertyType = newType('property');
export const staticmethodType = newType('staticmethod');
export const classmethodType = newType('classmethod');
export const getsetType = sealed('getset_descriptor');
export const memberType = sealed('member_descriptor');
export const moduleType = newType('module');
moduleType.hasDict = true;
export const generatorType = sealed('generator');
export const iteratorType = sealed('iterator');
export const cellType = sealed('cell');
export const codeType = sealed('code');
export const frameType = sealed('frame');
export const tracebackType = sealed('traceback');
export const superType = newType('super');
export const ellipsisType = sealed('ellipsis');
export const notImplementedType = sealed('NotImplementedType');
export const mappingProxyType = sealed('mappingproxy');
export const dictKeysType = sealed('dict_keys');
export const dictValuesType = sealed('dict_values');
export const dictItemsType = sealed('dict_items');
export const odictKeysType = newType('odict_keys', dictKeysType);
export const odictValuesType = newType('odict_values', dictValuesType);
export const odictItemsType = newType('odict_items', dictItemsType);
export const genericAliasType = newType('GenericAlias', objectType, 'types');
export const unionType = newType('UnionType', objectType, 'types');

export const Ellipsis = new PySingleton(ellipsisType, 'Ellipsis');
export const NotImplemented = new PySingleton(notImplementedType, 'NotImplemented');

intType.alloc = (cls) => new PyBoxed(cls, 0);
floatType.alloc = (cls) => new PyBoxed(cls, new PyFloat(0));
strType.alloc = (cls) => new PyBoxed(cls, '');
boolType.alloc = intType.alloc;

export function typeOf(v: Value): PyType {
  switch (typeof v) {
    case 'number':
    case 'bigint':
      return intType;
    case 'string':
      return strType;
    case 'boolean':
      return boolType;
    default:
      // Not `instanceof PyFloat`, which walks the whole chain of everything else; only a float has no class of its own.
      return v === null ? noneType : ((v as { cls?: PyType }).cls ?? floatType);
  }
}

export function isInstance(v: Value, t: PyType): boolean {
  return typeOf(v).isSubtype(t);
}

/** C3 linearisation; null when the bases cannot be ordered. */
export function c3(self: PyType, bases: readonly PyType[]): PyType[] | null {
  const lists = [...bases.map((b) => [...b.mro]), [...bases]].filter((l) => l.length > 0);
  const out: PyType[] = [self];
  while (lists.some((l) => l.length > 0)) {
    const head = lists.find((l) => l.length > 0 && !lists.some((m) => m.indexOf(l[0]) > 0))?.[0];
    if (!head) return null;
    out.push(head);
    for (const l of lists) if (l[0] === head) l.shift();
  }
  return out;
}
