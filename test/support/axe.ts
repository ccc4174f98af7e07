/**
 * Axe over a whole page in both themes. In the dark theme only the rules about colour run again: nothing else of a page
 * depends on the theme. There, each way of setting text is looked at once for all pages: its colour, size, weight, and
 * every ground beneath it, as computed in the dark. A page whose ways were all seen has nothing new to show. That no text
 * lies on another's ground was seen in the light, for every text of every page.
 */
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** What a page must have run before `axe`. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that look at more than one element at a time: what they find may lie between `main` and its frame. */
const BETWEEN = [
  'accesskeys',
  'bypass',
  'duplicate-id-aria',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
  'skip-link',
];

/**
 * Violations in both themes as lines: theme, rule, the first elements that break it. Axe is there already. `framed` says
 * that the frame around `main` was seen before: it is hidden for all rules that look at one element at a time. `seen` holds
 * the ways of setting text that were looked at in the dark, and takes this page's.
 */
export async function axe(page: Page, seen: Set<string>, framed = false): Promise<string[]> {
  const { found, ways } = await page.evaluate(look, { framed, BETWEEN, seen: [...seen] });
  for (const way of ways) seen.add(way);
  return found;
}

/** What `axe` does inside the page. */
async function look({ framed, BETWEEN, seen }: { framed: boolean; BETWEEN: string[]; seen: string[] }): Promise<{ found: string[]; ways: string[] }> {
  const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
  const found: string[] = [];
  const note = (theme: string, { violations }: AxeResults) => {
    for (const { id, nodes } of violations) {
      const where = nodes.slice(0, 4).map(({ target }) => target.join(' '));
      found.push(`${theme}: ${id}: ${where.join(' | ')}`);
    }
  };
  const root = document.documentElement;

  /** What lies around `main`, shown or not. */
  const frame = (shown: boolean) => {
    for (let at = document.querySelector('main') as HTMLElement; at !== document.body; at = at.parentElement as HTMLElement)
      for (const beside of at.parentElement?.children ?? [])
        if (beside !== at && 'style' in beside) (beside as HTMLElement).style.display = shown ? '' : 'none';
  };

  /** 53 bits of a text (after cyrb53): a way's name is short, however deep its element lies. */
  const short = (text: string): string => {
    let a = 0xdeadbeef;
    let b = 0x41c6ce57;
    for (let k = 0; k < text.length; k++) {
      a = Math.imul(a ^ text.charCodeAt(k), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(k), 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
  };

  /** One element for each way in which text is set here and that nobody has seen. */
  const news = (): Map<string, Element> => {
    const before = new Set(seen);
    const known = new Map<Element, string>();
    const wayOf = (element: Element): string => {
      let way = known.get(element);
      if (way !== undefined) return way;
      const s = getComputedStyle(element);
      const own = [s.color, s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode, s.textShadow, s.fontSize, s.fontWeight];
      // A link is told from the text around it, where there is any.
      const around = element.localName === 'a' && [...(element.parentNode?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      const link = element.localName === 'a' ? [around, s.textDecorationLine, s.borderBottomWidth, s.fontFamily] : [];
      way = short([element.parentElement ? wayOf(element.parentElement) : '', s.position, s.display, ...own, ...link].join(';'));
      known.set(element, way);
      return way;
    };
    const first = new Map<string, Element>();
    const take = (element: Element) => {
      const way = wayOf(element);
      if (!before.has(way) && !first.has(way)) first.set(way, element);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement as Element;
      if (text.nodeValue?.trim() && element.checkVisibility({ checkVisibilityCSS: true })) take(element);
    }
    for (const element of document.body.querySelectorAll('a, input, select, textarea')) take(element);
    return first;
  };

  for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  root.dataset['theme'] = 'light';
  const resultTypes: ['violations'] = ['violations'];
  const rules = framed ? Object.fromEntries(BETWEEN.map((rule) => [rule, { enabled: false }])) : {};
  if (framed) {
    note('light', await run(document, { resultTypes, runOnly: BETWEEN }));
    frame(false);
  }
  note('light', await run(document, { resultTypes, rules }));
  root.dataset['theme'] = 'dark';
  const ways = news();
  if (ways.size) note('dark', await run({ include: [...ways.values()] }, { resultTypes, runOnly: ['color-contrast', 'link-in-text-block'] }));
  if (framed) frame(true);
  return { found, ways: [...ways.keys()] };
}
