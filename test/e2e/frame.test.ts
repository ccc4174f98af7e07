/** What leans on Starlight's internals (integrations/starlight-root.mjs), and the frame's own behaviour. */
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { close, launch, open, visit } from '../support/page.ts';

const baseURL = inject('baseURL');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test('the track beside a lesson is made from the folder, in order', async () => {
  const { page } = await open(browser, baseURL, { viewport: { width: 1440, height: 900 } });
  await page.goto('/learn/first-tensor/');
  const links = page.locator('.article > .side a');
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(4);
  await expect.poll(() => links.first().getAttribute('href')).toBe('/learn/first-tensor/');
  await expect.poll(() => links.first().getAttribute('aria-current')).toBe('page');
  await close(page);
});

test('a translated page is Hebrew throughout; one that is not says so and keeps its text left to right', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/he/learn/first-tensor/');
  await expect.poll(() => page.locator('main').getAttribute('lang')).toBe('he');
  await expect.poll(() => page.locator('.lab').first().innerText()).toMatch(/[א-ת]/);
  await page.goto('/he/learn/one-op/');
  await expect.poll(() => page.locator('main').getAttribute('dir')).toBe('ltr');
  await expect.poll(() => page.locator('.aside').first().innerText()).toMatch(/[א-ת]/);
  await close(page);
});

test('code, strips and numbers stay left to right on a Hebrew page', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/he/learn/first-tensor/');
  for (const selector of ['.code', '.strip', '.out'])
    expect(
      await page
        .locator(selector)
        .first()
        .evaluate((e) => getComputedStyle(e).direction),
    ).toBe('ltr');
  await close(page);
});

test('the reader’s theme is kept, and the system’s is followed without a choice', async () => {
  const { page } = await open(browser, baseURL, { colorScheme: 'dark' });
  await page.goto('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await page.locator('[data-theme-toggle]').click();
  expect(await paper()).not.toBe(dark);
  const light = await paper();
  await page.reload();
  expect(await paper()).toBe(light);
  await close(page);
});

test('search loads its index only when opened, and finds in both languages', async () => {
  const { page, wrong } = await open(browser, baseURL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '/');
  expect(asked.filter((url) => url.includes('pagefind'))).toEqual([]);
  await page.keyboard.press('/');
  await page.locator('.seek input').fill('recompiles');
  await page.locator('.seek li a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/');
  await page.goto('/he/');
  await page.locator('[data-find]').click();
  await page.locator('.seek input').fill('טנזור');
  await page.locator('.seek li a').first().waitFor();
  await expect.poll(() => page.locator('.seek li a').first().getAttribute('href')).toContain('/he/');
  expect(wrong).toEqual([]);
  await close(page);
});

test('the other language keeps the page', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/learn/first-tensor/');
  await page.locator('a.lang').click();
  expect(new URL(page.url()).pathname).toBe('/he/learn/first-tensor/');
  await page.locator('a.lang').click();
  expect(new URL(page.url()).pathname).toBe('/learn/first-tensor/');
  await close(page);
});

test('sections are reachable on a phone by keyboard', async () => {
  const { page } = await open(browser, baseURL, { viewport: { width: 390, height: 844 } });
  await page.goto('/learn/first-tensor/');
  await page.locator('.menu summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.menu nav a').first().isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.menu nav a').first().isVisible()).toBe(false);
  await close(page);
});

test('on the narrowest screen no page is wider than it, and no table squeezes its words', async () => {
  const { page } = await open(browser, baseURL, { viewport: { width: 320, height: 640 } });
  const wrong: string[] = [];
  for (const address of ['/', '/he/', '/about/', '/reference/programs/', '/learn/first-tensor/', '/limits/new-shape/', '/errors/', '/lab/']) {
    await page.goto(address);
    const { wide, narrow } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      narrow: [...document.querySelectorAll('.tablew > table:not([class]) td:not(.n)')].filter((cell) => cell.clientWidth < 100).length,
    }));
    if (wide > 0) wrong.push(`${address} is ${wide} px too wide`);
    if (narrow > 0) wrong.push(`${address} has ${narrow} cells for single letters`);
  }
  expect(wrong).toEqual([]);
  await close(page);
});
