/** The icons of the pages: those of the lab, and what only pages have. */
import { ICONS } from '../lab/parts/icons.ts';

export const icons = {
  ...ICONS,
  /** To the next page; in the lab `next` is a step on, which is `forward` here. */
  next: 'M2 7h10M8.3 3.3L12 7l-3.7 3.7',
  forward: ICONS.next,
  /** The disc alone: Icon.astro fills its half. */
  theme: 'M2 7a5 5 0 1010 0a5 5 0 10-10 0',
  menu: 'M2 4h10M2 7h10M2 10h10',
} as const;

export type IconName = keyof typeof icons;
