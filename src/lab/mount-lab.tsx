/**
 * The lab as something a page can start. A page imports this file lazily; the panes come with it, the engine only with the
 * first run, the editor with the first edit.
 */
import { createRoot, hydrateRoot } from 'react-dom/client';
import './lab.css';
import { fetchWords } from './fetch-words.ts';
import { Lab, type LabProps } from './Lab.tsx';
import { noteOf } from './state/entry.ts';
import { type Opening, opening } from './state/opening.ts';

/** What the page serves (Still.tsx) is the first drawing of this: the program of the build, at its start, as it was. */
const isServed = ({ start, step, rank, restored }: Opening, first: string | undefined): boolean =>
  start.program === first && start.report != null && start.text == null && !restored && step === 0 && rank === 0;

/**
 * Puts the lab into `host`, over the still that the page served where that is what is opened: its nodes are taken over where
 * they stand. A node that has to move for it counts as painted anew, so what stands around them goes first.
 */
export async function mountLab(host: HTMLElement, props: LabProps): Promise<void> {
  await fetchWords(props.lang);
  const opened = await opening({ hash: location.hash || location.search, note: noteOf(history.state) }, props);
  const lab = <Lab {...props} opened={opened} />;
  const still = isServed(opened, props.first) ? host.querySelector(':scope > .still') : null;
  for (const node of [...host.childNodes]) if (node !== still) node.remove();
  if (still) hydrateRoot(host, lab);
  else createRoot(host).render(lab);
}
