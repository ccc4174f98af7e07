/** The keyboard of the lab: one table, listed by `?` and read by the handler. */
import { useLayoutEffect, useRef } from 'react';
import type { StringKey } from '../strings.ts';

export type Action = 'back' | 'next' | 'first' | 'last' | 'break' | 'wait' | 'cursor' | 'play' | 'edit' | 'help' | 'run';

export const KEYS: { keys: string[]; action: Action | null; word: StringKey }[] = [
  { keys: ['←', '→'], action: null, word: 'keyArrows' },
  { keys: ['Home', 'End'], action: null, word: 'keyHomeEnd' },
  { keys: ['N'], action: 'break', word: 'keyN' },
  { keys: ['M'], action: 'wait', word: 'keyW' },
  { keys: ['C'], action: 'cursor', word: 'keyC' },
  { keys: ['Space'], action: 'play', word: 'keySpace' },
  { keys: ['E'], action: 'edit', word: 'keyE' },
  { keys: ['Ctrl', 'Enter'], action: 'run', word: 'keyRun' },
  { keys: ['W', 'S', 'F'], action: null, word: 'keyZoom' },
  { keys: ['Tab', '↑', '↓'], action: null, word: 'keyTab' },
  { keys: ['Enter'], action: null, word: 'keyEnter' },
  { keys: ['?'], action: 'help', word: 'keyHelp' },
];

const PLAIN: Record<string, Action> = {
  ArrowLeft: 'back',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
  n: 'break',
  m: 'wait',
  c: 'cursor',
  e: 'edit',
  '?': 'help',
  ' ': 'play',
};

/** The action of a key press, or null where the press belongs to what is focused. */
export function actionOf(e: KeyboardEvent): Action | null {
  if (e.defaultPrevented) return null;
  if ((e.ctrlKey || e.metaKey) && e.key === 'Enter') return 'run';
  if (e.ctrlKey || e.metaKey || e.altKey) return null;
  const el = e.target instanceof Element ? e.target : null;
  const input = el?.closest('input, textarea, select, [contenteditable=true], [contenteditable=""]');
  const range = input instanceof HTMLInputElement && input.type === 'range';
  const action = PLAIN[e.key.length === 1 ? e.key.toLowerCase() : e.key] ?? null;
  if (input && !range && !(input instanceof HTMLInputElement && input.type === 'checkbox')) return null;
  if (el?.closest('dialog')) return null;
  // A slider, tabs and splitters use the arrows themselves; a button uses the space bar.
  if (range && /^(Arrow|Home|End)/.test(e.key)) return null;
  if (e.key === ' ' && el?.closest('button, summary, a, [role=button], input')) return null;
  return action;
}

/** Keys of a run: in the whole page (the lab) or where the focus is inside `scope` (an article has several runs). */
export function useKeys(scope: (() => HTMLElement | null) | 'page', act: (a: Action) => void): void {
  const now = useRef(act);
  now.current = act;
  const scoped = useRef(scope);
  scoped.current = scope;
  // As soon as something is drawn it answers.
  useLayoutEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (scoped.current !== 'page') {
        const root = scoped.current();
        if (!root || !(e.target instanceof Node) || !root.contains(e.target)) return;
      }
      const action = actionOf(e);
      if (!action) return;
      e.preventDefault();
      now.current(action);
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}
