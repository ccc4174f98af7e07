/** The programs, found by typing (model/find.ts): titles, names and groups are searched; arrows move, Enter opens. */
import { useRef, useState } from 'react';
import { found } from '../model/find.ts';
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
  /** What is looked for at first. */
  query?: string;
  onOpen: (id: string | null) => void;
  onNew: () => void;
  /** One of the reader's earlier programs, by its text. */
  onEarlier: (text: string) => void;
  onFile: (file: File) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [query, setQuery] = useState(props.query ?? '');
  const list = useRef<HTMLUListElement>(null);
  const [earlier] = useState(earlierPrograms);
  const own = [
    { key: 'own', icon: 'file', label: t('ownProgram'), current: props.current === null, open: () => props.onOpen(null) },
    { key: 'new', icon: 'plus', label: t('newProgram'), open: props.onNew },
    ...earlier.map((text, i) => ({
      key: `earlier${i}`,
      icon: 'file' as const,
      label: t('earlierProgram', { what: firstLine(text) }),
      open: () => props.onEarlier(text),
    })),
  ] as { key: string; icon: IconName; label: string; current?: boolean; open: () => void }[];
  const file = { key: 'file', label: t('openFile') };
  // One list: what has all the words leaves out what has some of them, wherever the two stand.
  const all = [
    ...own.map((row) => ({ row, text: row.label })),
    { file, text: file.label },
    ...props.examples.map((example) => ({ example, text: `${example.id} ${example.title} ${example.group ?? ''}` })),
  ] as { row?: (typeof own)[number]; file?: typeof file; example?: Example; text: string }[];
  const fits = found(all, query, ({ text }) => text);
  const rows = fits.flatMap(({ row }) => row ?? []);
  // Each group once, in the order in which its first program comes.
  const examples = [
    ...Map.groupBy(
      fits.flatMap(({ example }) => example ?? []),
      (e) => e.group,
    ).values(),
  ].flat();
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
        onChange={(e) => setQuery(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'ArrowDown') {
            e.preventDefault();
            focusItem(1, null);
          }
          // An example is what is looked for mostly: it comes before the reader's own where both have the words.
          if (e.key === 'Enter' && query !== '') {
            if (examples[0]) props.onOpen(examples[0].id);
            else rows[0]?.open();
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
        {rows.map((row) => (
          <li key={row.key}>
            <button type="button" aria-current={row.current ? 'true' : undefined} onClick={row.open}>
              <Icon name={row.icon} />
              <bdi>{row.label}</bdi>
            </button>
          </li>
        ))}
        {fits.some((one) => one.file) ? (
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
        {examples.map((e) => {
          const head = e.group && e.group !== group ? (group = e.group) : null;
          return (
            <li key={e.id}>
              {head ? (
                <h3>
                  <bdi lang="en">{head}</bdi>
                </h3>
              ) : null}
              <button type="button" aria-current={e.id === props.current ? 'true' : undefined} onClick={() => props.onOpen(e.id)}>
                <Icon name="file" />
                <bdi lang="en">{e.title}</bdi>
                <span className="mono ltr">{e.id}.py</span>
              </button>
            </li>
          );
        })}
        {fits.length === 0 ? <li className="none">{t('noProgram')}</li> : null}
      </ul>
    </Dialog>
  );
}
