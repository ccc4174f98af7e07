/** Copies a text and says so, to the eye and to a screen reader; a browser that refuses is told of too. */
import { useEffect, useState } from 'react';
import { useWords } from './context.ts';
import { Icon, type IconName } from './Icon.tsx';

export function CopyButton(props: { label: string; text: () => string | null; className?: string; labelClass?: string; icon?: IconName }) {
  const t = useWords();
  const [state, setState] = useState<'' | 'copied' | 'copyFailed'>('');
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(() => setState(''), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <button
      type="button"
      className={props.className ?? 'tool'}
      title={props.labelClass ? props.label : undefined}
      onClick={async () => {
        const text = props.text();
        if (text === null) return;
        try {
          await navigator.clipboard.writeText(text);
          setState('copied');
        } catch {
          setState('copyFailed');
        }
      }}
    >
      {props.icon ? <Icon name={state === 'copied' ? 'check' : props.icon} /> : null}
      <span aria-live="polite" className={props.labelClass}>
        {state ? t(state) : props.label}
      </span>
    </button>
  );
}

/** Offers a text as a file; nothing leaves the machine. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
