/**
 * Panes that few runs need: their script is fetched when one of them is shown first, or ahead of that. Where it cannot be
 * had (offline, or the site was published anew) the pane says so and asks again at a press.
 */
import { useWords } from '../parts/context.ts';
import { fetched } from '../parts/fetched.ts';
import { Pane, Waiting } from '../parts/Pane.tsx';

type Later = typeof import('./later.ts');
type Tab = { tab?: { id: string; labelledBy: string } };

/** The panes, by their names in the tabs. */
const PANES = { mesh: 'MeshPane', partitions: 'PartitionsPane' } as const satisfies Record<string, keyof Later>;

const later = fetched<Later>(() => import('./later.ts'));

export const fetchLater = later.fetch;

export const isLater = (name: string | undefined): name is keyof typeof PANES => name !== undefined && name in PANES;

export function LaterPane({ name, tab }: { name: keyof typeof PANES } & Tab) {
  const t = useWords();
  const [had, ask] = later.use();
  const under = tab ? { tab } : {};
  const Shown = later.now()?.[PANES[name]];
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
