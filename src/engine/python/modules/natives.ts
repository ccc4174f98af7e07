/** The native modules of the pack `natives`, by name. */
import type { PyModule } from '../functions.ts';
import type { VM } from '../vm.ts';
import { atlasModule, collectionsCore, jsonCore, operatorCore, osCore, timeCore } from './atlas.ts';
import { itertoolsModule } from './itertools.ts';
import { randomCore } from './random.ts';
import { literalCore } from './literal.ts';
import { livesModule } from './reach.ts';
import { reModule } from './re.ts';
import { sysModule } from './sys.ts';

export const MODULES: Readonly<Record<string, (vm: VM) => PyModule>> = {
  itertools: itertoolsModule,
  sys: sysModule,
  re: reModule,
  _random: randomCore,
  _atlas: atlasModule,
  _collections: collectionsCore,
  _operator: operatorCore,
  _os: osCore,
  _time: timeCore,
  _json: jsonCore,
  _literal: literalCore,
  _lives: livesModule,
};
