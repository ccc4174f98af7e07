/**
 * The lab as something a page can start: one function for the lab, one for a run in an article. A page imports this
 * file lazily; the panes come with it, the engine only with the first run, the editor with the first edit.
 */
import { createRoot } from 'react-dom/client';
import './lab.css';
import { Lab, type LabProps } from './Lab.tsx';
import { Run, type RunProps } from './Run.tsx';
import { noteOf } from './state/entry.ts';
import { layoutNow } from './state/media.ts';
import { opening } from './state/opening.ts';

export type { LabProps } from './Lab.tsx';
export type { Example } from './state/opening.ts';
export type { RunProps } from './Run.tsx';
export type { Site } from './parts/site.ts';

/**
 * Puts the lab into `host`, over the still that the page served (Still.tsx): the renderer takes over what both have, where it
 * stands, and changes what differs. A node that has to move for it counts as painted anew, so what only the still has
 * ahead of the rest goes first.
 */
export async function mountLab(host: HTMLElement, props: LabProps): Promise<void> {
  const opened = await opening({ hash: location.hash || location.search, note: noteOf(history.state) }, props);
  for (const other of host.querySelectorAll(':scope > :not(.still)')) other.remove();
  if (layoutNow() !== 'phone') host.querySelector('.still > .ptabs')?.remove();
  createRoot(host).render(<Lab {...props} opened={opened} />);
}

/** A run drawn ahead, in a place that the page does not show yet. */
export interface Mounted {
  /** The place is in the page now: what depends on it is drawn, and the address is followed. */
  shown: () => void;
}

/** Puts a run into `host`, in place of the static figure. */
export function mountRun(host: HTMLElement, props: Omit<RunProps, 'shown'>): Mounted {
  const root = createRoot(host);
  root.render(<Run {...props} shown={false} />);
  return { shown: () => root.render(<Run {...props} shown />) };
}
