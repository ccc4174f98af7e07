/** Whether long lines of code are wrapped: a choice of the reader's, kept in this browser. */
import { inBrowser } from './kept.ts';

const KEY = 'atlas.wrap';

export const wraps = (): boolean => inBrowser.read(KEY) === '1';

export function keepWraps(on: boolean): void {
  if (on) inBrowser.keep(KEY, '1');
  else inBrowser.drop(KEY);
}
