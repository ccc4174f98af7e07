/**
 * What the search does around the index: a code written without its family finds it (`EVRF029`), and a page or heading
 * that is what was typed goes before pages that only speak of it.
 */
export interface Hit {
  meta: { title?: string };
  sub_results: { title: string }[];
}

/** `evrf029` → `NCC_EVRF029`; the rest as typed. */
export const normal = (query: string): string =>
  query.trim().replace(/(^|\s)([EI][A-Z]{3}\d{3})(?=\s|$)/gi, (_, before: string, code: string) => `${before}NCC_${code.toUpperCase()}`);

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** 3: the page's title, or its code; 2: a heading on it; 1: every word in the title or in one heading; 0: in the text. */
export function nearness(hit: Hit, query: string): number {
  const asked = plain(query);
  const words = asked.split(' ');
  const title = plain(hit.meta.title ?? '');
  const headings = hit.sub_results.map((sub) => plain(sub.title));
  if (title === asked || title.startsWith(`${asked}:`)) return 3;
  if (headings.includes(asked)) return 2;
  return [title, ...headings].some((text) => words.every((word) => text.includes(word))) ? 1 : 0;
}

/** The hits, nearest first; those as near as each other stay in the index's order. */
export const nearest = <T extends Hit>(hits: T[], query: string): T[] =>
  hits
    .map((hit, at) => ({ hit, at, near: nearness(hit, query) }))
    .sort((a, b) => b.near - a.near || a.at - b.at)
    .map(({ hit }) => hit);

/** The part of a page to lead to: the heading that was typed, else the index's best. */
export function part<T extends { title: string }>(subs: T[], query: string): T | undefined {
  const asked = plain(query);
  return subs.find((sub) => plain(sub.title) === asked) ?? subs.find((sub) => asked.split(' ').every((word) => plain(sub.title).includes(word))) ?? subs[0];
}
