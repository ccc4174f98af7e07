/**
 * The lab as something a page can start. A page imports this file lazily; the panes come with it, the engine only with the
 * first run, the editor with the first edit.
 */
import { createRoot } from 'react-dom/client';
import './lab.css';
import { fetchWords } from './fetch-words.ts';
import { Lab, type LabProps } from './Lab.tsx';
import { noteOf } from './state/entry.ts';
import { layoutNow } from './state/media.ts';
import { opening } from './state/opening.ts';

/**
 * Puts the lab into `host`, over the still that the page served (Still.tsx): the renderer takes over what both have, where it
 * stands, and changes what differs. A node that has to move for it counts as painted anew, so what only the still has
 * ahead of the rest goes first.
 */
export async function mountLab(host: HTMLElement, props: LabProps): Promise<void> {
  await fetchWords(props.lang);
  const opened = await opening({ hash: location.hash || location.search, note: noteOf(history.state) }, props);
  for (const other of host.querySelectorAll(':scope > :not(.still)')) other.remove();
  if (layoutNow() !== 'phone') host.querySelector('.still > .ptabs')?.remove();
  createRoot(host).render(<Lab {...props} opened={opened} />);
}
