/** `types.ModuleType(name, doc)`: a module that a program makes, with neither file nor loader. After `module___init___impl` of moduleobject.c. */
import { raise, Unsupported } from './errors.ts';
import { PyModule } from './functions.ts';
import { moduleType, typeOf } from './types.ts';
import type { Value } from './values.ts';

/** @param args the class, the name, and perhaps a docstring */
export function ownModule(args: readonly Value[]): PyModule {
  const [cls, name, doc] = args;
  if (cls !== moduleType) throw new Unsupported('a subclass of types.ModuleType');
  if (name === undefined) raise('TypeError', "module() missing required argument 'name' (pos 1)");
  if (typeof name !== 'string') raise('TypeError', `module() argument 'name' must be str, not ${typeOf(name).tp}`);
  const m = new PyModule(name);
  m.filename = '';
  m.attrs.set('__doc__', doc ?? null);
  for (const empty of ['__package__', '__loader__', '__spec__']) m.attrs.set(empty, null);
  return m;
}
