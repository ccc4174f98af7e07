/**
 * Every page of the sitemap, visited once: no errors under the final policy, no foreign host, the frame each page owes,
 * no sideways scrolling at the width of a phone, and axe without violations in both themes (see `axe.ts`).
 *
 * A Hebrew page that is not translated yet shows the English text in the Hebrew frame. Where the text is the same to the
 * letter, links' language aside, and the frame has the same kinds of tags as a frame that was visited, there is nothing
 * left to see: such a page is compared, not visited.
 *
 * The pages of errors come from one template. Where frame, policy and scripts are those of a page that was visited, the
 * rest of such a page, its `main`, is put into that page and looked at there, under that policy, with its scripts run anew and
 * at both widths: a fifth of the work, since neither frame nor axe is made again.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { axe, axeSource, nothingSeen } from '../support/axe.ts';
import { sitemap } from '../support/files.ts';
import { launch, tabs, visit } from '../support/page.ts';

const baseURL = inject('baseURL');
const dist = inject('dist');
const html = (page: string) => readFileSync(path.join(dist, page.endsWith('.html') ? page : `${page}index.html`), 'utf8');

const all = sitemap(dist);
const untranslated = (page: string) => page.startsWith('/he/') && /<main[^>]* lang="en"/.test(html(page));

const MAIN = /<main[^>]*>([\s\S]*)<\/main>/;
const NOTICE = /<p class="aside" lang="he"[^>]*>[^<]*<\/p>/;
function textOf(page: string): string {
  const main = MAIN.exec(html(page))?.[1];
  if (!main) throw new Error(`${page} has no main`);
  return main.replace(NOTICE, '').replaceAll('href="/he/', 'href="/');
}
/** The kinds of tags around the text, without what names the page; which neighbour is the current one may differ. */
function frameOf(page: string): string {
  const tags =
    html(page)
      .replace(MAIN, '')
      .match(/<[^>]+>/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/ (href|content|aria-label)="[^"]*"/g, ' $1')))].sort().join('');
}

const compared: string[] = [];
const frames = new Set<string>();
for (const page of all.filter(untranslated)) {
  if (textOf(page) !== textOf(page.replace('/he/', '/'))) continue;
  if (frames.has(frameOf(page))) compared.push(page);
  frames.add(frameOf(page));
}
const pages = all.filter((page) => !compared.includes(page));

const scriptsOf = (text: string) => (text.match(/<script[^>]*>/g) ?? []).join('');
const policyOf = (page: string) => /<meta http-equiv="content-security-policy"[^>]*>/.exec(html(page))?.[0];
/** Pages of errors that differ in nothing but the inside of `main`; no more in a row than one tab should see. */
function families(): string[][] {
  const kin = new Map<string, string[]>();
  for (const page of pages.filter((page) => /^\/(he\/)?errors\/./.test(page) && !page.endsWith('/errors/'))) {
    const key = [frameOf(page), policyOf(page), scriptsOf(textOf(page))].join('\n');
    kin.set(key, [...(kin.get(key) ?? []), page]);
  }
  return [...kin.values()].flatMap(([first, ...rest]) =>
    Array.from({ length: Math.ceil(rest.length / ROW) }, (_, n) => [first as string, ...rest.slice(n * ROW, (n + 1) * ROW)]),
  );
}
const ROW = 40;
const rows = families();
const visited = pages.filter((page) => !rows.some(([, ...rest]) => rest.includes(page)));

const TABS = 5;
let browser: Browser;
let inTab: Awaited<ReturnType<typeof tabs>>;
beforeAll(async () => {
  browser = await launch();
  inTab = await tabs(browser, baseURL, TABS, { viewport: WIDE });
});

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** How far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What every page owes, read in one go. */
const owedBy = (page: Page) =>
  page.evaluate(() => ({
    h1: document.querySelectorAll('h1').length,
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    foot: document.querySelector('footer.foot')?.textContent?.includes('PyTorch Foundation'),
    policies: document.querySelectorAll('meta[http-equiv="content-security-policy"]').length,
  }));

/** What of a page is put into another: its title and its `main`. */
const insideOf = (address: string) => (html(address).match(/<title>[^<]*<\/title>|<main[^>]*>[\s\S]*<\/main>/g) ?? []).join('');

/** Puts another page's `main` into the place of this one's and runs its scripts anew. */
const put = (page: Page, text: string) =>
  page.evaluate(async (text) => {
    const other = new DOMParser().parseFromString(text, 'text/html');
    const main = document.adoptNode(other.querySelector('main') as HTMLElement);
    const scripts = [...main.querySelectorAll<HTMLScriptElement>('script[src]')];
    document.querySelector('main')?.replaceWith(main);
    document.title = other.title;
    const seen = window as unknown as { puts?: number };
    seen.puts = (seen.puts ?? 0) + 1;
    // A script that was parsed this way does not run, and one of an address that ran already would not run again.
    const ran = scripts.map(({ src }) => {
      const script = Object.assign(document.createElement('script'), { type: 'module', src: `${src}?again=${seen.puts}` });
      const loaded = new Promise((done, fail) => {
        script.onload = done;
        script.onerror = () => fail(new Error(`${src} does not run`));
      });
      main.append(script);
      return loaded;
    });
    await Promise.all(ran);
  }, text);

const seen = nothingSeen();
const wrongWith = new Map<string, string[]>();
/** What is wrong with each page of a row, looked at in the place of the first. */
const lookedAt = (row: string[]): Promise<Map<string, string[]>> =>
  inTab(async ({ page, wrong }) => {
    const [first = '', ...rest] = row;
    const found = new Map(rest.map((address): [string, string[]] => [address, []]));
    await page.setViewportSize(PHONE);
    await visit(page, first);
    await page.evaluate(axeSource);
    for (const [address, list] of found) {
      wrong.length = 0;
      await put(page, insideOf(address));
      if ((await page.locator('h1').count()) !== 1) list.push('not one h1');
      if ((await sideways(page)) > 0) list.push(`wider than ${PHONE.width}`);
      list.push(...(await axe(page, seen)), ...wrong);
    }
    await page.setViewportSize(WIDE);
    for (const [address, list] of found) {
      wrong.length = 0;
      await put(page, insideOf(address));
      if ((await sideways(page)) > 0) list.push(`wider than ${WIDE.width}`);
      list.push(...wrong);
    }
    return found;
  });

test('the sitemap holds both languages and no error page', () => {
  expect(all).toContain('/');
  expect(all).toContain('/he/');
  expect(all.filter((page) => page.includes('404'))).toEqual([]);
});

test('pages that are compared stand for none but themselves', () => {
  expect(pages.length + compared.length).toBe(all.length);
  expect(compared.filter((page) => !untranslated(page))).toEqual([]);
  expect(compared.filter((page) => !pages.includes(page.replace('/he/', '/')))).toEqual([]);
});

test('pages looked at in the place of another are errors, and each stands for itself', () => {
  const kin = rows.flatMap(([, ...rest]) => rest);
  expect(new Set([...visited, ...kin]).size).toBe(pages.length);
  expect(visited.length + kin.length).toBe(pages.length);
  expect(rows.filter(([first]) => !visited.includes(first as string))).toEqual([]);
  expect(kin.filter((page) => !/\/errors\/[^/]+\/$/.test(page))).toEqual([]);
});

describe.concurrent('pages', () => {
  test.each([...visited, '/404.html'])('%s', { timeout: 360_000 }, (address) =>
    inTab(async ({ page, wrong }) => {
      // The tab is as wide as its last visit left it: a change of width costs more than most pages do.
      const phoneFirst = page.viewportSize()?.width === PHONE.width;
      await visit(page, address);
      if (/\/(lab|embed)\/$/.test(address)) {
        await page.locator('.tn .transport').first().waitFor();
        // The panes beside the code are drawn one after the other.
        await page.locator('.waiting').first().waitFor({ state: 'detached' });
      }
      const hebrew = address.startsWith('/he/');
      const owed = { h1: 1, lang: hebrew ? 'he' : 'en', dir: hebrew ? 'rtl' : 'ltr', foot: true, policies: 1 };
      expect(await owedBy(page)).toEqual(owed);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      if (phoneFirst) await page.setViewportSize(WIDE);
      await page.evaluate(axeSource);
      expect(await axe(page, seen)).toEqual([]);
      if (!phoneFirst) await page.setViewportSize(PHONE);
      // The lab lays itself out anew when it hears of the width.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 10_000 }).catch(() => null);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      expect(wrong).toEqual([]);
    }),
  );
  test.each(rows.map((row): [string, string[]] => [row[0] as string, row]))('pages like %s', { timeout: 360_000 }, async (_, row) => {
    for (const [address, list] of await lookedAt(row)) wrongWith.set(address, list);
  });
});

describe('pages looked at in the place of another', () => {
  test.each(rows.flatMap(([, ...rest]) => rest))('%s', (address) => expect(wrongWith.get(address)).toEqual([]));
});
