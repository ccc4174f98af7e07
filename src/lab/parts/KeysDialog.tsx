/** The list of keys, opened by `?`. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { KEYS } from '../state/keys.ts';
import { useWords } from './context.ts';
import { Icon } from './Icon.tsx';

export function Dialog(props: { label: string; onClose: () => void; children: ReactNode; className?: string }) {
  const t = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const d = ref.current;
    if (d && !d.open) d.showModal();
    // showModal puts the focus on the first button; a dialog that is searched is opened to type.
    d?.querySelector<HTMLElement>('input[type=search]')?.focus();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label={props.label}
      className={props.className}
      onClose={props.onClose}
      onKeyDown={(e) => {
        // A search field takes the first Escape to empty itself; in a dialog one is meant to close.
        if (e.key !== 'Escape') return;
        e.preventDefault();
        ref.current?.close();
      }}
      onClick={(e) => {
        if (e.target === ref.current) ref.current?.close();
      }}
    >
      <div className="dh">
        <h2>{props.label}</h2>
        <button type="button" className="tool" aria-label={t('close')} onClick={() => ref.current?.close()}>
          <Icon name="cross" />
        </button>
      </div>
      {props.children}
    </dialog>
  );
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useWords();
  return (
    <Dialog label={t('keys')} onClose={onClose}>
      <dl className="keys">
        {KEYS.map((row) => (
          <div key={row.word}>
            <dt>
              {row.keys.map((k) => (
                <kbd key={k}>{k}</kbd>
              ))}
            </dt>
            <dd>{t(row.word)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
