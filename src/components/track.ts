/** The track a page belongs to: the group of the sidebar that holds it, flattened. */
import type { StarlightRouteData } from '@astrojs/starlight/route-data';

type Entry = StarlightRouteData['sidebar'][number];
type Link = Extract<Entry, { type: 'link' }>;

const linksOf = (entry: Entry): Link[] => (entry.type === 'link' ? [entry] : entry.entries.flatMap(linksOf));

export interface Track {
  label: string;
  links: Link[];
  /** Place of the current page, -1 where it is in no track. */
  at: number;
}

export function trackOf(sidebar: StarlightRouteData['sidebar']): Track {
  for (const entry of sidebar) {
    const links = linksOf(entry);
    const at = links.findIndex((link) => link.isCurrent);
    if (at >= 0) return { label: entry.label, links, at };
  }
  return { label: '', links: [], at: -1 };
}
