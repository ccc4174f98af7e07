/** property, staticmethod, classmethod, super and slots. */
import { bind } from '../attr.ts';
import { raise } from '../errors.ts';
import { Frame } from '../frame.ts';
import { PyBoundMethod, PyClassMethod, PyGetSet, PyProperty, PyStaticMethod, PySuper, type NativeFn } from '../functions.ts';
import { PyMember } from '../member.ts';
import { extendType, taking } from '../native.ts';
import { part } from '../packs.ts';
import { classmethodType, getsetType, memberType, propertyType, PyType, staticmethodType, superType, typeOf } from '../types.ts';
import { lookupAttr } from '../attr.ts';
import type { PyObject, Value } from '../values.ts';
import type { VM } from '../vm.ts';

const faults = part<typeof import('../nativefaults.ts')>('faults', 'natives');

const copyProperty = (p: PyProperty, changes: Partial<PyProperty>): PyProperty => {
  const q = new PyProperty(changes.fget ?? p.fget, changes.fset ?? p.fset, changes.fdel ?? p.fdel, p.cls);
  q.doc = p.doc;
  return q;
};

extendType(propertyType, {
  create: (_vm, args) => new PyProperty(null, null, null, args[0] as PyType),
  methods: {
    '__init__(self, fget=None, fset=None, fdel=None, doc=None)': (vm, p: PyProperty, fget, fset, fdel, doc) => {
      p.fget = fget;
      p.fset = fset;
      p.fdel = fdel;
      p.doc = doc ?? (fget === null ? null : ((lookupAttr(vm, fget, '__doc__') as Value | undefined) ?? null));
      return null;
    },
    'getter(self, fget, /)': (_vm, p: PyProperty, f) => copyProperty(p, { fget: f }),
    'setter(self, fset, /)': (_vm, p: PyProperty, f) => copyProperty(p, { fset: f }),
    'deleter(self, fdel, /)': (_vm, p: PyProperty, f) => copyProperty(p, { fdel: f }),
    '__get__(self, obj, owner=None, /)': (vm, p: PyProperty, obj) =>
      obj === null ? p : p.fget === null ? raise('AttributeError', 'property has no getter') : vm.invoke(p.fget, [obj]),
    '__set__(self, obj, value, /)': (vm, p: PyProperty, obj, v) =>
      p.fset === null ? raise('AttributeError', 'property has no setter') : vm.invoke(p.fset, [obj, v]),
  },
  attrs: {
    fget: (_vm, p: PyProperty) => p.fget,
    fset: (_vm, p: PyProperty) => p.fset,
    fdel: (_vm, p: PyProperty) => p.fdel,
    __doc__: [
      (_vm, p: PyProperty) => p.doc,
      (_vm, p: PyProperty, v) => {
        p.doc = v ?? null;
      },
    ],
    __isabstractmethod__: (vm, p: PyProperty) => [p.fget, p.fset, p.fdel].some((f) => f !== null && lookupAttr(vm, f, '__isabstractmethod__') === true),
  },
});

const one = (make: (v: Value, cls: PyType) => Value): NativeFn =>
  taking([], (_vm, args) => {
    const cls = args[0] as PyType;
    if (args.length !== 2) faults().arity(cls.name, args.length - 1, 1, 1);
    return make(args[1], cls);
  });

extendType(staticmethodType, {
  create: one((v, cls) => new PyStaticMethod(v, cls)),
  raw: { __init__: () => null, __call__: (vm, args, kw) => vm.invoke((args[0] as PyStaticMethod).fn, args.slice(1), kw) },
  methods: { '__get__(self, obj, owner=None, /)': (_vm, s: PyStaticMethod) => s.fn },
  attrs: {
    __func__: (_vm, s: PyStaticMethod) => s.fn,
    __wrapped__: (_vm, s: PyStaticMethod) => s.fn,
    __isabstractmethod__: (vm, s: PyStaticMethod) => lookupAttr(vm, s.fn, '__isabstractmethod__') ?? false,
  },
});
extendType(classmethodType, {
  create: one((v, cls) => new PyClassMethod(v, cls)),
  raw: { __init__: () => null },
  methods: { '__get__(self, obj, owner=None, /)': (_vm, c: PyClassMethod, obj, owner) => new PyBoundMethod(owner ?? typeOf(obj), c.fn) },
  attrs: {
    __func__: (_vm, c: PyClassMethod) => c.fn,
    __wrapped__: (_vm, c: PyClassMethod) => c.fn,
    __isabstractmethod__: (vm, c: PyClassMethod) => lookupAttr(vm, c.fn, '__isabstractmethod__') ?? false,
  },
});

/** `super()` without arguments reads the class cell and the first argument of the calling frame. */
function zeroArguments(vm: VM): PySuper {
  const f = vm.fiber?.frames.findLast((x) => x instanceof Frame);
  if (!(f instanceof Frame)) raise('RuntimeError', 'super(): no current frame');
  const { code } = f;
  const i = code.freeVars.indexOf('__class__');
  if (i < 0) raise('RuntimeError', code.argCount === 0 ? 'super(): no arguments' : 'super(): __class__ cell not found');
  const cls = f.cells[code.cellVars.length + i].value;
  if (!(cls instanceof PyType)) raise('RuntimeError', 'super(): empty __class__ cell');
  if (code.argCount === 0) raise('RuntimeError', 'super(): no arguments');
  const at = code.cellVars.indexOf(code.varNames[0]);
  const self = at >= 0 ? f.cells[at].value : f.locals[0];
  if (self === undefined) raise('RuntimeError', 'super(): arg[0] deleted');
  return makeSuper(cls, self);
}

function makeSuper(cls: PyType, self: Value): PySuper {
  if (self instanceof PyType && self.isSubtype(cls)) return new PySuper(cls, self, self);
  const t = typeOf(self);
  if (!t.isSubtype(cls)) raise('TypeError', 'super(type, obj): obj must be an instance or subtype of type');
  return new PySuper(cls, self, t);
}

extendType(superType, {
  create: (vm, args) => {
    if (args.length === 1) return zeroArguments(vm);
    if (!(args[1] instanceof PyType)) raise('TypeError', `super() argument 1 must be a type, not ${typeOf(args[1]).tp}`);
    return makeSuper(args[1], args[2]);
  },
  raw: { __init__: () => null },
  attrs: { __self__: (_vm, s: PySuper) => s.self, __thisclass__: (_vm, s: PySuper) => s.type, __self_class__: (_vm, s: PySuper) => s.selfType },
});

extendType(memberType, {
  methods: {
    '__get__(self, obj, owner=None, /)': (_vm, m: PyMember, obj) => (obj === null ? m : m.read(obj as PyObject)),
    '__set__(self, obj, value, /)': (_vm, m: PyMember, obj, v) => {
      m.write(obj as PyObject, v);
      return null;
    },
  },
  attrs: { __name__: (_vm, m: PyMember) => m.name },
});
extendType(getsetType, {
  methods: { '__get__(self, obj, owner=None, /)': (vm, g: PyGetSet, obj) => bind(vm, g, obj === null ? undefined : obj, typeOf(obj)) },
  attrs: { __name__: (_vm, g: PyGetSet) => g.name },
});
