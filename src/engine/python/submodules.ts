/**
 * Whether a module that the engine does not model lies in its package at all: `torch.masked` does, `torch.nosuch` does not.
 *
 * The list is of PyTorch and of the standard library; what lies two levels below a name with an underscore, and in any other
 * package, is taken to exist.
 */
import { makeException, PyError, Unsupported } from './errors.ts';
import { UNMODELLED_MODULES, UNMODELLED_PACKAGES } from './stdlist.ts';
import { SUBMODULES } from './submodules.generated.ts';

type Packages = ReadonlyMap<string, ReadonlySet<string>>;
let packages: Packages | null = null;

function read(): Packages {
  const lines = SUBMODULES.trim().split('\n');
  return new Map(lines.map((l) => [l.slice(0, l.indexOf(':')), new Set(l.slice(l.indexOf(':') + 2).split(' '))]));
}

const unlisted = (parent: string): boolean => {
  const parts = parent.split('.');
  const hidden = parts.findIndex((p) => p.startsWith('_'));
  return (parts[0] !== 'torch' && !UNMODELLED_MODULES.has(parts[0] as string)) || parts[0] === 'numpy' || (hidden >= 0 && parts.length > hidden + 1);
};

/** Whether the list has this module below that package. */
export const isListed = (parent: string, name: string): boolean => (packages ??= read()).get(parent)?.has(name) === true;

/** Raises ModuleNotFoundError. @param halted the program put None where the module would be */
export function notFound(name: string, halted = false): never {
  const parent = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '';
  if (!halted && parent !== '' && !UNMODELLED_PACKAGES.has(name.split('.')[0])) throw new Unsupported(`module ${name}`);
  const exc = makeException('ModuleNotFoundError', halted ? `import of ${name} halted; None in sys.modules` : `No module named '${name}'`);
  exc.attrs.set('name', name);
  throw new PyError(exc);
}

/** Raises ModuleNotFoundError where there is no such module, in CPython's words. */
export function mustExist(name: string): void {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  if (parent === '' || unlisted(parent)) return;
  packages ??= read();
  const within = packages.get(parent);
  if (within?.has(name.slice(parent.length + 1))) return;
  const exc = makeException('ModuleNotFoundError', `No module named '${name}'${within ? '' : `; '${parent}' is not a package`}`);
  exc.attrs.set('name', name);
  throw new PyError(exc);
}
