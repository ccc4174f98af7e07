/** Which of the three layouts fits the window. The panes are the same; their places differ. */
import { useLayoutEffect, useState } from 'react';
import { built } from './kept.ts';

export type Layout = 'phone' | 'medium' | 'wide';

// Of a screen: paper is narrow, and has every pane.
const PHONE = 'screen and (max-width: 820px)';
const MEDIUM = 'screen and (max-width: 1180px)';

/** As it is now; at build the widest, of which the style shows what fits (still.css). */
const layoutNow = (): Layout => (built ? 'wide' : matchMedia(PHONE).matches ? 'phone' : matchMedia(MEDIUM).matches ? 'medium' : 'wide');

function subscribe(f: () => void): () => void {
  const lists = [matchMedia(PHONE), matchMedia(MEDIUM)];
  for (const l of lists) l.addEventListener('change', f);
  return () => {
    for (const l of lists) l.removeEventListener('change', f);
  };
}

export function useLayout(): Layout {
  const [layout, set] = useState(layoutNow);
  useLayoutEffect(() => subscribe(() => set(layoutNow())), []);
  return layout;
}
