/** Every page of the sitemap, under the final policy: no errors, no foreign host, the frame that each page owes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sitemap } from '../support/files.ts';
import { launch, open } from '../support/page.ts';

const baseURL = inject('baseURL');
const pages = sitemap(inject('dist'));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test('the sitemap holds both languages and no error page', () => {
  expect(pages).toContain('/');
  expect(pages).toContain('/he/');
  expect(pages.filter((page) => page.includes('404'))).toEqual([]);
});

describe('pages', () => {
  test.each(pages)('%s', async (path) => {
    const { page, wrong } = await open(browser, baseURL);
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(wrong).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    const hebrew = path.startsWith('/he/');
    expect(await page.getAttribute('html', 'lang')).toBe(hebrew ? 'he' : 'en');
    expect(await page.getAttribute('html', 'dir')).toBe(hebrew ? 'rtl' : 'ltr');
    expect(await page.textContent('footer.foot')).toContain('PyTorch Foundation');
    expect(await page.locator('meta[http-equiv="content-security-policy"]').count()).toBe(1);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});

describe('on a phone', () => {
  test.each(pages)('%s does not scroll sideways', async (path) => {
    const { page } = await open(browser, baseURL, { viewport: { width: 390, height: 844 } });
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});

test('an unknown address gets the 404 page, with ways on', async () => {
  const { page } = await open(browser, baseURL);
  const response = await page.goto('/no-such-page/deeper/');
  expect(response?.status()).toBe(404);
  expect(await page.locator('main a').count()).toBeGreaterThan(2);
  await page.context().close();
});

test('a page is complete without scripts', async () => {
  const { page } = await open(browser, baseURL, { javaScriptEnabled: false });
  const lesson = pages.find((path) => /^\/learn\/.+/.test(path)) ?? '/';
  await page.goto(lesson);
  expect(await page.locator('main p').count()).toBeGreaterThan(3);
  expect(await page.locator('.find').isVisible()).toBe(false);
  await page.context().close();
});
