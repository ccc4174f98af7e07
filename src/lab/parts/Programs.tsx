/** The example programs, found by typing: titles, names and groups are searched; arrows move, Enter opens. */
import { useMemo, useRef, useState } from 'react';
import { useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { Dialog } from './KeysDialog.tsx';

export interface Example {
  id: string;
  title: string;
  group?: string | undefined;
}

export function Programs(props: {
  examples: readonly Example[];
  current: string | null;
  onOpen: (id: string | null) => void;
  onNew: () => void;
  onFile: (file: File) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = props.examples.filter((e) => {
      const hay = `${e.id} ${e.title} ${e.group ?? ''}`.toLowerCase();
      return words.every((w) => hay.includes(w));
    });
    // Each group once, in the order in which its first program comes.
    return [...Map.groupBy(fits, (e) => e.group).values()].flat();
  }, [query, props.examples]);
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
        onChange={(e) => setQuery(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === 'ArrowDown') {
            e.preventDefault();
            focusItem(1, null);
          }
          if (e.key === 'Enter' && found[0]) props.onOpen(found[0].id);
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
        {query === '' ? (
          <>
            <li>
              <button type="button" aria-current={props.current === null ? 'true' : undefined} onClick={() => props.onOpen(null)}>
                <Icon name="file" />
                {t('ownProgram')}
              </button>
            </li>
            <li>
              <button type="button" onClick={props.onNew}>
                <Icon name="plus" />
                {t('newProgram')}
              </button>
            </li>
            <li>
              <label className="filebtn">
                <Icon name="open" />
                {t('openFile')}
                <input
                  type="file"
                  accept=".py,text/x-python,text/plain"
                  onChange={(e) => {
                    const file = e.target.files?.[0];
                    if (file) props.onFile(file);
                  }}
                />
              </label>
            </li>
          </>
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
        {found.length === 0 ? <li className="none">{t('noProgram')}</li> : null}
      </ul>
    </Dialog>
  );
}
