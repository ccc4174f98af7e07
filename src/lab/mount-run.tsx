/**
 * A run of an article as something a page can start: the panes come with this file, the engine only with the first run of
 * the reader's own, the editor with the first edit.
 */
import { createRoot } from 'react-dom/client';
import './lab.css';
import { fetchWords } from './fetch-words.ts';
import { fetchLater, isLater } from './panes/LaterPane.tsx';
import { Run, type RunProps } from './Run.tsx';

/** A run drawn ahead, in a place that the page does not show yet. */
export interface Mounted {
  /** The place is in the page now: what depends on it is drawn, and the address is followed. */
  shown: () => void;
}

/** Puts a run into `host`, in place of the static figure. */
export async function mountRun(host: HTMLElement, props: Omit<RunProps, 'shown'>): Promise<Mounted> {
  // The pane it opens on is there when it is drawn.
  await Promise.all([fetchWords(props.lang), isLater(props.pane) ? fetchLater() : null]);
  const root = createRoot(host);
  root.render(<Run {...props} shown={false} />);
  return { shown: () => root.render(<Run {...props} shown />) };
}
