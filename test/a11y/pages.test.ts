/**
 * Every page of the sitemap, visited once: no errors under the final policy, no foreign host, the frame each page owes,
 * no sideways scrolling at the width of a phone, and axe without violations in both themes. In the dark theme only the
 * rules about colour run again: nothing else of a page depends on the theme.
 *
 * A Hebrew page that is not translated yet shows the English text in the Hebrew frame. Where the text is the same to the
 * letter, links' language aside, and the frame has the same kinds of tags as a frame that was visited, there is nothing
 * left to see: such a page is compared, not visited.
 */
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sitemap } from '../support/files.ts';
import { launch, tabs } from '../support/page.ts';

const baseURL = inject('baseURL');
const dist = inject('dist');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const html = (page: string) => readFileSync(path.join(dist, page.endsWith('.html') ? page : `${page}index.html`), 'utf8');

const all = sitemap(dist);
const untranslated = (page: string) => page.startsWith('/he/') && /<main[^>]* lang="en"/.test(html(page));

const MAIN = /<main[^>]*>([\s\S]*)<\/main>/;
const NOTICE = /<p class="aside" lang="he"[^>]*>[^<]*<\/p>/;
function textOf(page: string): string {
  const main = MAIN.exec(html(page))?.[1];
  if (!main) throw new Error(`${page} has no main`);
  return main.replace(NOTICE, '').replaceAll('href="/he/', 'href="/');
}
/** The kinds of tags around the text, without what names the page; which neighbour is the current one may differ. */
function frameOf(page: string): string {
  const tags =
    html(page)
      .replace(MAIN, '')
      .match(/<[^>]+>/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/ (href|content|aria-label)="[^"]*"/g, ' $1')))].sort().join('');
}

const compared: string[] = [];
const frames = new Set<string>();
for (const page of all.filter(untranslated)) {
  if (textOf(page) !== textOf(page.replace('/he/', '/'))) continue;
  if (frames.has(frameOf(page))) compared.push(page);
  frames.add(frameOf(page));
}
const pages = all.filter((page) => !compared.includes(page));

const TABS = 5;
let browser: Browser;
let inTab: Awaited<ReturnType<typeof tabs>>;
beforeAll(async () => {
  browser = await launch();
  inTab = await tabs(browser, baseURL, TABS, { viewport: WIDE });
});
afterAll(() => browser.close());

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** How far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What every page owes, read in one go. */
const owedBy = (page: Page) =>
  page.evaluate(() => ({
    h1: document.querySelectorAll('h1').length,
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    foot: document.querySelector('footer.foot')?.textContent?.includes('PyTorch Foundation'),
    policies: document.querySelectorAll('meta[http-equiv="content-security-policy"]').length,
  }));

/** Violations in both themes as lines: theme, rule, the first elements that break it. */
async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
    const said = (theme: string, { violations }: AxeResults) =>
      violations.map(({ id, nodes }) => {
        const where = nodes.slice(0, 4).map(({ target }) => target.join(' '));
        return `${theme}: ${id}: ${where.join(' | ')}`;
      });
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
    document.documentElement.dataset['theme'] = 'light';
    const light = await run(document, { resultTypes: ['violations'] });
    document.documentElement.dataset['theme'] = 'dark';
    const runOnly = ['color-contrast', 'link-in-text-block'];
    const dark = await run(document, { resultTypes: ['violations'], runOnly });
    return [...said('light', light), ...said('dark', dark)];
  });
}

test('the sitemap holds both languages and no error page', () => {
  expect(all).toContain('/');
  expect(all).toContain('/he/');
  expect(all.filter((page) => page.includes('404'))).toEqual([]);
});

test('pages that are compared stand for none but themselves', () => {
  expect(pages.length + compared.length).toBe(all.length);
  expect(compared.filter((page) => !untranslated(page))).toEqual([]);
  expect(compared.filter((page) => !pages.includes(page.replace('/he/', '/')))).toEqual([]);
});

describe.concurrent('pages', () => {
  test.each([...pages, '/404.html'])('%s', { timeout: 360_000 }, (address) =>
    inTab(async ({ page, wrong }) => {
      // The tab is as wide as its last visit left it: a change of width costs more than most pages do.
      const phoneFirst = page.viewportSize()?.width === PHONE.width;
      await page.goto(address, { waitUntil: 'networkidle' });
      if (/\/(lab|embed)\/$/.test(address)) await page.locator('.tn [data-line]').first().waitFor();
      const hebrew = address.startsWith('/he/');
      const owed = { h1: 1, lang: hebrew ? 'he' : 'en', dir: hebrew ? 'rtl' : 'ltr', foot: true, policies: 1 };
      expect(await owedBy(page)).toEqual(owed);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      if (phoneFirst) await page.setViewportSize(WIDE);
      expect(await axe(page)).toEqual([]);
      if (!phoneFirst) await page.setViewportSize(PHONE);
      // The lab lays itself out anew when it hears of the width.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 10_000 }).catch(() => null);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      expect(wrong).toEqual([]);
    }),
  );
});
