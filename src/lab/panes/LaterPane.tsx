/**
 * Panes that few runs need: their script is fetched when one of them is shown first, or ahead of that. Where it cannot be
 * had (offline, or the site was published anew) the pane says so and asks again at a press.
 */
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '../parts/context.ts';
import { Pane, Waiting } from '../parts/Pane.tsx';

type Later = typeof import('./later.ts');
type Tab = { tab?: { id: string; labelledBy: string } };

let later: Later | null = null;

/** The panes, by their names in the tabs. */
const PANES = { mesh: 'MeshPane', partitions: 'PartitionsPane' } as const satisfies Record<string, keyof Later>;

export const isLater = (name: string | undefined): name is keyof typeof PANES => name !== undefined && name in PANES;

/** Whether they are there; the next try may succeed where this one did not. */
export async function fetchLater(): Promise<boolean> {
  try {
    later ??= await import('./later.ts');
  } catch {
    // Said by who shows one.
  }
  return later !== null;
}

export function LaterPane({ name, tab }: { name: keyof typeof PANES } & Tab) {
  const t = useWords();
  const [had, setHad] = useState<'asked' | 'here' | 'away'>(later ? 'here' : 'asked');
  const ask = useCallback(() => void fetchLater().then((here) => setHad(here ? 'here' : 'away')), []);
  useEffect(() => {
    if (!later) ask();
  }, [ask]);
  const under = tab ? { tab } : {};
  const Shown = later?.[PANES[name]];
  if (Shown) return <Shown {...under} />;
  if (had === 'asked') return <Waiting name={name} title={t(name)} {...under} />;
  return (
    <Pane name={name} title={t(name)} {...under}>
      <div className="empty">
        <p>{t('paneAway')}</p>
        <button type="button" className="btn small" onClick={ask}>
          {t('tryAgain')}
        </button>
      </div>
    </Pane>
  );
}
