/**
 * Methods every object has and programs seldom call: what it is made of, by name (`dir`) and by state (`object.__getstate__`
 * of CPython 3.11); and the class that an object says it has. Leaves out: sizes in bytes, pickling by `object`'s own methods.
 * Lies in the pack `language`.
 */
import { attrsOf, lookupAttr } from '../attr.ts';
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { isPyError, Unsupported } from '../errors.ts';
import { isGen, type Request } from '../functions.ts';
import { PyMember } from '../member.ts';
import type { Body } from '../native.ts';
import { objectType, PyType, typeOf } from '../types.ts';
import type { PyObject, Value } from '../values.ts';
import type { VM } from '../vm.ts';

/** Whether instances of this class have attributes of their own, by the class itself or one it derives from. */
const open = (t: PyType): boolean => t.hasDict && t.mro.some((b) => b.heap && !b.dict.has('__slots__'));

/** What `dir` shows of a class, or of an instance with its own attributes. */
export function namesFor(t: PyType, own: Iterable<string>): string[] {
  const names = new Set([...own, ...t.mro.flatMap((b) => [...b.dict.keys()])]);
  // The entry for attributes stands in `object` here, and in the first class whose instances have them there.
  if (t.mro.every((b) => b === objectType || !b.dict.has('__dict__'))) names.delete('__dict__');
  for (const n of open(t) ? ['__dict__', '__weakref__', '__module__'] : []) names.add(n);
  if (t.heap) names.add('__module__');
  return [...names].sort();
}

function state(self: Value): Value {
  const t = typeOf(self);
  const attrs = attrsOf(self);
  const dict = attrs !== null && attrs.size > 0 ? PyDict.of(attrs) : null;
  const slots = new PyDict();
  for (const b of [...t.mro].reverse())
    for (const [name, m] of b.dict) if (m instanceof PyMember && b.heap && m.has(self as PyObject)) slots.set(name, m.read(self as PyObject));
  return slots.size > 0 ? new PyTuple([dict, slots]) : dict;
}

const refused =
  (what: string): Body =>
  (vm) => {
    throw new Unsupported(what, vm.currentLine());
  };

/** Of object. */
export const OBJECT_METHODS: Readonly<Record<string, Body>> = {
  __dir__: (_vm, self) => new PyList(namesFor(typeOf(self), attrsOf(self)?.keys() ?? [])),
  __getstate__: (_vm, self) => state(self),
  __reduce__: refused('pickling'),
  __reduce_ex__: refused('pickling'),
  __sizeof__: refused('object.__sizeof__'),
};

/** `obj.__class__` where a class or `__getattribute__` says something else than the type (`object_isinstance`). */
export function* saysItIs(vm: VM, v: Value, cls: PyType): Generator<Request, boolean, Value> {
  try {
    const r = lookupAttr(vm, v, '__class__');
    const said = r !== undefined && isGen(r) ? yield* r : r;
    return said instanceof PyType && said.isSubtype(cls);
  } catch (e) {
    if (isPyError(e, 'AttributeError')) return false;
    throw e;
  }
}
