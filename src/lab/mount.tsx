/**
 * The lab as something a page can start: one function for the lab, one for a run in an article. A page imports this
 * file lazily; the panes come with it, the engine only with the first run, the editor with the first edit.
 */
import { render } from 'preact';
import './lab.css';
import { Lab, type LabProps } from './Lab.tsx';
import { Run, type RunProps } from './Run.tsx';
import { noteOf } from './state/entry.ts';
import { opening } from './state/opening.ts';

export type { LabProps } from './Lab.tsx';
export type { Example } from './state/opening.ts';
export type { RunProps } from './Run.tsx';
export type { Site } from './parts/site.ts';

/** Puts the lab into `host`, in place of what it held. */
export async function mountLab(host: HTMLElement, props: LabProps): Promise<void> {
  const opened = await opening({ hash: location.hash || location.search, note: noteOf(history.state) }, props);
  host.replaceChildren();
  render(<Lab {...props} opened={opened} />, host);
}

/** A run drawn ahead, in a place that the page does not show yet. */
export interface Mounted {
  /** The place is in the page now: what depends on it is drawn, and the address is followed. */
  shown: () => void;
}

/** Puts a run into `host`, in place of the static figure. */
export function mountRun(host: HTMLElement, props: Omit<RunProps, 'shown'>): Mounted {
  render(<Run {...props} shown={false} />, host);
  return { shown: () => render(<Run {...props} shown />, host) };
}
