/** Tabs by the ARIA pattern: one tab stop, the arrows move, the panel follows. */
import { useEffect, useRef } from 'react';

export interface TabItem<T extends string> {
  id: T;
  label: string;
}

export function Tabs<T extends string>(props: {
  items: readonly TabItem<T>[];
  value: T;
  onChange: (id: T) => void;
  label: string;
  /** Ids of tab and panel: `${prefix}-t-${id}`, `${prefix}-p-${id}`. */
  prefix: string;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // On a phone the row is longer than the screen: the tab at hand is in view. The page itself is not scrolled.
  const { value } = props;
  useEffect(() => {
    const row = ref.current?.closest<HTMLElement>('.ptabs');
    const tab = ref.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!value || !row || !tab) return;
    const [at, of] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (at.left < of.left || at.right > of.right) row.scrollLeft += at.left + at.width / 2 - of.left - of.width / 2;
  }, [value]);
  const move = (d: number) => {
    const i = props.items.findIndex((x) => x.id === props.value);
    const next = props.items[(i + d + props.items.length) % props.items.length]!;
    props.onChange(next.id);
    ref.current?.querySelector<HTMLElement>(`#${CSS.escape(`${props.prefix}-t-${next.id}`)}`)?.focus();
  };
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={props.label}
      ref={ref}
      onKeyDown={(e) => {
        const rtl = getComputedStyle(e.currentTarget).direction === 'rtl' ? -1 : 1;
        const d = e.key === 'ArrowRight' ? rtl : e.key === 'ArrowLeft' ? -rtl : 0;
        if (!d) return;
        e.preventDefault();
        e.stopPropagation();
        move(d);
      }}
    >
      {props.items.map((item) => {
        const on = item.id === props.value;
        return (
          <button
            type="button"
            key={item.id}
            role="tab"
            id={`${props.prefix}-t-${item.id}`}
            aria-selected={on}
            aria-controls={on ? `${props.prefix}-p-${item.id}` : undefined}
            tabIndex={on ? 0 : -1}
            onClick={() => props.onChange(item.id)}
          >
            {item.label}
          </button>
        );
      })}
    </div>
  );
}
