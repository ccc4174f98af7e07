/** The example programs, found by typing: titles, names and groups are searched; arrows move, Enter opens. */
import { useRef, useState } from 'preact/hooks';
import { earlierPrograms } from '../state/drafts.ts';
import { useWords } from './context.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Dialog } from './KeysDialog.tsx';

export interface Example {
  id: string;
  title: string;
  group?: string | undefined;
}

/** By what an earlier program is told from another: its first line that says something. */
function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .map((l) => l.trim())
      .find((l) => l !== '' && !/^(import|from)\b/.test(l)) ?? text.trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

export function Programs(props: {
  examples: readonly Example[];
  current: string | null;
  onOpen: (id: string | null) => void;
  onNew: () => void;
  /** One of the reader's earlier programs, by its text. */
  onEarlier: (text: string) => void;
  onFile: (file: File) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const [earlier] = useState(earlierPrograms);
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (hay: string) => asked.every((w) => hay.toLowerCase().includes(w));
  const own = (
    [
      { key: 'own', icon: 'file', label: t('ownProgram'), current: props.current === null, open: () => props.onOpen(null) },
      { key: 'new', icon: 'plus', label: t('newProgram'), open: props.onNew },
      ...earlier.map((text, i) => ({
        key: `earlier${i}`,
        icon: 'file' as const,
        label: t('earlierProgram', { what: firstLine(text) }),
        open: () => props.onEarlier(text),
      })),
    ] as { key: string; icon: IconName; label: string; current?: boolean; open: () => void }[]
  ).filter((row) => fits(row.label));
  // Each group once, in the order in which its first program comes.
  const examples = props.examples.filter((e) => fits(`${e.id} ${e.title} ${e.group ?? ''}`));
  const found = [...Map.groupBy(examples, (e) => e.group).values()].flat();
  const file = fits(t('openFile'));
  const focusItem = (d: number, from: Element | null) => {
    const items = [...(list.current?.querySelectorAll('button') ?? [])];
    const i = from ? items.indexOf(from as HTMLButtonElement) : -1;
    items[Math.max(0, Math.min(items.length - 1, i + d))]?.focus();
  };
  let group: string | undefined;
  return (
    <Dialog label={t('programs')} onClose={props.onClose} className="pal">
      <input
        type="search"
        aria-label={t('findProgram')}
        placeholder={t('findProgram')}
        value={query}
        onInput={(e) => setQuery(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'ArrowDown') {
            e.preventDefault();
            focusItem(1, null);
          }
          // An example is what is looked for mostly: it comes before the reader's own where both have the words.
          if (e.key === 'Enter' && query !== '') {
            if (found[0]) props.onOpen(found[0].id);
            else own[0]?.open();
          }
        }}
      />
      <ul
        ref={list}
        onKeyDown={(e) => {
          const d = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
          if (!d) return;
          e.preventDefault();
          focusItem(d, document.activeElement);
        }}
      >
        {own.map((row) => (
          <li key={row.key}>
            <button type="button" aria-current={row.current ? 'true' : undefined} onClick={row.open}>
              <Icon name={row.icon} />
              <bdi>{row.label}</bdi>
            </button>
          </li>
        ))}
        {file ? (
          <li>
            <label className="filebtn">
              <Icon name="open" />
              {t('openFile')}
              <input
                type="file"
                accept=".py,text/x-python,text/plain"
                onChange={(e) => {
                  const picked = e.currentTarget.files?.[0];
                  if (picked) props.onFile(picked);
                }}
              />
            </label>
          </li>
        ) : null}
        {found.map((e) => {
          const head = e.group && e.group !== group ? (group = e.group) : null;
          return (
            <li key={e.id}>
              {head ? <h3>{head}</h3> : null}
              <button type="button" aria-current={e.id === props.current ? 'true' : undefined} onClick={() => props.onOpen(e.id)}>
                <Icon name="file" />
                {e.title}
                <span className="mono ltr">{e.id}.py</span>
              </button>
            </li>
          );
        })}
        {found.length + own.length === 0 && !file ? <li className="none">{t('noProgram')}</li> : null}
      </ul>
    </Dialog>
  );
}
