/** Icons on a 14-unit grid, drawn with a stroke in the colour of the text. The words beside them carry the meaning. */
export const ICONS = {
  exact: 'M2 5h10M2 9h10',
  documented: 'M11 2.5H6a2.6 2.6 0 000 5.2h2M8 2.5v9.5M11 2.5v9.5',
  measured: 'M2 3v8M12 3v8M2 7h10M4.5 5L2.4 7l2.1 2M9.5 5l2.1 2-2.1 2',
  modelled: 'M1.5 5.7c2-2 3.7-2 5.5-.6s3.5 1.4 5.5-.6M1.5 9.7c2-2 3.7-2 5.5-.6s3.5 1.4 5.5-.6',
  about: 'M1 5.5c2-2.4 4-2.2 6-.6s4 1.6 6-.8M1 10.2c2-2.4 4-2.2 6-.6s4 1.6 6-.8',
  wait: 'M11.5 2v10M1.5 7h7M6 4.2L8.8 7 6 9.8',
  break: 'M2 7h3M9 7h3M8.5 1L5.5 5l3 4-3 4',
  host: 'M2 2.5h10M7 12V5M3.8 8.2L7 5l3.2 3.2',
  compile: 'M2 3.5h10M2 10.5h10M3 3.5v7M11 3.5v7M5.5 7h3',
  collective: 'M3 3h3v3H3zM8 3h3v3H8zM3 8h3v3H3zM8 8h3v3H8z',
  error: 'M7 1.5L13 12.5H1zM7 5.5v3.5M7 10.5v.5',
  up: 'M7 12V2M3.3 5.7L7 2l3.7 3.7',
  down: 'M7 2v10M3.3 8.3L7 12l3.7-3.7',
  find: 'M2 6a4 4 0 108 0a4 4 0 10-8 0M9 9l3.5 3.5',
  link: 'M6 8.5L8.5 6M5 6L3.3 7.7a2.3 2.3 0 003.2 3.2L8.2 9.2M6 4.8l1.7-1.7a2.3 2.3 0 013.2 3.2L9.2 8',
  first: 'M3 2.5v9M12 3L6 7l6 4z',
  back: 'M10.5 3L4 7l6.5 4z',
  next: 'M3.5 3L10 7l-6.5 4z',
  last: 'M11 2.5v9M2 3l6 4-6 4z',
  play: 'M3 2l9 5-9 5z',
  pause: 'M4 2.5v9M10 2.5v9',
  stop: 'M3 3h8v8H3z',
  cursor: 'M2 7h6M5.5 4L8.5 7l-3 3M11.5 2v10',
  check: 'M2 7.5L5.5 11 12 3.5',
  cross: 'M3 3l8 8M11 3l-8 8',
  chevron: 'M3.5 5.5L7 9l3.5-3.5',
  file: 'M3 1.5h5L11 4.5v8H3zM8 1.5v3h3',
  theme: 'M2 7a5 5 0 1010 0a5 5 0 10-10 0M7 2v10a5 5 0 000-10z',
  open: 'M8 2h4v4M12 2L6.5 7.5M10 8.5V12H2V4h3.5',
  options: 'M2 4h6M11 4h1M2 10h1M6 10h6M8 2.5v3h3v-3zM3 8.5v3h3v-3z',
  plus: 'M7 2.5v9M2.5 7h9',
  minus: 'M2.5 7h9',
} as const;

export type IconName = keyof typeof ICONS;

const FILLED = new Set<IconName>(['play']);

export function Icon({ name, small, className }: { name: IconName; small?: boolean; className?: string }) {
  const cls = ['i', small && 's', FILLED.has(name) && 'fill', className].filter(Boolean).join(' ');
  return (
    <svg className={cls} viewBox="0 0 14 14" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** `≈` before a modelled figure: drawn, since the text face lacks the glyph. */
export function Approx({ label }: { label: string }) {
  return (
    <svg className="i apx" viewBox="0 0 14 14" role="img" aria-label={label}>
      <path d={ICONS.about} />
    </svg>
  );
}
