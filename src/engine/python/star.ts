/**
 * `from module import *`: the names of the module's `__all__`, or the public ones. Of PyTorch's modules the names that
 * PyTorch has: what is loaded late, bound to operators, or not modelled (a stand-in) is among them. Lies in the pack `language`.
 */
import { PyList, PyTuple } from './containers.ts';
import { lookupAttr } from './attr.ts';
import { isPyError, Unsupported } from './errors.ts';
import { isGen, PyModule, type Request } from './functions.ts';
import { imported, importFrom } from './importer.ts';
import { part } from './packs.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

const starOf = part<(module: string) => readonly string[] | null>('known', 'starOf');

const placeholder = part<typeof import('./placeholder.ts').placeholder>('known', 'placeholder');

function given(m: PyModule): readonly string[] {
  const all = m.attrs.get('__all__');
  if (all instanceof PyList || all instanceof PyTuple) return all.items as readonly string[];
  return [...m.attrs.keys()].filter((n) => !n.startsWith('_'));
}

/** Where what a module of PyTorch only hands on comes from. */
const ORIGINS = ['torch', 'typing'];

/** What the engine's module has not: a module, a type or a mark that the real one imported itself, or a stand-in. */
function* handedOn(vm: VM, m: PyModule, name: string): Generator<Request, Value, Value> {
  if (vm.importer.exists(name)) return yield* imported(vm, name);
  for (const origin of ORIGINS) {
    const v = (yield* imported(vm, origin)).attrs.get(name);
    if (v !== undefined) return v;
  }
  return placeholder()(`${m.name}.${name}`);
}

function* known(vm: VM, m: PyModule, name: string): Generator<Request, Value, Value> {
  try {
    const r = lookupAttr(vm, m, name);
    if (r !== undefined) return isGen(r) ? yield* r : r;
  } catch (e) {
    if (!(e instanceof Unsupported) && !isPyError(e, 'AttributeError')) throw e;
  }
  return yield* handedOn(vm, m, name);
}

export function* star(vm: VM, m: Value, store: (name: string, v: Value) => void): Generator<Request, null, Value> {
  if (!(m instanceof PyModule)) return null;
  const names = m.name.startsWith('torch') ? starOf()(m.name) : null;
  for (const n of names ?? given(m)) {
    const r = names ? known(vm, m, n) : importFrom(vm, m, n);
    store(n, isGen(r) ? yield* r : r);
  }
  return null;
}
