/**
 * The program that was stopped last in this tab, by the reader or at the end of its time. An address runs its program when
 * it is opened; a reload would run an endless loop again each time. Kept with the tab alone: the same link opened elsewhere
 * runs. Kept as a mark of text and options, for a text may be long; two texts of one mark would cost a press on Run.
 */
import type { RunOptions } from '../../engine/report/types.ts';
import { inTab } from './kept.ts';

const KEY = 'atlas.stopped';

/** FNV-1a, 32 bits, with the length beside it. */
function markOf(text: string, options: RunOptions): string {
  const all = `${JSON.stringify(options)}\n${text}`;
  let h = 0x811c9dc5;
  for (let i = 0; i < all.length; i++) h = Math.imul(h ^ all.charCodeAt(i), 0x01000193);
  return `${all.length}.${h >>> 0}`;
}

/** Where nothing is kept it runs again at the next reload. */
export function keepStopped(text: string, options: RunOptions): void {
  inTab.keep(KEY, markOf(text, options));
}

export const dropStopped = (): void => inTab.drop(KEY);

export const wasStopped = (text: string, options: RunOptions): boolean => inTab.read(KEY) === markOf(text, options);
