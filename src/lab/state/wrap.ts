/** Whether long lines of code are wrapped: a choice of the reader's, kept in this browser. */
import { inBrowser } from './kept.ts';

const KEY = 'atlas.wrap';

/** @param first where nothing was chosen: the lab wraps, an article's narrow run scrolls as its still picture does */
export function wraps(first: boolean): boolean {
  const kept = inBrowser.read(KEY);
  return kept === null ? first : kept === '1';
}

export function keepWraps(on: boolean): void {
  inBrowser.keep(KEY, on ? '1' : '0');
}
