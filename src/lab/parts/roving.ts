/**
 * One tab stop a pane: inside it the up and down arrows move between the things that can be chosen (`data-rove`).
 * Left and right stay with the transport, everywhere.
 */
import { type RefObject, useLayoutEffect } from 'react';

type Item = HTMLElement | SVGElement;

const itemsOf = (pane: Element): Item[] => [...pane.querySelectorAll<Item>('[data-rove]')];

/** Gives each pane of the scope its one tab stop; the item focused last keeps it. */
export function settle(scope: Element): void {
  for (const pane of scope.querySelectorAll('.pb')) {
    const items = itemsOf(pane);
    if (items.length === 0) {
      // A pane with nothing to choose still scrolls by keyboard. Whether it needs to is not asked: measuring would lay
      // out the page at every step.
      if (pane.getAttribute('tabindex') !== '0') pane.setAttribute('tabindex', '0');
      continue;
    }
    if (pane.hasAttribute('tabindex')) pane.removeAttribute('tabindex');
    const on = items.filter((el) => el.getAttribute('tabindex') === '0');
    if (on.length === 1) continue;
    for (const el of items) el.setAttribute('tabindex', '-1');
    (items.find((el) => el.hasAttribute('data-lit')) ?? items[0]!).setAttribute('tabindex', '0');
  }
}

export function useRoving(scope: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (scope.current) settle(scope.current);
  });
  useLayoutEffect(() => {
    const root = scope.current;
    if (!root) return;
    const key = (e: KeyboardEvent) => {
      const d = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
      const from = e.target instanceof Element ? e.target.closest<Item>('[data-rove]') : null;
      const pane = from?.closest('.pb');
      if (!d || !from || !pane || e.defaultPrevented) return;
      const items = itemsOf(pane);
      const to = items[items.indexOf(from) + d];
      e.preventDefault();
      if (!to) return;
      for (const el of items) el.setAttribute('tabindex', '-1');
      to.setAttribute('tabindex', '0');
      to.focus();
      to.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    root.addEventListener('keydown', key);
    return () => root.removeEventListener('keydown', key);
  }, [scope]);
}
