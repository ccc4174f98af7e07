/**
 * What was typed since the address was last written. The address follows the text after a moment (it is compressed);
 * a reload within that moment finds an address that is behind, and takes the text from here. Kept with the tab alone,
 * so that another tab, or the same link opened later, never meets it.
 */
import { MAX_SOURCE } from '../../engine/report/types.ts';
import { inTab } from './kept.ts';

const KEY = 'atlas.typed';

interface Typed {
  /** The fragment that stood in the address while this was typed. */
  over: string;
  text: string;
  /** Ranks of the run. */
  ranks: number;
}

export function keepTyped(typed: Typed): void {
  // Where it cannot be kept, the address follows in a moment all the same.
  if (typed.text.length <= MAX_SOURCE) inTab.keep(KEY, JSON.stringify(typed));
}

export const dropTyped = (): void => inTab.drop(KEY);

/** What was typed over this very fragment, if its address was not written since. */
export function typedOver(fragment: string): Typed | null {
  try {
    const typed = JSON.parse(inTab.read(KEY) ?? 'null') as Partial<Typed> | null;
    if (typed?.over !== fragment || typeof typed.text !== 'string' || typeof typed.ranks !== 'number') return null;
    return typed.text.length > MAX_SOURCE ? null : (typed as Typed);
  } catch {
    return null; // another hand wrote there
  }
}
