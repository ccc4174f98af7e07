/**
 * Attribute access: the descriptor protocol of `object.__getattribute__`, of types, modules and `super()`.
 */
import { PyNativeBase } from './containers.ts';
import { isPyError, PyError, makeException, raise, Unsupported } from './errors.ts';
import {
  isGen,
  PyBoundMethod,
  PyClassMethod,
  PyFunction,
  PyGetSet,
  PyModule,
  PyNative,
  PyProperty,
  PyStaticMethod,
  PySuper,
  type NativeGen,
  type NativeResult,
} from './functions.ts';
import { PyMember } from './member.ts';
import { part } from './packs.ts';
import { UNMODELLED_ATTRIBUTES } from './typenames.ts';
import { methodType, PyType, typeOf, typeType } from './types.ts';
import { PyInstance, PyObject, type Value } from './values.ts';
import type { VM } from './vm.ts';

export function attrsOf(v: Value): Map<string, Value> | null {
  if (v instanceof PyInstance) return v.attrs;
  if (v instanceof PyNativeBase) return v.attrs;
  return null;
}

function isData(d: Value): boolean {
  if (!(d instanceof PyObject)) return false;
  if (d instanceof PyProperty || d instanceof PyGetSet || d instanceof PyMember) return true;
  if (d instanceof PyFunction || d instanceof PyNative) return false;
  return d instanceof PyInstance && d.cls.heap && (d.cls.lookup('__set__') !== undefined || d.cls.lookup('__delete__') !== undefined);
}

/** The value of a class attribute seen through `self` (undefined: through the class itself). */
export function bind(vm: VM, d: Value, self: Value | undefined, owner: PyType): NativeResult {
  if (!(d instanceof PyObject)) return d;
  if (d instanceof PyFunction) return self === undefined ? d : new PyBoundMethod(self, d);
  if (d instanceof PyNative) return self === undefined || !d.isMethod ? d : new PyBoundMethod(self, d);
  if (d instanceof PyClassMethod) {
    return d.fn instanceof PyFunction || d.fn instanceof PyNative || d.fn instanceof PyType || d.fn instanceof PyBoundMethod
      ? new PyBoundMethod(owner, d.fn)
      : bind(vm, d.fn, owner, owner.cls);
  }
  if (d instanceof PyStaticMethod) return d.fn;
  if (d instanceof PyProperty) {
    if (self === undefined) return d;
    if (d.fget === null) raise('AttributeError', `property of '${owner.name}' object has no getter`);
    return vm.invoke(d.fget, [self]);
  }
  if (d instanceof PyGetSet) return self === undefined ? d : d.get(vm, self);
  if (d instanceof PyMember) return self === undefined ? d : d.read(self as PyObject);
  if (d instanceof PyInstance && d.cls.heap) {
    const get = d.cls.lookup('__get__');
    if (get !== undefined) return vm.invoke(get, [d, self === undefined ? null : self, owner]);
  }
  return d;
}

/** A plain method found by its type, not shadowed by the instance: the quick path of `o.m(…)`. */
export function getMethod(o: Value, name: string): Value | undefined {
  if (o instanceof PyType || o instanceof PyModule || o instanceof PySuper) return undefined;
  const t = typeOf(o);
  const m = t.lookup(name);
  if (m === undefined || !(m instanceof PyFunction || (m instanceof PyNative && m.isMethod))) return undefined;
  if (t.heap && t.lookup('__getattribute__') !== OBJECT_GETATTRIBUTE.value) return undefined;
  const attrs = attrsOf(o);
  return attrs?.has(name) ? undefined : m;
}

/** Set once object's own method exists. */
export const OBJECT_GETATTRIBUTE: { value: Value | undefined } = { value: undefined };
export const OBJECT_SETATTR: { value: Value | undefined; del: Value | undefined } = { value: undefined, del: undefined };

/** What `object.__getattribute__` finds; undefined when there is nothing. */
export function genericGet(vm: VM, o: Value, name: string): NativeResult | undefined {
  const t = typeOf(o);
  const d = t.lookup(name);
  if (d !== undefined && isData(d)) return bind(vm, d, o, t);
  const attrs = attrsOf(o);
  if (attrs !== null) {
    const v = attrs.get(name);
    if (v !== undefined) return v;
  }
  if (d !== undefined) return bind(vm, d, o, t);
  if (name === '__class__') return t;
  return t === methodType ? lookupAttr(vm, (o as PyBoundMethod).fn, name) : undefined;
}

function typeGet(vm: VM, t: PyType, name: string): NativeResult | undefined {
  const meta = t.cls;
  const d = meta.lookup(name);
  if (d !== undefined && isData(d)) return bind(vm, d, t, meta);
  const own = t.lookup(name);
  if (own !== undefined) return bind(vm, own, undefined, t);
  if (d !== undefined) return bind(vm, d, t, meta);
  return undefined;
}

function superGet(vm: VM, s: PySuper, name: string): NativeResult | undefined {
  if (name === '__class__') return s.cls;
  const { mro } = s.selfType;
  for (let i = mro.indexOf(s.type) + 1; i < mro.length; i++) {
    const d = mro[i].dict.get(name);
    if (d === undefined) continue;
    return s.self === s.selfType ? bindForClass(vm, d, s.selfType) : bind(vm, d, s.self, s.selfType);
  }
  return genericGet(vm, s, name);
}

/** `super()` inside a classmethod: functions stay plain, classmethods bind to the class. */
function bindForClass(vm: VM, d: Value, cls: PyType): NativeResult {
  return bind(vm, d, undefined, cls);
}

const unmodelled = part<typeof import('./stdnames.ts').UNMODELLED_NAMES>('known', 'standard');

/** A name that the real module has and the modelled one lacks is refused, not "missing". */
export function refuseUnmodelled(vm: VM, m: PyModule, name: string): void {
  if (unmodelled()[m.name]?.split(' ').includes(name)) throw new Unsupported(`${m.name}.${name}`, vm.currentLine());
}

function moduleGet(vm: VM, m: PyModule, name: string): NativeResult | undefined {
  const v = m.attrs.get(name);
  if (v !== undefined) return v;
  if (name === '__dict__') return m.namespace;
  const found = genericGet(vm, m, name);
  if (found !== undefined) return found;
  const hook = m.attrs.get('__getattr__');
  if (hook !== undefined) return vm.invoke(hook, [name]);
  refuseUnmodelled(vm, m, name);
  return undefined;
}

/** undefined when the attribute is missing and nothing runs (`whether`: or need not); a generator may still raise AttributeError. */
export function lookupAttr(vm: VM, o: Value, name: string, whether = false): NativeResult | undefined {
  if (o instanceof PyType) {
    const r = typeGet(vm, o, name);
    if (r !== undefined) return r;
    if (o.cls !== typeType) {
      const hook = o.cls.lookup('__getattr__');
      if (hook !== undefined) return vm.invoke(hook, [o, name]);
    }
    return undefined;
  }
  if (o instanceof PyModule) return moduleGet(vm, o, name);
  if (o instanceof PySuper) return superGet(vm, o, name);
  const t = typeOf(o);
  if (t.heap || o instanceof PyInstance) {
    const own = t.lookup('__getattribute__');
    if (own !== OBJECT_GETATTRIBUTE.value && own !== undefined) return viaGetattribute(vm, own, o, name);
    const hook = t.lookup('__getattr__');
    if (hook !== undefined) {
      let r: NativeResult | undefined;
      try {
        r = genericGet(vm, o, name);
      } catch (e) {
        if (!isPyError(e, 'AttributeError')) throw e;
      }
      if (r === undefined) {
        const find = vm.monitor === null && hook instanceof PyFunction ? hook.find : null;
        const v = find?.(o, name);
        return v === undefined && !(find && whether) ? vm.invoke(hook, [o, name]) : v;
      }
      return isGen(r) ? orHook(vm, r, hook, o, name) : r;
    }
  }
  return genericGet(vm, o, name);
}

function* orHook(vm: VM, r: NativeGen, hook: Value, o: Value, name: string): NativeGen {
  try {
    return yield* r;
  } catch (e) {
    if (!isPyError(e, 'AttributeError')) throw e;
  }
  return yield* vm.call(hook, [o, name]);
}

function* viaGetattribute(vm: VM, own: Value, o: Value, name: string): NativeGen {
  try {
    return yield* vm.call(own, [o, name]);
  } catch (e) {
    const hook = typeOf(o).lookup('__getattr__');
    if (hook === undefined || !isPyError(e, 'AttributeError')) throw e;
    return yield* vm.call(hook, [o, name]);
  }
}

export function attributeError(o: Value, name: string): never {
  const t = o instanceof PyType ? o : typeOf(o);
  for (const b of t.mro) {
    if (!b.heap && b.module === 'builtins' && UNMODELLED_ATTRIBUTES[b.name]?.split(' ').includes(name)) throw new Unsupported(`${b.name}.${name}`);
  }
  throw new PyError(missingAttribute(o, name));
}

export function missingAttribute(o: Value, name: string): ReturnType<typeof makeException> {
  let text: string;
  if (o instanceof PyType) text = `type object '${o.name}' has no attribute '${name}'`;
  else if (o instanceof PyModule) text = `module '${String(o.attrs.get('__name__'))}' has no attribute '${name}'`;
  else text = `'${typeOf(typeOf(o) === methodType ? (o as PyBoundMethod).fn : o).tp}' object has no attribute '${name}'`;
  const exc = makeException('AttributeError', text);
  exc.attrs.set('name', name);
  exc.attrs.set('obj', o);
  return exc;
}

export function getAttr(vm: VM, o: Value, name: string): NativeResult {
  const r = lookupAttr(vm, o, name);
  if (r === undefined) attributeError(o, name);
  return r;
}

/** null when done; a generator whose result is dropped when Python code runs. */
export function setAttr(vm: VM, o: Value, name: string, value: Value): NativeGen | null {
  const t = typeOf(o);
  const hook = t.lookup('__setattr__');
  if (hook !== undefined && hook !== OBJECT_SETATTR.value && !(o instanceof PyType && t === typeType)) {
    const done = hook instanceof PyFunction && vm.monitor === null ? hook.set?.(vm, o, name, value) : undefined;
    if (done !== undefined) return done;
    const r = vm.invoke(hook, [o, name, value]);
    return isGen(r) ? r : null;
  }
  return genericSet(vm, o, name, value);
}

export function genericSet(vm: VM, o: Value, name: string, value: Value | undefined): NativeGen | null {
  const t = typeOf(o);
  const d = t.lookup(name);
  if (d instanceof PyObject) {
    if (d instanceof PyProperty) {
      const f = value === undefined ? d.fdel : d.fset;
      if (f === null) raise('AttributeError', `property '${name}' of '${t.name}' object has no ${value === undefined ? 'deleter' : 'setter'}`);
      const r = vm.invoke(f, value === undefined ? [o] : [o, value]);
      return isGen(r) ? r : null;
    }
    if (d instanceof PyGetSet) {
      if (d.set === null) raise('AttributeError', `attribute '${name}' of '${(d.owner ?? t).tp}' objects is not writable`);
      d.set(vm, o, value);
      return null;
    }
    if (d instanceof PyMember) {
      d.write(o as PyObject, value);
      return null;
    }
    if (d instanceof PyInstance && d.cls.heap) {
      const f = d.cls.lookup(value === undefined ? '__delete__' : '__set__');
      if (f !== undefined) {
        const r = vm.invoke(f, value === undefined ? [d, o] : [d, o, value]);
        return isGen(r) ? r : null;
      }
    }
  }
  if (o instanceof PyType) {
    if (!o.heap) {
      if (!o.opened) raise('TypeError', `cannot set '${name}' attribute of immutable type '${o.tp}'`);
      o.opened(vm, o);
    }
    if (value !== undefined) o.setDict(name, value);
    else if (!o.delDict(name)) attributeError(o, name);
    if (name === '__name__' && typeof value === 'string') o.name = value;
    return null;
  }
  if (name === '__class__' && value instanceof PyType && o instanceof PyInstance) {
    o.cls = value;
    return null;
  }
  if ((o instanceof PyInstance || o instanceof PyNativeBase) && t.hasDict) {
    if (value !== undefined) o.setAttr(name, value);
    else if (!o.delAttr(name)) attributeError(o, name);
    return null;
  }
  if (d !== undefined) raise('AttributeError', `'${t.name}' object attribute '${name}' is read-only`);
  attributeError(o, name);
}

export function delAttr(vm: VM, o: Value, name: string): NativeGen | null {
  const t = typeOf(o);
  const hook = t.lookup('__delattr__');
  if (hook !== undefined && hook !== OBJECT_SETATTR.del && !(o instanceof PyType && t === typeType)) {
    const r = vm.invoke(hook, [o, name]);
    return isGen(r) ? r : null;
  }
  return genericSet(vm, o, name, undefined);
}

/** A special method: looked up on the type, bound to the object. undefined when there is none. */
export function special(vm: VM, o: Value, name: string): NativeResult | undefined {
  const t = typeOf(o);
  const d = t.lookup(name);
  return d === undefined ? undefined : bind(vm, d, o, t);
}

/** Calls a special method with arguments; undefined when the type has none. */
export function callSpecial(vm: VM, o: Value, name: string, args: Value[]): NativeResult | undefined {
  const t = typeOf(o);
  const d = t.lookup(name);
  if (d === undefined) return undefined;
  if (d instanceof PyFunction || (d instanceof PyNative && d.isMethod)) return vm.invoke(d, [o, ...args]);
  const b = bind(vm, d, o, t);
  return isGen(b) ? later(vm, b, args) : vm.invoke(b, args);
}

function* later(vm: VM, b: NativeGen, args: Value[]): NativeGen {
  return yield* vm.call(yield* b, args);
}
