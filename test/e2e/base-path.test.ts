/** The site under a base path: pages, search and runs work there without a server's help. */
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { close, launch, open, visit } from '../support/page.ts';

const { url, base } = inject('sub');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test.each(['/', '/learn/first-tensor/', '/he/learn/first-tensor/', '/lab/'])('%s', async (path) => {
  const { page, wrong } = await open(browser, url);
  await visit(page, base + path);
  expect(wrong).toEqual([]);
  await page
    .locator(path === '/lab/' ? '.tn .brand' : '.nav a')
    .first()
    .click();
  expect(new URL(page.url()).pathname.startsWith(base)).toBe(true);
  await close(page);
});

test('search', async () => {
  const { page, wrong } = await open(browser, url);
  await page.goto(`${base}/`);
  await page.keyboard.press('/');
  await page.locator('.seek input').fill('tensor');
  await page.locator('.seek li a').first().waitFor();
  await expect.poll(() => page.locator('.seek li a').first().getAttribute('href')).toContain(`${base}/`);
  expect(wrong).toEqual([]);
  await close(page);
});
