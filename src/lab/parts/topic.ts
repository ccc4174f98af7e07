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

export const LIMIT = /^limit reached: (\d+) ([a-z ]+)/;

export const limitOf = (report: RunReport): string | undefined => LIMIT.exec(report.error?.message ?? '')?.[2]?.trim();

/** The catalogue's entry of what stopped a run. */
export function topicOf(report: RunReport): Topic {
  if (report.exit === 'hang') return { id: 'TN-HANG' };
  if (report.exit === 'unsupported') return { id: 'LAB-UNSUPPORTED' };
  if (report.exit === 'limit') {
    const limit = limitOf(report) ?? '';
    return { id: limit === 'steps' ? 'LAB-STEPS' : Object.hasOwn(COUNTED, limit) ? 'LAB-NUMBERS' : 'LAB-SIZES' };
  }
  return report.error ? { text: `${report.error.type}: ${report.error.message}` } : {};
}
