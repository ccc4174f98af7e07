/**
 * Axe over a whole page in both themes. In the dark theme only the rules about colour run again: nothing else of a page
 * depends on the theme. There, contrast is looked at once for each way of setting text that a large page has (its colour,
 * size, weight and every ground beneath it, as computed in the dark); that no text lies on another's ground was seen in
 * the light, for every text.
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

/** Elements of a page from which on its texts are chosen among in the dark. */
const MANY = 500;

/**
 * Violations in both themes as lines: theme, rule, the first elements that break it. Axe is there already. `framed` says
 * that the frame around `main` was seen before: it is hidden for all rules that look at one element at a time.
 */
export const axe = (page: Page, framed = false): Promise<string[]> =>
  page.evaluate(
    async ({ framed, BETWEEN, MANY }) => {
      const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
      const said = (theme: string, { violations }: AxeResults) =>
        violations.map(({ id, nodes }) => {
          const where = nodes.slice(0, 4).map(({ target }) => target.join(' '));
          return `${theme}: ${id}: ${where.join(' | ')}`;
        });
      const found: string[] = [];
      const root = document.documentElement;

      /** What lies around `main`, shown or not. */
      const frame = (shown: boolean) => {
        for (let at = document.querySelector('main') as HTMLElement; at !== document.body; at = at.parentElement as HTMLElement)
          for (const beside of at.parentElement?.children ?? [])
            if (beside !== at && 'style' in beside) (beside as HTMLElement).style.display = shown ? '' : 'none';
      };

      /** One element for each way in which text is set. */
      const ways = (): Element[] => {
        const names = new Map<string, number>();
        const known = new Map<Element, number>();
        const wayOf = (element: Element): number => {
          const before = known.get(element);
          if (before !== undefined) return before;
          const s = getComputedStyle(element);
          const own = [s.color, s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode, s.textShadow, s.fontSize, s.fontWeight];
          const key = [element.parentElement ? wayOf(element.parentElement) : '', s.position, s.display, ...own].join(';');
          const way = names.get(key) ?? names.size;
          names.set(key, way);
          known.set(element, way);
          return way;
        };
        const first = new Map<number, Element>();
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const element = text.parentElement as Element;
          if (!text.nodeValue?.trim() || !element.checkVisibility({ checkVisibilityCSS: true })) continue;
          if (!first.has(wayOf(element))) first.set(wayOf(element), element);
        }
        for (const field of document.body.querySelectorAll('input, select, textarea')) if (!first.has(wayOf(field))) first.set(wayOf(field), field);
        return [...first.values()];
      };

      for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
      root.dataset['theme'] = 'light';
      const resultTypes: ['violations'] = ['violations'];
      const rules = framed ? Object.fromEntries(BETWEEN.map((rule) => [rule, { enabled: false }])) : {};
      if (framed) {
        found.push(...said('light', await run(document, { resultTypes, runOnly: BETWEEN })));
        frame(false);
      }
      found.push(...said('light', await run(document, { resultTypes, rules })));
      root.dataset['theme'] = 'dark';
      const COLOURS = ['color-contrast', 'link-in-text-block'];
      // Choosing among few texts takes longer than looking at all.
      if (document.querySelectorAll('main *').length < MANY) found.push(...said('dark', await run(document, { resultTypes, runOnly: COLOURS })));
      else {
        found.push(...said('dark', await run({ include: ways() }, { resultTypes, runOnly: ['color-contrast'] })));
        found.push(...said('dark', await run(document, { resultTypes, runOnly: ['link-in-text-block'] })));
      }
      if (framed) frame(true);
      return found;
    },
    { framed, BETWEEN, MANY },
  );
