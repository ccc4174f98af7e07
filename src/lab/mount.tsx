/**
 * The lab as something a page can start: one function for the lab, one for a run in an article. A page imports this
 * file lazily; React and the panes come with it, the engine only with the first run, the editor with the first edit.
 *
 * The first drawing is a transition: React does it in slices, between which the page answers, and what the page served
 * stays until it is done.
 */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './lab.css';
import { Lab, type LabProps } from './Lab.tsx';
import { Run, type RunProps } from './Run.tsx';
import { draftOf, opening } from './state/opening.ts';

export type { LabProps } from './Lab.tsx';
export type { Example } from './state/opening.ts';
export type { RunProps } from './Run.tsx';
export type { Site } from './parts/site.ts';

/** Puts the lab into `host`, in place of what it held. */
export async function mountLab(host: HTMLElement, props: LabProps): Promise<void> {
  const root = createRoot(host);
  const opened = await opening({ hash: location.hash || location.search, draft: draftOf(history.state) }, props);
  startTransition(() => root.render(<Lab {...props} opened={opened} />));
}

/** A run drawn ahead, in a place that the page does not show yet. */
export interface Mounted {
  /** The place is in the page now: what depends on it is drawn, and the address is followed. */
  shown: () => void;
}

/** Puts a run into `host`, in place of the static figure. */
export function mountRun(host: HTMLElement, props: Omit<RunProps, 'shown'>): Mounted {
  const root = createRoot(host);
  startTransition(() => root.render(<Run {...props} shown={false} />));
  return { shown: () => root.render(<Run {...props} shown />) };
}
