/**
 * Modules that are known but not modelled: importing them, or a name from them, does no harm; any use is refused by name.
 *
 * Model files import more than they use (numpy for a helper, ast for a configuration reader). Leaves out: subclassing.
 */
import { raise, Unsupported } from './errors.ts';
import { PyModule, PyNative, type NativeFn } from './functions.ts';
import { PyTuple } from './containers.ts';
import { extendType } from './native.ts';
import { newType } from './types.ts';
import { PyObject } from './values.ts';

const placeholderType = newType('placeholder');
placeholderType.subclassable = false;

class Placeholder extends PyObject {
  readonly cls = placeholderType;
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
}

const USES = 'call getattr getitem setitem add radd sub rsub mul rmul truediv rtruediv floordiv mod pow rpow matmul neg abs bool len iter next '
  + 'contains eq ne lt le gt ge hash repr str int float index enter exit instancecheck mro_entries';

const refuse = (use: string): NativeFn => (_vm, args) => {
  const self = args.find((a) => a instanceof Placeholder) as Placeholder;
  throw new Unsupported(use === 'getattr' ? `${self.name}.${String(args[1])}` : self.name);
};

extendType(placeholderType, { raw: Object.fromEntries(USES.split(' ').map((use) => [`__${use}__`, refuse(use)])) });

export function placeholderModule(name: string): PyModule {
  const m = new PyModule(name);
  m.attrs.set('__path__', new PyTuple([]));
  m.attrs.set('__getattr__', new PyNative('__getattr__', (_vm, args) => {
    const attr = String(args[0]);
    if (attr.startsWith('__')) raise('AttributeError', `module '${name}' has no attribute '${attr}'`);
    return new Placeholder(`${name}.${attr}`);
  }));
  return m;
}
