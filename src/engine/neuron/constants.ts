/**
 * Constants of the modelled device, read from the site's facts: each has a source and a mark there.
 *
 * The facts are data (`content/facts/clock.json`), so that the page which explains a modelled figure and the model that
 * computes it cannot differ; `npm run pack:facts` takes the numbers from there, and a test sees to it.
 */
import type { RunOptions } from '../report/types.ts';
import { CLOCK } from './clock.generated.ts';

function constant(id: string): number {
  const value = CLOCK[id];
  if (value === undefined) throw new Error(`content/facts/clock.json has no ${id}`);
  return value;
}

/** Microseconds, bytes per microsecond or FLOP per microsecond, for one logical core. */
const NAMES = [
  'launch',
  'graphLaunch',
  'read',
  'hostKernel',
  'toDevice',
  'toHost',
  'memory',
  'matmul16',
  'matmul32',
  'compileSmall',
  'compileLarge',
  'collective',
  'bus',
] as const;

export type ClockConstants = Readonly<Record<(typeof NAMES)[number], number>>;

/** All constants are Trn2's; a row `clock.trn3.…` overrules the one of its name. */
export const CLOCKS: Readonly<Record<RunOptions['target'], ClockConstants>> = {
  trn2: Object.fromEntries(NAMES.map((name) => [name, constant(`clock.${name}`)])) as ClockConstants,
  trn3: Object.fromEntries(NAMES.map((name) => [name, CLOCK[`clock.trn3.${name}`] ?? constant(`clock.${name}`)])) as ClockConstants,
};
