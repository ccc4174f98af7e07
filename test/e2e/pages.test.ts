/** Pages at the edges: an address that is not there, a browser without scripts. All pages: test/a11y/pages.test.ts. */
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { close, launch, open } from '../support/page.ts';

const baseURL = inject('baseURL');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test('an unknown address gets the 404 page, with ways on', async () => {
  const { page } = await open(browser, baseURL);
  const response = await page.goto('/no-such-page/deeper/');
  expect(response?.status()).toBe(404);
  await expect.poll(() => page.locator('main a').count()).toBeGreaterThan(2);
  await close(page);
});

test('an unknown address under he/ is answered in Hebrew, with Hebrew ways on', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/he/nope/');
  await expect.poll(() => page.locator('main .prose > :first-child, main [data-under]').first().getAttribute('lang')).toBe('he');
  expect(await page.locator('[data-under] a').first().getAttribute('href')).toBe('/he/learn/');
  await close(page);
});

test('a page is complete without scripts', async () => {
  const { page } = await open(browser, baseURL, { javaScriptEnabled: false });
  await page.goto('/learn/first-tensor/');
  await expect.poll(() => page.locator('main p').count()).toBeGreaterThan(3);
  await expect.poll(() => page.locator('.find').isVisible()).toBe(false);
  await page.context().close();
});

test('the lab says what it needs where there are no scripts', async () => {
  const { page } = await open(browser, baseURL, { javaScriptEnabled: false });
  await page.goto('/lab/');
  await expect.poll(() => page.locator('main').innerText()).toContain('JavaScript');
  await page.context().close();
});

test('on paper of any width the text has the page, and what is pressed is left out', async () => {
  const { page } = await open(browser, baseURL, { viewport: { width: 1400, height: 1000 } });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const address of ['/learn/graph-break/', '/he/learn/first-tensor/']) {
    await page.goto(address);
    const text = await page.locator('main .prose > p').first().boundingBox();
    expect(text?.width, address).toBeGreaterThan(450);
    expect(await page.locator('main button:visible').count(), address).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), address).toBe('light');
  }
  await page.context().close();
});
