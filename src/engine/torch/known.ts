/**
 * Names that PyTorch has: asking for one that the engine has not is a refusal, not an AttributeError.
 */
import { makeException, PyError, Unsupported } from '../python/errors.ts';
import { PyModule } from '../python/functions.ts';
import { fn } from '../python/native.ts';
import { part } from '../python/packs.ts';

type Names = ReadonlyMap<string, ReadonlySet<string>>;
const text = part<string>('known', 'torch');
let names: Names | null = null;

/** The list is a pack of its own: only what is missing is looked up. */
function known(): Names {
  names ??= new Map(
    text()
      .split('\n')
      .filter((l) => l !== '')
      .map((l) => {
        const cut = l.indexOf(': ');
        return [l.slice(0, cut), new Set(l.slice(cut + 2).split(' '))];
      }),
  );
  return names;
}

export const isKnown = (owner: string, name: string): boolean => known().get(owner)?.has(name) ?? false;

/** A missing attribute of a module of torch. */
export function missing(module: string, name: string): never {
  if (isKnown(module, name)) throw new Unsupported(`${module}.${name}`);
  throw new PyError(makeException('AttributeError', `module '${module}' has no attribute '${name}'`));
}

/** A module whose missing names are told apart; its Python source is run in it. */
export function guardedModule(name: string): PyModule {
  const m = new PyModule(name);
  m.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (_vm, n: string) => missing(name, n)),
  );
  return m;
}
