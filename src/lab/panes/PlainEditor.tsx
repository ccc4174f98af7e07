/**
 * The editor's understudy: a text field, for when CodeMirror cannot be fetched (offline, or a tab left open while the
 * site was published anew). It edits and runs; it has no colours, no gutter and no linked lines.
 */
import { useLayoutEffect, useRef } from 'react';
import { useWords } from '../parts/context.ts';

export function PlainEditor(props: { text: string; onText: (text: string) => void; onRun?: (() => void) | undefined }) {
  const t = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <textarea
      ref={field}
      className="code plainedit"
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      aria-label={t('editor')}
      value={props.text}
      onChange={(e) => props.onText(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (!(e.ctrlKey || e.metaKey) || e.key !== 'Enter') return;
        e.preventDefault();
        e.stopPropagation();
        props.onRun?.();
      }}
    />
  );
}
