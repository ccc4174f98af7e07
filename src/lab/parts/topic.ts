/** How a run stopped, read for the words about it: which limit, and which entry of the catalogue explains it. */
import type { RunReport } from '../../engine/report/types.ts';
import type { StringKey } from '../strings.ts';
import type { Topic } from './site.ts';

export const hasNumbers = (r: RunReport): boolean => r.shapesAlone === null && r.options.numbers !== false;

/** Limits of numbers, which shapes alone go past. */
export const COUNTED: Record<string, StringKey> = {
  'elements of parameters': 'limitParameters',
  'element operations': 'limitElements',
  bytes: 'limitBytes',
  'bytes of one tensor': 'limitTensor',
  'bytes of living tensors': 'limitHeld',
};

const LIMIT = /^limit reached: [\d,]+ ([a-z ]+)/;

export const limitOf = (report: RunReport): string | undefined => LIMIT.exec(report.error?.message ?? '')?.[1]?.trim();

/** Entries of the other limits. A limit without one is explained by its own words, never by those of another. */
const ENTRIES: Record<string, string> = {
  steps: 'LAB-STEPS',
  'elements of a sequence': 'LAB-SIZES',
  'characters of a string': 'LAB-SIZES',
  'characters of a format width': 'LAB-SIZES',
  'digits of a format precision': 'LAB-SIZES',
  'bits of an int': 'LAB-SIZES',
  'digits of an int': 'LAB-SIZES',
  operators: 'LAB-REPORT',
  'operators of one graph': 'LAB-REPORT',
  'characters of output': 'LAB-REPORT',
  'characters of source': 'LAB-SOURCE',
  ranks: 'LAB-RANKS',
};

/** The catalogue's entry of a limit by its name. */
export const entryOf = (limit: string): string | undefined =>
  Object.hasOwn(COUNTED, limit) ? 'LAB-NUMBERS' : Object.hasOwn(ENTRIES, limit) ? ENTRIES[limit] : undefined;

/** The catalogue's entry of what stopped a run. */
export function topicOf(report: RunReport): Topic {
  if (report.exit === 'hang') return { id: 'TN-HANG' };
  if (report.exit === 'unsupported') return { id: 'LAB-UNSUPPORTED' };
  if (report.exit === 'limit') {
    const id = entryOf(limitOf(report) ?? '');
    return id ? { id } : {};
  }
  return report.error ? { text: `${report.error.type}: ${report.error.message}` } : {};
}
