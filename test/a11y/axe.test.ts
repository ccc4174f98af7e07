/**
 * axe on every page of the sitemap, in both themes: zero violations. In the dark theme only the rules about colour run
 * again, since nothing else of a page depends on the theme.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sitemap } from '../support/files.ts';
import { launch, open } from '../support/page.ts';

const baseURL = inject('baseURL');
const pages = [...sitemap(inject('dist')), '/404.html'];
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each(pages)('%s', async (path) => {
    const { page } = await open(browser, baseURL, { colorScheme });
    await page.goto(path);
    if (path.includes('/lab/') || path.includes('/embed/')) await page.locator('.tn [data-line]').first().waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true;
    });
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze();
    const short = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 4)
          .join(' | ')}`,
    );
    expect(short).toEqual([]);
    await page.context().close();
  });
});
