/**
 * Queries as people type them find the right page: it is among the first three rows of the search dialog. The list is
 * queries.json: what is typed, and the pages that answer it; `/errors/` stands for any entry. Hebrew queries are typed
 * on a Hebrew page.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { close, launch, open } from '../support/page.ts';

const queries = JSON.parse(readFileSync('test/e2e/queries.json', 'utf8')) as [string, string[]][];
const hebrew = (query: string) => /[א-ת]/.test(query);
const baseURL = inject('baseURL');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

async function ask(page: Page, query: string): Promise<string[]> {
  const input = page.locator('.seek input');
  // The list says when the full text has been searched too: an answer by name stands there at once.
  await page.locator('.seek ol').evaluate((list) => {
    list.ariaBusy = 'true';
  });
  await input.fill('');
  await input.fill(query);
  await page.locator('.seek ol[aria-busy=false]').waitFor();
  return page.locator('.seek li a').evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

test('the list holds at least sixty, Hebrew among them', () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  expect(queries.filter(([query]) => hebrew(query)).length).toBeGreaterThanOrEqual(5);
});

/** Windows that type at once: a query is mostly the wait for the next letter. */
const WINDOWS = 3;

test.each([
  ['/about/', queries.filter(([query]) => !hebrew(query))],
  ['/he/', queries.filter(([query]) => hebrew(query))],
])(
  'typed on %s, each finds its page among the first three rows',
  async (start, list) => {
    const missed: string[] = [];
    const typeAll = async (part: typeof list) => {
      const { page } = await open(browser, baseURL);
      await page.goto(start);
      await page.keyboard.press('/');
      for (const [query, want] of part) {
        const rows = (await ask(page, query)).slice(0, 3);
        const right = rows.some((row) => want.some((page) => page === row || (page === '/errors/' && row.startsWith(page))));
        if (!right) missed.push(`${query}: ${rows.join(' ')}`);
      }
      await close(page);
    };
    await Promise.all(Array.from({ length: WINDOWS }, (_, n) => typeAll(list.filter((_row, at) => at % WINDOWS === n))));
    expect(missed).toEqual([]);
  },
  180_000,
);

test('one Escape closes the search, with something typed too, and it is there to be typed over', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/learn/');
  await page.locator('[data-find]').click();
  await ask(page, 'sort');
  await page.locator('.seek input').press('Escape');
  await expect.poll(() => page.locator('.seek').evaluate((dialog) => (dialog as HTMLDialogElement).open)).toBe(false);
  await page.locator('[data-find]').click();
  expect(await page.locator('.seek input').evaluate((input: HTMLInputElement) => [input.value, input.selectionEnd! - input.selectionStart!])).toEqual([
    'sort',
    4,
  ]);
  await close(page);
});
