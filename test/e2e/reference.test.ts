/** The reference's interactive pages, the cards of terms, and what is made for machines. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { filesOf } from '../support/files.ts';
import { close, launch, open, visit } from '../support/page.ts';

const baseURL = inject('baseURL');
const dist = inject('dist');
const read = (name: string) => readFileSync(path.join(dist, name), 'utf8');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test('the glossary filters, keeps it in the address, and a link to a hidden term shows it', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/reference/glossary/');
  const rows = page.locator('#terms [data-row]:not([hidden])');
  const all = await rows.count();
  await page.locator('.filters input').fill('stablehlo');
  const some = await rows.count();
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);
  await expect.poll(() => page.locator('.filters [role=status]').innerText()).toBe(`${some} of ${all} terms`);
  expect(page.url()).toContain('q=stablehlo');
  await page.reload();
  await expect.poll(() => rows.count()).toBe(some);
  await page.locator('.filters select').selectOption('device');
  await page.evaluate(() => {
    location.hash = '#guard';
  });
  await page.locator('#guard').waitFor({ state: 'visible' });
  expect(wrong).toEqual([]);
  await close(page);
});

test('a term’s card comes with focus, goes with Escape, and stays on the screen', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/learn/first-tensor/');
  const term = page.locator('[data-term]').first();
  const card = term.locator('.card');
  await term.locator('a').first().focus();
  await expect.poll(() => card.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => card.isVisible()).toBe(false);
  await term.locator('a').first().hover();
  await page.mouse.move(0, 0);
  await expect.poll(() => term.locator('a').first().getAttribute('href')).toBe('/reference/glossary/#queue');
  await close(page);
});

test('on a phone the first tap opens the card at the foot of the screen', async () => {
  const { page } = await open(browser, baseURL, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/learn/first-tensor/');
  const term = page.locator('[data-term]').first();
  await term.locator('a').first().tap();
  const box = await term.locator('.card').boundingBox();
  expect(page.url()).not.toContain('glossary');
  expect(box && Math.round(box.y + box.height)).toBe(844 - 16);
  await term.locator('.card .src > a').last().tap();
  await page.waitForURL('**/reference/glossary/#queue');
  await page.context().close();
});

test('number formats: typed, flipped, stepped, by keyboard, from the address', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/reference/formats/?f=float16&x=65520');
  const value = page.locator('.bits [data-out=value]').first();
  await expect.poll(() => value.innerText()).toBe('Infinity (0x7c00)');
  await page.locator('.bits input[name=x]').fill('1');
  await expect.poll(() => value.innerText()).toBe('1 (0x3c00)');
  await expect.poll(() => page.locator('tr[data-format=float32] [data-cell=hex]').innerText()).toBe('0x3f800000');
  await page.locator('.bit').first().click();
  await expect.poll(() => value.innerText()).toBe('-1 (0xbc00)');
  expect(new URL(page.url()).searchParams.get('b')).toBe('0xbc00');
  await page.locator('.bit').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect.poll(() => value.innerText()).toBe('-1.0009765625 (0xbc01)');
  await page.locator('[data-step="1"]').click();
  await expect.poll(() => value.innerText()).toBe('-1 (0xbc00)');
  await page.reload();
  await expect.poll(() => value.innerText()).toBe('-1 (0xbc00)');
  await page.locator('.bits input[name=x]').fill('<img src=x>');
  await expect.poll(() => page.locator('.bits .error').first().isVisible()).toBe(true);
  await page.locator('[data-mx] input').fill('1 2 3 4');
  await expect.poll(() => page.locator('[data-mx] [data-out=worst]').innerText()).toBe('0');
  expect(wrong).toEqual([]);
  await close(page);
});

test('the sources: few rows laid out, filtered, one opened, all of it in the address', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/reference/sources/');
  const rows = page.locator('[data-sources] [role=option]');
  const state = page.locator('[data-sources] [data-state]');
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await expect.poll(() => state.innerText()).toMatch(/^2,\d{3} claims$/);
  await visit(page, '/reference/sources/?mark=measured&area=hardware');
  await expect.poll(() => state.innerText(), { timeout: 20_000 }).toMatch(/^\d of 2,\d{3} claims$/);
  await page.locator('[data-sources] [role=listbox]').focus();
  await page.keyboard.press('ArrowDown');
  const detail = page.locator('[data-sources] [data-detail]');
  await expect.poll(() => detail.innerText()).toMatch(/Measured[\s\S]*read\s*2026-/);
  expect(page.url()).toMatch(/#chips\./);
  await visit(page, '/reference/sources/#operator.aten::sort');
  await expect.poll(() => detail.innerText(), { timeout: 20_000 }).toMatch(/aten::sort: composite/);
  await expect.poll(() => detail.locator('a').last().getAttribute('href')).toBe('/reference/operators/#aten::sort');
  await page.locator('[data-sources] [name=q]').fill('no such words');
  await expect.poll(() => page.locator('[data-sources] [data-none]').isVisible()).toBe(true);
  expect(wrong).toEqual([]);
  await close(page);
});

test('on paper every row that was kept is there, with what is known of it', async () => {
  const { page } = await open(browser, baseURL);
  for (const [address, least] of [
    ['/reference/operators/#path=host', 400],
    ['/reference/sources/?area=glossary', 150],
  ] as const) {
    await visit(page, address);
    const options = page.locator('[role=option]');
    await options.first().waitFor();
    const before = await options.count();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => options.count(), { timeout: 20_000 }).toBeGreaterThan(least);
    await expect.poll(() => page.locator('[data-choice]').innerText()).toMatch(/: /);
    const last = await options.last().boundingBox();
    const first = await options.first().boundingBox();
    expect((last?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(least * 10);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => options.count(), { timeout: 20_000 }).toBe(before);
  }
  await page.context().close();
});

test('the reference speaks Hebrew where its page does, and its data stays left to right', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/he/reference/operators/#aten::sort');
  await expect.poll(() => page.locator('[data-detail]').innerText(), { timeout: 20_000 }).toContain('לפני הגרסה');
  await expect.poll(() => page.locator('[data-detail] h2').getAttribute('dir')).toBe('ltr');
  await expect.poll(() => page.locator('[data-operators] [data-state]').innerText()).toMatch(/אופרטורים/);
  await visit(page, '/he/errors/');
  await page.locator('#log').fill('NCC_EVRF013\nNCC_EVRF098');
  const hits = page.locator('[data-answers] > ol > li');
  await hits.first().waitFor();
  await expect.poll(() => page.locator('[data-paste] [data-state]').innerText()).toMatch(/נקראו 2 שורות\. ערך אחד מתאים/);
  await expect.poll(() => hits.first().locator('.lines').getAttribute('dir')).toBe('ltr');
  await expect.poll(() => hits.last().innerText()).toContain('אינו בקטלוג');
  await visit(page, '/he/reference/variables/');
  await page.locator('#dump').fill('XLA_USE_BF16=1');
  await expect.poll(() => page.locator('[data-variables] [data-answers] li').innerText()).toContain('לא עושה כאן דבר');
  await visit(page, '/he/reference/formats/');
  await page.locator('.bits input[name=x]').fill('nonsense');
  await expect.poll(() => page.locator('.bits .error').first().innerText()).toContain('זה לא מספר');
  expect(wrong).toEqual([]);
  await close(page);
});

test('each page with text of its own has a Markdown twin, named in its head', () => {
  const pages = filesOf(dist, 'index.html').filter((name) => !/(^|\/)(lab|embed)\//.test(name));
  const lost = pages.filter((name) => {
    const html = read(name);
    if (name.startsWith('he/') && /<main[^>]* lang="en"/.test(html)) return false;
    const twin = /<link rel="alternate" type="text\/markdown" href="\/([^"]+)">/.exec(html)?.[1];
    return !twin || !existsSync(path.join(dist, twin)) || read(twin).length < 80;
  });
  expect(lost).toEqual([]);
});

test('a twin has the page’s headings, tables and run, and no script or form', () => {
  const lesson = read('learn/first-tensor.md');
  expect(lesson).toMatch(/^# /m);
  expect(lesson).toMatch(/^## /m);
  expect(lesson).toContain('```');
  expect(lesson).not.toMatch(/<script|data-word|undefined|\[object/);
  const hardware = read('reference/hardware.md');
  expect(hardware).toMatch(/\| Memory \(HBM\) \|.*96 GiB/);
  expect(hardware).toContain('8 physical cores');
  expect(read('reference/glossary.md')).toContain('A condition checked on every later call');
});

test('twins read well: whole tables, no empty heads, links between twins lead to twins', () => {
  const wrong: string[] = [];
  for (const name of filesOf(dist, '.md')) {
    const prose = read(name).replace(/^(`{3,})\n[\s\S]*?^\1$/gm, '');
    const first = prose.split('\n').find((line) => line.trim());
    if (!first?.startsWith('# ')) wrong.push(`${name}: begins with ${first}`);
    let columns = 0;
    for (const line of prose.split('\n')) {
      const cells = line.startsWith('| ') ? line.replaceAll('\\|', '').split('|').length : 0;
      if (cells && columns && cells !== columns) wrong.push(`${name}: ${line.slice(0, 80)}`);
      columns = cells;
    }
    if (/\w``\w|- ## |undefined|\[object|\]\(#/.test(prose))
      wrong.push(`${name}: ${/.{0,30}(?:\w``\w|- ## |undefined|\[object|\]\(#).{0,30}/.exec(prose)?.[0]}`);
    for (const [, url = '', query] of prose.replace(/^Page: .*$/m, '').matchAll(/\]\(https:\/\/torchneuron-atlas\.example\/([^)#?]*)(\?)?/g)) {
      if (query) continue; // a view of a page, chosen by its address
      const twin = url === '' ? 'index.md' : `${url.replace(/\/$/, '')}.md`;
      const target = url.endsWith('/') || url === '' ? twin : url;
      // The lab and pages that are not translated have none.
      if (url.endsWith('/') && existsSync(path.join(dist, twin))) wrong.push(`${name}: /${url} has a twin`);
      else if (!existsSync(path.join(dist, target)) && !existsSync(path.join(dist, url, 'index.html'))) wrong.push(`${name}: /${url} is not there`);
    }
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(read('reference/operators.md')).toContain('| `aten::sort.stable` | host |');
});

test('llms.txt lists the pages, and every address in it exists', () => {
  const list = read('llms.txt');
  const links = [...list.matchAll(/\]\((https?:[^)]+)\)/g)].map(([, url]) => new URL(url ?? '').pathname.slice(1));
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((name) => !existsSync(path.join(dist, name)))).toEqual([]);
  expect(read('llms-full.txt').length).toBeGreaterThan(100_000);
});

test('data and feed are well formed', async () => {
  for (const name of filesOf(path.join(dist, 'data'), '.json')) expect(JSON.parse(read(`data/${name}`)), name).toBeTruthy();
  const claims = JSON.parse(read('data/claims.json')) as { page?: string }[];
  expect(claims.length).toBeGreaterThan(400);
  const { page } = await open(browser, baseURL);
  await page.goto('/about/');
  const items = await page.evaluate(async () => {
    const feed = new DOMParser().parseFromString(await (await fetch('/changes.xml')).text(), 'application/xml');
    return [feed.querySelectorAll('parsererror').length, feed.querySelectorAll('item').length];
  });
  expect(items[0]).toBe(0);
  expect(items[1]).toBeGreaterThan(3);
  await close(page);
});
