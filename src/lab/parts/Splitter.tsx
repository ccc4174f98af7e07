/** A splitter: moves a custom property of the grid around it, by pointer or arrow keys. */
import { useRef } from 'react';

export function Splitter(props: {
  /** Custom property, e.g. `--left`. */
  name: string;
  label: string;
  /** `vertical` is a vertical bar that moves sideways. */
  orientation: 'vertical' | 'horizontal';
  /** -1 when the size is that of the part after the bar. */
  sign?: 1 | -1;
  min: number;
  max: number;
  start: number;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const vertical = props.orientation === 'vertical';
  const grid = () => ref.current?.closest<HTMLElement>('[data-split]') ?? null;
  const now = () => Number.parseFloat(getComputedStyle(grid()!).getPropertyValue(props.name)) || props.start;
  const set = (px: number) => {
    const v = Math.round(Math.max(props.min, Math.min(props.max, px)));
    grid()?.style.setProperty(props.name, `${v}px`);
    ref.current?.setAttribute('aria-valuenow', String(v));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a widget, a rule is not
    <div
      ref={ref}
      className={vertical ? 'sep' : 'sep h'}
      role="separator"
      aria-orientation={props.orientation}
      aria-label={props.label}
      aria-valuenow={props.start}
      aria-valuemin={props.min}
      aria-valuemax={props.max}
      tabIndex={0}
      onPointerDown={(e) => {
        const from = vertical ? e.clientX : e.clientY;
        const size = now();
        const rtl = vertical && getComputedStyle(e.currentTarget).direction === 'rtl' ? -1 : 1;
        const bar = e.currentTarget;
        bar.setPointerCapture(e.pointerId);
        bar.onpointermove = (m) => set(size + rtl * (props.sign ?? 1) * ((vertical ? m.clientX : m.clientY) - from));
        bar.onpointerup = () => {
          bar.onpointermove = null;
        };
      }}
      onKeyDown={(e) => {
        const d = { ArrowRight: 16, ArrowDown: 16, ArrowLeft: -16, ArrowUp: -16 }[e.key];
        if (d === undefined) return;
        e.preventDefault();
        e.stopPropagation();
        set(now() + (props.sign ?? 1) * d);
      }}
    />
  );
}
