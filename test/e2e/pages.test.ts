/** Pages at the edges: an address that is not there, a browser without scripts. All pages: test/a11y/pages.test.ts. */
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { axe, axeSource, nothingSeen } from '../support/axe.ts';
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

test('an unknown address under he/ is answered in Hebrew throughout', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/he/no-such-page/');
  const root = page.locator('html');
  expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['he', 'rtl']);
  expect(await page.title()).toMatch(/^[א-ת ]+ \| TorchNeuron Atlas$/);
  expect(await page.locator('h1').innerText()).toMatch(/^[א-ת ]+$/);
  expect(await page.locator('main [data-frame], main h2, main [lang="en"]').count()).toBe(0);
  // One frame, whose every way stays in Hebrew but for the one to the other language.
  for (const part of ['a.skip', 'header.top', 'main', 'footer.foot']) expect(await page.locator(part).count(), part).toBe(1);
  expect(await page.locator('a.skip').innerText()).toMatch(/^[א-ת ]+$/);
  const ways = await page.locator('header a, main a, footer a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(ways.filter((way) => !way?.startsWith('/he/'))).toEqual(['/']);
  // The scripts of the masthead meet the Hebrew one.
  await page.locator('[data-theme-toggle]').click();
  expect(await root.getAttribute('data-theme')).toBe('dark');
  await page.keyboard.press('/');
  await page.locator('.seek input').fill('טנזור');
  await page.locator('.seek li a').first().waitFor();
  expect(await page.locator('.seek li a').first().getAttribute('href')).toContain('/he/');
  await page.keyboard.press('Escape');
  await page.evaluate(axeSource);
  expect(await axe(page, nothingSeen())).toEqual([]);
  expect(wrong.filter((one) => !one.includes('404 (Not Found)'))).toEqual([]);
  await close(page);
});

test('an address that only begins with the letters he is answered in English', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/help/no-such-page/');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('h1').innerText()).not.toMatch(/[א-ת]/);
  expect(await page.locator('main').innerText()).not.toMatch(/[א-ת]/);
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
  // What can be read is there, and nothing that asks to be pressed and would not answer.
  const read = await page.locator('main').innerText();
  expect(read).toContain('import torch');
  expect(read).toContain('The run in words');
  expect(read).toMatch(/line 18: aten\.sort\.default runs on the host/);
  expect(await page.locator('main :is(button:enabled, select, input, [role=tab]):visible').count()).toBe(0);
  expect(await page.locator('.still .p-timeline, .still .p-values').locator('visible=true').count()).toBe(0);
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

test('on paper no line of code is cut, and a fill that means something is printed', async () => {
  const { page } = await open(browser, baseURL, { viewport: { width: 690, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  for (const address of ['/', '/errors/GB0170/', '/lab/']) {
    await page.goto(address);
    await page.locator('.mark.exact').first().waitFor();
    const code = page.locator('.code').first();
    expect(await code.evaluate((e) => e.scrollWidth - e.clientWidth), address).toBe(0);
    expect(await code.evaluate((e) => getComputedStyle(e).backgroundImage), address).toBe('none');
    const fills = page.locator('.mark.exact, .heat i');
    expect(await fills.evaluateAll((all) => all.every((e) => getComputedStyle(e).printColorAdjust === 'exact')), address).toBe(true);
  }
  await page.context().close();
});
