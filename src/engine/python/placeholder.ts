/**
 * Modules that are known but not modelled: importing them does no harm, nor does naming what lies in them (an attribute,
 * a type in an annotation, the second argument of `isinstance`, which no value here can be an instance of). Any use is
 * refused by the full name.
 *
 * Model files import more than they use (numpy for a helper, ast for a configuration reader), and set what a compiler that is
 * not modelled is to do (`torch._inductor.config.triton.x = True`): that is kept and read by nobody. Leaves out: subclassing.
 */
import { makeException, PyError, raise, Unsupported } from './errors.ts';
import { PyModule, PyNative, type NativeFn } from './functions.ts';
import { PyTuple } from './containers.ts';
import { extendType } from './native.ts';
import { isListed } from './submodules.ts';
import { newType, PyType } from './types.ts';
import { PyInstance, type Value } from './values.ts';

const placeholderType = newType('placeholder');
placeholderType.subclassable = false;

/** Attributes are looked up as an instance's are, so that `__getattr__` sees those that are missing. */
class Placeholder extends PyInstance {
  readonly unmodelled: string;
  constructor(name: string) {
    super(placeholderType);
    this.unmodelled = name;
  }
}

const USES =
  'call setitem add radd sub rsub mul rmul truediv rtruediv floordiv mod pow rpow matmul neg abs bool len iter next ' +
  'contains lt le gt ge repr str int float index enter exit mro_entries and rand xor lshift rshift invert';

const self = (args: readonly Value[]): Placeholder => args.find((a) => a instanceof Placeholder) as Placeholder;
const refuse: NativeFn = (_vm, args) => {
  throw new Unsupported(self(args).unmodelled);
};
const same = ([a, b]: readonly Value[]): boolean => {
  if (a instanceof Placeholder && b instanceof Placeholder) return a.unmodelled === b.unmodelled;
  // A class is not what another module holds under a name; a number could be.
  if (a === null || b === null || [a, b].some((v) => v instanceof PyType || (v instanceof PyInstance && !(v instanceof Placeholder)))) return false;
  throw new Unsupported(self([a, b]).unmodelled);
};
const within = (name: string, attr: Value): Placeholder => {
  const text = String(attr);
  if (text.startsWith('__')) raise('AttributeError', `${name} has no attribute '${text}'`);
  return new Placeholder(`${name}.${text}`);
};

extendType(placeholderType, {
  raw: {
    ...Object.fromEntries(USES.split(' ').map((use) => [`__${use}__`, refuse])),
    __setattr__: (_vm, [it, name, value]) => {
      if (!/\.config\b/.test(self([it]).unmodelled)) throw new Unsupported(self([it]).unmodelled);
      self([it]).attrs.set(String(name), value);
      return null;
    },
    __getattr__: (_vm, args) => within(self(args).unmodelled, args[1]),
    // In annotations: `ndarray[int]`, `ndarray | None`.
    __getitem__: (_vm, args) => new Placeholder(`${self(args).unmodelled}[…]`),
    __or__: (_vm, args) => self(args),
    __ror__: (_vm, args) => self(args),
    __instancecheck__: () => false,
    // In unions and tables: known apart by name; beside a value of another kind the answer is not known.
    __hash__: (_vm, args) => self(args).unmodelled.length,
    __eq__: (_vm, args) => same(args),
    __ne__: (_vm, args) => !same(args),
  },
});

/** What stands for one name that is not modelled. */
export const placeholder = (name: string): Value => new Placeholder(name);

/** `from m import name`, which `m` does not have: a module that lies in the package and is not modelled, or none at all. */
export function missingName(m: Value, name: string): Value {
  if (m instanceof PyModule && isListed(m.name, name)) {
    const module = placeholderModule(`${m.name}.${name}`);
    m.setAttr(name, module);
    return module;
  }
  const own = m instanceof PyModule ? m.name : '?';
  const path = m instanceof PyModule ? m.filename : null;
  const e = makeException('ImportError', `cannot import name '${name}' from '${own}' (${path || 'unknown location'})`);
  e.attrs.set('name', own);
  e.attrs.set('path', path || null);
  throw new PyError(e);
}

export function placeholderModule(name: string): PyModule {
  const m = new PyModule(name);
  m.attrs.set('__path__', new PyTuple([]));
  m.attrs.set('__getattr__', new PyNative('__getattr__', (_vm, args) => within(name, args[0])));
  return m;
}
