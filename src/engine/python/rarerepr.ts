/** repr of what programs rarely print: descriptors, methods of native types, code, cells, super. Lies in the pack `language`. */
import { Code } from './code.ts';
import { PyBoundMethod, PyCell, PyClassMethod, PyGetSet, PyNative, PyStaticMethod, PySuper } from './functions.ts';
import { PyMember } from './member.ts';
import { COEXIST } from './nativefaults.ts';
import { address, scalarRepr } from './repr.ts';
import { typeOf } from './types.ts';
import { PyFloat, type PyObject, type Value } from './values.ts';

/** Special methods that are entries of a type's table of methods, as others are; the rest fill slots. */
const METHODS = new Set(
  (
    '__class_getitem__ __format__ __sizeof__ __dir__ __reduce__ __reduce_ex__ __init_subclass__ __subclasshook__ __reversed__ __round__ ' +
    '__floor__ __ceil__ __trunc__ __getnewargs__ __complex__ __length_hint__ __instancecheck__ __subclasscheck__ __subclasses__ ' +
    '__prepare__ __setstate__ __missing__ __enter__ __exit__ __copy__ __deepcopy__'
  ).split(' '),
);
const isSlot = (f: PyNative): boolean => /^__\w+__$/.test(f.name) && !METHODS.has(f.name) && !COEXIST.has(`${f.owner?.name}.${f.name}`);

const place = (v: Value): string => (v !== null && typeof v === 'object' && !(v instanceof PyFloat) ? address(v) : '0x7f0000000000');

function method({ self, fn }: PyBoundMethod): string {
  const f = fn as PyNative;
  if (isSlot(f)) return `<method-wrapper '${f.name}' of ${typeOf(self).tp} object at ${place(self)}>`;
  return `<built-in method ${f.name} of ${typeOf(self).tp} object at ${place(self)}>`;
}

const inner = (v: Value): string => scalarRepr(v) ?? rareRepr(v as PyObject) ?? '?';

export function rareRepr(v: PyObject): string | undefined {
  // PyTorch's own functions are methods of a class of the C library, taken from the class.
  if (v instanceof PyNative && !v.isMethod) return `<built-in method ${v.name} of type object at ${address(v.cls)}>`;
  if (v instanceof PyNative) return `<${isSlot(v) ? 'slot wrapper' : 'method'} '${v.name}' of '${v.owner?.tp ?? '?'}' objects>`;
  if (v instanceof PyBoundMethod) return method(v);
  if (v instanceof PyMember) return `<member '${v.name}' of '${v.owner.tp}' objects>`;
  // What CPython keeps in a struct is a member, what it works out is an attribute: a property's functions are the former.
  if (v instanceof PyGetSet) return `<${v.owner?.name === 'property' ? 'member' : 'attribute'} '${v.name}' of '${v.owner?.tp ?? '?'}' objects>`;
  if (v instanceof PyCell) return cell(v);
  if (v instanceof Code) return `<code object ${v.name} at ${address(v)}, file "${v.filename}", line ${v.firstLine}>`;
  if (v instanceof PySuper) return `<super: <class '${v.type.name}'>, <${v.selfType.name} object>>`;
  if (v instanceof PyStaticMethod) return `<staticmethod(${inner(v.fn)})>`;
  if (v instanceof PyClassMethod) return `<classmethod(${inner(v.fn)})>`;
  return undefined;
}

const cell = (v: PyCell): string =>
  v.value === undefined ? `<cell at ${address(v)}: empty>` : `<cell at ${address(v)}: ${typeOf(v.value).tp} object at ${place(v.value)}>`;
