/** Icons on a 14-unit grid, drawn with a stroke in the colour of the text. The words beside them carry the meaning. */
import { ICONS } from './icons.ts';

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
