/**
 * The lab as something a page can start: one function for the lab, one for a run in an article. A page imports this
 * file lazily; React and the panes come with it, the engine only with the first run, the editor with the first edit.
 */
import { createRoot, type Root } from 'react-dom/client';
import './lab.css';
import { Lab, type LabProps } from './Lab.tsx';
import { Run, type RunProps } from './Run.tsx';

export type { LabProps } from './Lab.tsx';
export type { Example } from './state/opening.ts';
export type { RunProps } from './Run.tsx';
export type { Site } from './parts/site.ts';

/** Puts the lab into `host`, in place of what it held. */
export function mountLab(host: HTMLElement, props: LabProps): Root {
  const root = createRoot(host);
  root.render(<Lab {...props} />);
  return root;
}

/** Puts a run into `host`, in place of the static figure. */
export function mountRun(host: HTMLElement, props: RunProps): Root {
  const root = createRoot(host);
  root.render(<Run {...props} />);
  return root;
}
