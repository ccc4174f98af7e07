/**
 * Linked highlighting in the page: pointing at or focusing a drawing lights its counterparts in every pane.
 *
 * Done on the document, not by drawing: a move of the pointer must not draw ten panes again. A drawing carries
 * `data-k`; what is lit gets `data-lit`. React does not know that attribute and leaves it alone.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { counterparts, type Lit } from '../model/links.ts';
import type { RankRun, RunModel } from '../model/run.ts';

type OnLit = (keys: Lit) => void;

export interface Links {
  /** Lights again after a pane has drawn by itself. */
  relight: () => void;
  /** Told the keys that are lit: the editor, which draws its own lines. */
  subscribe: (f: OnLit) => () => void;
}

export function useLinks(scope: RefObject<HTMLElement | null>, model: RunModel | null, rank: RankRun | null, pinned: string | null): Links {
  const pointed = useRef<string | null>(null);
  const now = useRef({ model, rank, pinned });
  now.current = { model, rank, pinned };
  const subs = useRef(new Set<OnLit>());

  const relight = useCallback(() => {
    const root = scope.current;
    const { model: m, rank: r, pinned: p } = now.current;
    if (!root || !m || !r) return;
    const keys = counterparts(m, r, pointed.current ?? p);
    // Hundreds of drawings at every step: what it costs is how often the document is asked.
    const was = new Set(root.querySelectorAll('[data-lit]'));
    for (const el of root.querySelectorAll('[data-k]')) {
      const own = el.getAttribute('data-k')!;
      const on = own.includes(' ') ? own.split(' ').some((k) => keys.has(k)) : keys.has(own);
      if (on !== was.has(el)) el.toggleAttribute('data-lit', on);
    }
    root.toggleAttribute('data-pointing', pointed.current !== null);
    for (const f of subs.current) f(keys);
  }, [scope]);

  useLayoutEffect(relight);

  useLayoutEffect(() => {
    const root = scope.current;
    if (!root) return;
    const keyOf = (target: EventTarget | null): string | null => {
      const el = target instanceof Element ? target.closest<HTMLElement | SVGElement>('[data-k]') : null;
      return el && root.contains(el) ? (el.dataset.k?.split(' ')[0] ?? null) : null;
    };
    const enter = (e: Event) => {
      const key = keyOf(e.target);
      if (key === pointed.current || (key === null && e.type === 'focusin')) return;
      pointed.current = key;
      relight();
    };
    const leave = (e: PointerEvent | FocusEvent) => {
      if (keyOf(e.relatedTarget) !== null || pointed.current === null) return;
      pointed.current = null;
      relight();
    };
    root.addEventListener('pointerover', enter);
    root.addEventListener('focusin', enter);
    root.addEventListener('pointerout', leave);
    root.addEventListener('focusout', leave);
    return () => {
      root.removeEventListener('pointerover', enter);
      root.removeEventListener('focusin', enter);
      root.removeEventListener('pointerout', leave);
      root.removeEventListener('focusout', leave);
    };
  }, [scope, relight]);

  const subscribe = useCallback((f: OnLit) => {
    subs.current.add(f);
    return () => void subs.current.delete(f);
  }, []);

  return { relight, subscribe };
}
