/**
 * Constants of the modelled device, read from the site's facts: each has a source and a mark there.
 *
 * The facts are data (`content/facts/clock.json`), so that the page which explains a modelled figure and the model that
 * computes it cannot differ.
 */
import clock from '../../../content/facts/clock.json' with { type: 'json' };

const byId = new Map(clock.map((fact) => [fact.id, fact.value]));

function constant(id: string): number {
  const value = byId.get(id);
  if (value === undefined) throw new Error(`content/facts/clock.json has no ${id}`);
  return value;
}

/** Microseconds, bytes per microsecond or FLOP per microsecond, for one logical core of Trn2. */
export const CLOCK = {
  launch: constant('clock.launch'),
  graphLaunch: constant('clock.graphLaunch'),
  read: constant('clock.read'),
  hostKernel: constant('clock.hostKernel'),
  toDevice: constant('clock.toDevice'),
  toHost: constant('clock.toHost'),
  memory: constant('clock.memory'),
  matmul16: constant('clock.matmul16'),
  matmul32: constant('clock.matmul32'),
  compileSmall: constant('clock.compileSmall'),
  compileLarge: constant('clock.compileLarge'),
  collective: constant('clock.collective'),
  bus: constant('clock.bus'),
} as const;
