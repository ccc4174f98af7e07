/**
 * What the search does around the index: a code written without its family finds it (`EVRF029`), and a page or heading
 * that is what was typed goes before pages that only speak of it.
 */
export interface Hit {
  url?: string;
  meta: { title?: string };
  sub_results: { title: string }[];
}

/** `evrf029` → `NCC_EVRF029`, `torch.float64` → `float64`, `aten::sort` and `aten.sort` → `sort`; the rest as typed. */
export const normal = (query: string): string =>
  query
    .trim()
    .replace(/(^|\s)([EI][A-Z]{3}\d{3})(?=\s|$)/gi, (_, before: string, code: string) => `${before}NCC_${code.toUpperCase()}`)
    .replace(/(^|\s)torch\.(?=(?:u?int|b?float|complex)\d|(?:bool|half|double|long)\b)/g, '$1')
    .replace(/(^|\s)(?:torch\.ops\.)?aten(?:::|\.)(?=\w)/g, '$1');

/** Hebrew words with their article, which the index takes for other words: `טנזור ראשון` → `הטנזור הראשון`; null where none is Hebrew. */
export const definite = (query: string): string | null => {
  const all = query.replace(/(^|\s)(?=[א-ת])(?!ה)/g, '$1ה');
  return all === query ? null : all;
};

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** 3: the page's title, or its address (an error's code); 2: a heading on it; 1: every word in the title or in one heading; 0: in the text. */
export function nearness(hit: Hit, query: string): number {
  const asked = plain(query);
  const words = asked.split(' ');
  const title = plain(hit.meta.title ?? '');
  const headings = hit.sub_results.map((sub) => plain(sub.title));
  const address = (hit.url ?? '').split('#')[0]?.split('/').filter(Boolean).at(-1);
  if (title === asked || address?.toLowerCase() === asked || title.startsWith(`${asked}:`)) return 3;
  if (headings.includes(asked)) return 2;
  return [title, ...headings].some((text) => words.every((word) => text.includes(word))) ? 1 : 0;
}

/** The hits, nearest first; those as near as each other stay in the index's order. */
export const nearest = <T extends Hit>(hits: T[], query: string): T[] =>
  hits
    .map((hit, at) => ({ hit, at, near: nearness(hit, query) }))
    .sort((a, b) => b.near - a.near || a.at - b.at)
    .map(({ hit }) => hit);

/** A part of a page as Pagefind gives it, in the order of the page; each hit in it has a score. */
export interface Part {
  title: string;
  weighted_locations?: { balanced_score: number }[];
}

const score = (sub: Part) => (sub.weighted_locations ?? []).reduce((sum, hit) => sum + hit.balanced_score, 0);

/** The part of a page to lead to: the heading that was typed, else one with all the words, else the one with most hits. */
export function part<T extends Part>(subs: T[], query: string): T | undefined {
  const asked = plain(query);
  const worded = subs.find((sub) => plain(sub.title) === asked) ?? subs.find((sub) => asked.split(' ').every((word) => plain(sub.title).includes(word)));
  return worded ?? subs.toSorted((a, b) => score(b) - score(a))[0];
}
