/**
 * Queries as people type them find the right page: it is among the first three rows of the search dialog. The list is
 * queries.json: what is typed, and the pages that answer it; `/errors/` stands for any entry. Hebrew queries are typed
 * on a Hebrew page.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
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

describe.each([
  ['/about/', queries.filter(([query]) => !hebrew(query))],
  ['/he/', queries.filter(([query]) => hebrew(query))],
])('typed on %s', (start, list) => {
  test('each finds its page among the first three rows', async () => {
    const { page } = await open(browser, baseURL);
    await page.goto(start);
    await page.keyboard.press('/');
    const missed: string[] = [];
    for (const [query, want] of list) {
      const rows = (await ask(page, query)).slice(0, 3);
      const right = rows.some((row) => want.some((page) => page === row || (page === '/errors/' && row.startsWith(page))));
      if (!right) missed.push(`${query}: ${rows.join(' ')}`);
    }
    expect(missed).toEqual([]);
    await close(page);
  }, 180_000);
});
