/**
 * Every page of the sitemap, visited once: no errors under the final policy, no foreign host, the frame each page owes,
 * no sideways scrolling at the width of a phone, and axe without violations in both themes. In the dark theme only the
 * rules about colour run again: nothing else of a page depends on the theme. Of Hebrew pages that still show the
 * English text one stands for all: their text was visited at its own address. Of a large family of generated pages
 * (error entries) every tenth is visited; `ATLAS_ALL=1 npm test` visits all, which takes about twenty minutes more.
 */
import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sitemap } from '../support/files.ts';
import { launch, open } from '../support/page.ts';

const baseURL = inject('baseURL');
const dist = inject('dist');
const html = (page: string) =>
  readFileSync(path.join(dist, page.endsWith('.html') ? page : `${page}index.html`), 'utf8');
const untranslated = (page: string) => page.startsWith('/he/') && /<main[^>]* lang="en"/.test(html(page));

const all = sitemap(dist);
const own = all.filter((page) => !untranslated(page));
const family = own.filter((page) => /^(\/he)?\/errors\/.+/.test(page));
const sample = new Set(family.filter((_, i) => i % 10 === 0 || process.env['ATLAS_ALL'] === '1'));
const pages = own.filter((page) => sample.has(page) || !family.includes(page));
const one = all.find(untranslated);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function axe(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  );
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('the sitemap holds both languages and no error page', () => {
  expect(all).toContain('/');
  expect(all).toContain('/he/');
  expect(all.filter((page) => page.includes('404'))).toEqual([]);
});

describe.concurrent('pages', () => {
  test.each([...pages, ...(one ? [one] : []), '/404.html'])('%s', { timeout: 360_000 }, async (address) => {
    const { page, wrong } = await open(browser, baseURL, { viewport: { width: 1280, height: 800 } });
    await page.goto(address, { waitUntil: 'networkidle' });
    if (/\/(lab|embed)\/$/.test(address)) await page.locator('.tn [data-line]').first().waitFor();
    const hebrew = address.startsWith('/he/');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.getAttribute('html', 'lang')).toBe(hebrew ? 'he' : 'en');
    expect(await page.getAttribute('html', 'dir')).toBe(hebrew ? 'rtl' : 'ltr');
    expect(await page.textContent('footer.foot')).toContain('PyTorch Foundation');
    expect(await page.locator('meta[http-equiv="content-security-policy"]').count()).toBe(1);
    expect(await sideways(page)).toBeLessThanOrEqual(0);

    await page.evaluate(() => {
      for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true;
    });
    expect(await axe(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await axe(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
