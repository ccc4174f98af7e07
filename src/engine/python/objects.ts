/**
 * `object` and `type`: making instances, making classes, and the methods every value has.
 */
import { attributeError, callSpecial, genericGet, genericSet, lookupAttr, OBJECT_GETATTRIBUTE, OBJECT_SETATTR, attrsOf } from './attr.ts';
import { PyDict, PyList, PyNamespace, PyNativeBase, PySet, PyTuple } from './containers.ts';
import { Unsupported } from './errors.ts';
import { Frame } from './frame.ts';
import { part } from './packs.ts';
import { isGen, PyBoundMethod, PyCell, PyClassMethod, PyFunction, PyNative, PyStaticMethod, type NativeGen, type NativeResult } from './functions.ts';
import { newFrame } from './call.ts';
import { bodiesIn, extendType, fn, raw } from './native.ts';
import { fullName, nativeRepr, reprOf } from './repr.ts';
import { OBJECT, spend } from './spend.ts';
import { c3, extended, isInstance, NotImplemented, objectType, PyType, typeOf, typeType, typeVersion } from './types.ts';
import { idOf, PyFloat, PyInstance, type PyObject, type Value } from './values.ts';
import type { VM } from './vm.ts';

const faults = part<typeof import('./nativefaults.ts')>('faults', 'natives');
const language = part<typeof import('./types/objectmethods.ts')>('language', 'objects');
const slots = part<typeof import('./types/slots.ts')>('language', 'slots');
const format = part<typeof import('./formatvalue.ts')>('text', 'format');

const seldom = () => language().OBJECT_METHODS;

/** Methods still abstract in this class, in order of definition; null for concrete ones. */
function abstractNames(cls: PyType): string[] {
  const a = cls.dict.get('__abstractmethods__');
  return a instanceof PySet ? (a.values() as string[]) : [];
}

function hasInit(cls: PyType): boolean {
  return cls.lookup('__init__') !== objectType.dict.get('__init__');
}

const newObject = (_vm: VM, args: Value[], kw: Map<string, Value> | null): Value => {
  const cls = args[0] as PyType;
  if (args.length > 1 || (kw && kw.size > 0)) {
    if (cls.lookup('__new__') !== objectNew) faults().objectArguments('new');
    if (!hasInit(cls)) faults().noArguments(cls);
  }
  const names = abstractNames(cls);
  if (names.length > 0) {
    faults().abstractClass(cls, names);
  }
  spend(OBJECT);
  return cls.alloc(cls);
};
const newNative = raw('__new__', newObject);
newNative.owner = objectType;
export const objectNew = new PyStaticMethod(newNative);

/** `cls(...)` for every class whose metaclass does not say otherwise. */
export function typeCall(vm: VM, cls: PyType, args: Value[], kw: Map<string, Value> | null): NativeResult {
  if (cls === typeType && args.length === 1) return typeOf(args[0]);
  const make = cls.lookup('__new__') as Value;
  const f = make instanceof PyStaticMethod ? make.fn : make;
  if (f instanceof PyNative) {
    const r = f.fn(vm, [cls, ...args], kw);
    if (isGen(r)) return initialise(vm, r, cls, args, kw);
    const init = cls.lookup('__init__');
    if (!(r instanceof Object) || r instanceof PyFloat || !isInstance(r, cls)) return r;
    if (init instanceof PyNative) {
      const done = init.fn(vm, [r, ...args], kw);
      return isGen(done) ? thenGive(done, r) : r;
    }
    return initialise(vm, r, cls, args, kw);
  }
  return initialise(vm, vm.invoke(f, [cls, ...args], kw), cls, args, kw);
}

function* thenGive(r: NativeGen, v: Value): NativeGen {
  yield* r;
  return v;
}

function* initialise(vm: VM, r: NativeResult, cls: PyType, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const v = isGen(r) ? yield* r : r;
  if (!isInstance(v, cls)) return v;
  const done = callSpecialKw(vm, v, '__init__', args, kw);
  const none = isGen(done) ? yield* done : done;
  if (none !== null) faults().initReturned(none);
  return v;
}

function callSpecialKw(vm: VM, o: Value, name: string, args: Value[], kw: Map<string, Value> | null): NativeResult {
  const d = typeOf(o).lookup(name) as Value;
  return vm.invoke(d, [o, ...args], kw);
}

/** The most derived metaclass of the bases. */
function metaOf(meta: PyType, bases: readonly PyType[]): PyType {
  let winner = meta;
  for (const b of bases) {
    if (winner.isSubtype(b.cls)) continue;
    if (b.cls.isSubtype(winner)) winner = b.cls;
    else faults().metaConflict();
  }
  return winner;
}

/** `type(name, bases, namespace)`. */
export function* makeType(vm: VM, meta: PyType, name: string, basesIn: readonly Value[], ns: Map<string, Value>, kw: Map<string, Value>): NativeGen {
  const bases = basesIn.length === 0 ? [objectType] : (basesIn as PyType[]);
  for (const b of bases) {
    if (!(b instanceof PyType)) return faults().badBase(b);
    if (!b.subclassable) faults().badBase(b);
  }
  if (bases.length > 1) slots().checkBases(bases);
  const cls = new PyType(name, bases, 'builtins', metaOf(meta, bases));
  cls.heap = true;
  for (const b of bases) if (!b.heap) extended.add(b);
  const order = c3(cls, bases);
  if (order === null) {
    withdraw(cls);
    return faults().noOrder(bases);
  }
  cls.mro = order;
  // The closest native base decides what an instance is.
  const natives = bases.map((b) => b.mro.find((t) => !t.heap && t !== objectType)).filter((t) => t !== undefined);
  const solid = natives.sort((a, b) => (a.isSubtype(b) ? -1 : b.isSubtype(a) ? 1 : 0))[0];
  for (const n of natives) {
    if (solid && !solid.isSubtype(n) && n.alloc !== solid.alloc && n.alloc !== objectType.alloc && solid.alloc !== objectType.alloc) {
      withdraw(cls);
      faults().layoutConflict();
    }
  }
  cls.alloc = natives.find((t) => t.alloc !== objectType.alloc)?.alloc ?? objectType.alloc;
  if (cls.lookup('__del__')) faults().finalized(cls);
  const own = ns.get('__slots__');
  cls.hasDict = own === undefined || bases.some((b) => b.hasDict);
  for (const [k, v] of ns) if (k !== '__classcell__') cls.dict.set(k, v);
  if (own !== undefined) slots().addSlots(cls, own, ns);
  if (typeof ns.get('__qualname__') === 'string') cls.qualname = ns.get('__qualname__') as string;
  cls.dict.delete('__qualname__');
  if (typeof ns.get('__module__') === 'string') cls.module = ns.get('__module__') as string;
  if (!cls.dict.has('__doc__')) cls.dict.set('__doc__', null);
  // A class with its own equality and no hash is unhashable.
  if (ns.has('__eq__') && !ns.has('__hash__')) cls.dict.set('__hash__', null);
  for (const special of ['__init_subclass__', '__class_getitem__']) {
    const f = cls.dict.get(special);
    if (f instanceof PyFunction) cls.dict.set(special, new PyClassMethod(f));
  }
  const maker = cls.dict.get('__new__');
  if (maker instanceof PyFunction) cls.dict.set('__new__', new PyStaticMethod(maker));
  const cell = ns.get('__classcell__');
  if (cell instanceof PyCell) cell.set(cls);
  for (const [k, v] of [...cls.dict]) {
    const hook = v instanceof PyInstance ? v.cls.lookup('__set_name__') : undefined;
    if (hook !== undefined) yield* slots().setName(vm, hook, v, cls, k);
  }
  const made = vm.onClass?.(cls);
  if (made) yield* made;
  const parent = superInit(cls);
  if (parent !== undefined) {
    const f = parent instanceof PyClassMethod ? new PyBoundMethod(cls, parent.fn) : parent;
    yield* vm.call(f, [], kw.size > 0 ? kw : null);
  } else if (kw.size > 0) faults().initSubclass(cls, 0);
  return cls;
}

/** A class that could not be made is nobody's subclass. */
function withdraw(cls: PyType): void {
  for (const b of cls.bases) b.subclasses.splice(b.subclasses.lastIndexOf(cls), 1);
}

function superInit(cls: PyType): Value | undefined {
  for (const t of cls.mro.slice(1)) {
    const f = t.dict.get('__init_subclass__');
    if (f !== undefined && t !== objectType) return f;
  }
  return undefined;
}

/** `__build_class__`: runs the body, then calls the metaclass. */
function* buildClass(vm: VM, args: Value[], kwIn: Map<string, Value> | null): NativeGen {
  const body = args[0] as PyFunction;
  const name = args[1] as string;
  const kw = new Map(kwIn ?? []);
  const original = args.slice(2);
  const bases: Value[] = [];
  for (const b of original) {
    if (b instanceof PyType) bases.push(b);
    else {
      const hook = callSpecial(vm, b, '__mro_entries__', [new PyTuple(original)]);
      if (hook === undefined) bases.push(b);
      else bases.push(...((isGen(hook) ? yield* hook : hook) as PyTuple).items);
    }
  }
  const given = kw.get('metaclass');
  kw.delete('metaclass');
  let meta: Value = given ?? (bases[0] instanceof PyType ? bases[0].cls : bases[0] === undefined ? typeType : typeOf(bases[0]));
  if (meta instanceof PyType)
    meta = metaOf(
      meta,
      bases.filter((b) => b instanceof PyType),
    );
  let ns: Map<string, Value> = new Map();
  let nsDict: PyDict | null = null;
  const prepare = meta instanceof PyType ? lookupAttr(vm, meta, '__prepare__') : undefined;
  if (prepare !== undefined && !(prepare instanceof PyBoundMethod && prepare.fn instanceof PyNative)) {
    const d = yield* vm.call(isGen(prepare) ? yield* prepare : prepare, [name, new PyTuple(bases)], kw.size > 0 ? kw : null);
    if (!(d instanceof PyDict) || reads(d)) throw new Unsupported('a metaclass whose __prepare__ returns a mapping with its own reads', vm.currentLine());
    ns = new Map(d.entries() as [string, Value][]);
    nsDict = d;
  }
  const frame: Frame = newFrame(body, []);
  while (frame.locals.length < body.code.varNames.length) frame.locals.push(undefined);
  frame.names = ns;
  const mapping = nsDict?.cls.heap ? nsDict : null;
  frame.mapping = mapping;
  const cell = yield* vm.runFrame(frame);
  if (cell !== null) ns.set('__classcell__', cell);
  if (original.some((b, i) => b !== bases[i]) || original.length !== bases.length) ns.set('__orig_bases__', new PyTuple(original));
  for (const special of mapping ? ['__classcell__', '__orig_bases__'] : []) if (ns.has(special)) mapping?.set(special, ns.get(special) as Value);
  const cls = yield* vm.call(meta, [name, new PyTuple(bases), mapping ?? new PyNamespace({}, ns)], kw.size > 0 ? kw : null);
  if (cell instanceof PyCell && cls instanceof PyType && cell.value === undefined) cell.set(cls);
  return cls;
}
export const buildClassNative = raw('__build_class__', (vm, args, kw) => buildClass(vm, args, kw));

/** Reading a name asks the mapping's class. */
function reads(d: PyDict): boolean {
  return ['__getitem__', '__missing__', '__delitem__'].some((m) => d.cls.owner(m)?.heap);
}

function nsOf(v: Value): Map<string, Value> {
  if (v instanceof PyNamespace) return new Map(v.attrMap);
  if (v instanceof PyDict) return new Map(v.entries() as [string, Value][]);
  return faults().typeArgument(3, 'dict', v);
}

/** `isinstance` for a class: by type, or by what the object itself says. */
export function isOf(vm: VM, v: Value, cls: PyType): NativeResult {
  if (isInstance(v, cls)) return true;
  const t = typeOf(v);
  return t.heap && ['__class__', '__getattribute__'].some((n) => t.owner(n)?.heap) && language().saysItIs(vm, v, cls);
}

/** A class's `__dict__`: reads show the dictionary, writes are refused by Python (mappingproxy). */
export function typeNamespace(t: PyType): PyNamespace {
  return new PyNamespace(t, t.dict);
}

const ownDict = (v: Value): Map<string, Value> | null => (v instanceof PyNativeBase ? (v.attrs ??= new Map()) : attrsOf(v));

objectType.dict.set('__new__', objectNew);
extendType(objectType, {
  raw: {
    __init__: (_vm, args, kw) => {
      const self = args[0];
      const cls = typeOf(self);
      if (args.length > 1 || (kw && kw.size > 0)) {
        if (hasInit(cls)) faults().objectArguments('init');
        if (cls.lookup('__new__') === objectNew) faults().noArguments(cls);
      }
      return null;
    },
  },
  methods: {
    '__repr__(self, /)': (vm, self) => nativeRepr(vm, self),
    '__str__(self, /)': (vm, self) => reprOf(vm, self),
    '__format__(self, spec, /)': (vm, self, spec) => format().objectFormat(vm, self, spec),
    '__eq__(self, other, /)': (_vm, self, other) => (self === other ? true : NotImplemented),
    '__ne__(self, other, /)': (vm, self, other) => notEqual(vm, self, other),
    '__lt__(self, other, /)': () => NotImplemented,
    '__le__(self, other, /)': () => NotImplemented,
    '__gt__(self, other, /)': () => NotImplemented,
    '__ge__(self, other, /)': () => NotImplemented,
    '__hash__(self, /)': (_vm, self) => (typeof self === 'object' && self !== null ? idOf(self) / 16 : 0),
    '__getattribute__(self, name, /)': (vm, self, name) => {
      const r = self instanceof PyType ? lookupAttr(vm, self, name) : genericGet(vm, self, name);
      if (r === undefined) attributeError(self, name);
      return r;
    },
    '__setattr__(self, name, value, /)': (vm, self, name, value) => genericSet(vm, self, name, value),
    '__delattr__(self, name, /)': (vm, self, name) => genericSet(vm, self, name, undefined),
    ...bodiesIn(seldom, ['__dir__(self, /)', '__getstate__(self, /)', '__reduce__(self, /)', '__reduce_ex__(self, protocol, /)', '__sizeof__(self, /)']),
  },
  classmethods: {
    '__init_subclass__(cls, *args, **kw)': (_vm, cls: PyType, args: Value[], kw: Map<string, Value>) => {
      if (kw.size > 0) faults().initSubclass(cls, 0);
      if (args.length > 0) faults().initSubclass(cls, args.length);
      return null;
    },
    '__subclasshook__(cls, other, /)': () => NotImplemented,
  },
  attrs: {
    __class__: [
      (_vm, self: Value) => typeOf(self),
      (_vm, self: Value, v) => {
        if (!(v instanceof PyType)) return faults().notAClass(v as Value);
        if (!(self instanceof PyInstance) || !v.heap) return faults().fixedClass();
        self.cls = v;
      },
    ],
    __dict__: [
      (_vm, self: Value) => {
        const attrs = ownDict(self);
        if (attrs === null || !typeOf(self).hasDict) attributeError(self, '__dict__');
        return new PyNamespace(self as PyObject, attrs);
      },
      (_vm, self: Value, v) => {
        const attrs = ownDict(self) as Map<string, Value>;
        const entries = (v as PyDict).entries();
        const ns = new PyNamespace(self as PyObject, attrs);
        ns.clear();
        for (const [k, x] of entries) ns.set(k, x);
      },
    ],
  },
});
objectType.dict.set('__doc__', 'The base class of the class hierarchy.');
for (const n of ['__repr__', '__str__']) (objectType.dict.get(n) as PyNative).tag = 'native-repr';
OBJECT_GETATTRIBUTE.value = objectType.dict.get('__getattribute__');
OBJECT_SETATTR.value = objectType.dict.get('__setattr__');
OBJECT_SETATTR.del = objectType.dict.get('__delattr__');
typeVersion.n++;

function* notEqual(vm: VM, self: Value, other: Value): NativeGen {
  const r = callSpecial(vm, self, '__eq__', [other]);
  const v = r === undefined ? NotImplemented : isGen(r) ? yield* r : r;
  return v === NotImplemented ? v : v === false;
}

extendType(typeType, {
  create: (vm, args, kw) => {
    if (args.length === 2) return typeOf(args[1]);
    if (args.length !== 4) faults().typeArguments();
    const [meta, name, bases, ns] = args;
    if (typeof name !== 'string') return faults().typeArgument(1, 'str', name);
    if (!(bases instanceof PyTuple)) return faults().typeArgument(2, 'tuple', bases);
    const given = nsOf(ns);
    if (!given.has('__module__') && vm.fiber) {
      const f = vm.fiber.frames.findLast((x) => x instanceof Frame);
      const m = f instanceof Frame ? f.module.attrs.get('__name__') : undefined;
      if (m !== undefined) given.set('__module__', m);
    }
    return makeType(vm, meta as PyType, name as string, (bases as PyTuple).items, given, kw ?? new Map());
  },
  raw: {
    __init__: () => null,
    __call__: (vm, args, kw) => typeCall(vm, args[0] as PyType, args.slice(1), kw),
  },
  methods: {
    '__repr__(self, /)': (_vm, self: PyType) => `<class '${fullName(self)}'>`,
    'mro(self, /)': (_vm, self: PyType) => new PyList([...self.mro]),
    '__subclasses__(self, /)': (_vm, self: PyType) => new PyList([...self.subclasses]),
    '__instancecheck__(self, obj, /)': (vm, self: PyType, obj: Value) => isOf(vm, obj, self),
    '__subclasscheck__(self, sub, /)': (_vm, self: PyType, sub: Value) => sub instanceof PyType && sub.isSubtype(self),
    '__or__(self, other, /)': () => NotImplemented,
  },
  classmethods: { '__prepare__(cls, *args, **kw)': () => new PyDict() },
  attrs: {
    __name__: [
      (_vm, t: PyType) => t.name,
      (_vm, t: PyType, v) => {
        t.name = v as string;
      },
    ],
    __qualname__: [
      (_vm, t: PyType) => t.qualname,
      (_vm, t: PyType, v) => {
        t.qualname = v as string;
      },
    ],
    __module__: [
      (_vm, t: PyType) => (t !== typeType && t.dict.get('__module__')) || t.module,
      (_vm, t: PyType, v) => {
        t.setDict('__module__', v as Value);
        t.module = v as string;
      },
    ],
    __mro__: (_vm, t: PyType) => new PyTuple(t.mro),
    __bases__: (_vm, t: PyType) => new PyTuple(t.bases),
    __base__: (_vm, t: PyType) => t.bases[0] ?? null,
    __dict__: (_vm, t: PyType) => typeNamespace(t),
    __abstractmethods__: [
      (_vm, t: PyType) => t.dict.get('__abstractmethods__') ?? attributeError(t, '__abstractmethods__'),
      (_vm, t: PyType, v) => {
        t.setDict('__abstractmethods__', v as Value);
      },
    ],
    __annotations__: [
      (_vm, t: PyType) => {
        let a = t.dict.get('__annotations__');
        if (a === undefined) {
          if (!t.heap) attributeError(t, '__annotations__');
          t.dict.set('__annotations__', (a = new PyDict()));
        }
        return a;
      },
      (_vm, t: PyType, v) => t.setDict('__annotations__', v as Value),
    ],
  },
});

export const objectHelpers = { fn };
