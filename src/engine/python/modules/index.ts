/**
 * Registers the standard-library modules that the evaluator models: natives from this directory, Python halves from `lib`.
 */
import type { PyModule } from '../functions.ts';
import { PyModule as Module } from '../functions.ts';
import { PACK_OF } from '../packed/index.generated.ts';
import { packs, textOf } from '../packs.ts';
import type { VM } from '../vm.ts';

const PACKAGES = new Set(['collections', 'concurrent', 'os', 'tqdm']);

type Make = (vm: VM) => PyModule;

/** Native modules by the pack their code lies in; those with a leading underscore are internal. */
const IN_PACKS: Readonly<Record<string, string>> = {
  math: 'math',
  bytes: '_octets',
  language: '_coroutines',
  natives: 'itertools sys re _random _atlas _collections _operator _os _time _json _literal _lives',
};

const inPacks = Object.entries(IN_PACKS).flatMap(([pack, names]) =>
  names.split(' ').map((name): [string, Make] => [name, (vm) => packs.require<Readonly<Record<string, Make>>>(pack)[name](vm)]),
);

/** Native modules by name. */
export const NATIVES: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(inPacks),
  builtins: (vm) => vm.builtins,
  __future__: futureModule,
};

function futureModule(): PyModule {
  const m = new Module('__future__');
  for (const n of ['annotations', 'division', 'print_function', 'absolute_import', 'unicode_literals', 'generator_stop', 'with_statement'])
    m.attrs.set(n, true);
  return m;
}

export function registerStandardModules(vm: VM): void {
  for (const [name, make] of Object.entries(NATIVES)) vm.registerModule(name, make);
  for (const [name, pack] of Object.entries(PACK_OF))
    vm.registerSource(name, () => textOf(pack, name), `python3.11/${name.replaceAll('.', '/')}.py`, PACKAGES.has(name));
}
