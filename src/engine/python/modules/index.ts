/**
 * Registers the standard-library modules that the evaluator models: natives from this directory, Python halves from `lib`.
 */
import type { PyModule } from '../functions.ts';
import { PyModule as Module } from '../functions.ts';
import { PACK_OF } from '../packed/index.generated.ts';
import { textOf } from '../packs.ts';
import type { VM } from '../vm.ts';
import { atlasModule, collectionsCore, jsonCore, operatorCore, osCore, timeCore } from './atlas.ts';
import { itertoolsModule } from './itertools.ts';
import { mathModule } from './math.ts';
import { randomCore } from './random.ts';
import { reModule } from './re.ts';
import { sysModule } from './sys.ts';

const PACKAGES = new Set(['collections', 'os']);

/** Native modules by name; those with a leading underscore are internal. */
export const NATIVES: Readonly<Record<string, (vm: VM) => PyModule>> = {
  math: mathModule, itertools: itertoolsModule, sys: sysModule, re: reModule, builtins: (vm) => vm.builtins, __future__: futureModule,
  _random: randomCore, _atlas: atlasModule, _collections: collectionsCore, _operator: operatorCore, _os: osCore, _time: timeCore, _json: jsonCore,
};

function futureModule(): PyModule {
  const m = new Module('__future__');
  for (const n of ['annotations', 'division', 'print_function', 'absolute_import', 'unicode_literals', 'generator_stop', 'with_statement']) m.attrs.set(n, true);
  return m;
}

export function registerStandardModules(vm: VM): void {
  for (const [name, make] of Object.entries(NATIVES)) vm.registerModule(name, make);
  for (const [name, pack] of Object.entries(PACK_OF)) vm.registerSource(name, () => textOf(pack, name), `${name.replaceAll('.', '/')}.py`, PACKAGES.has(name));
}
