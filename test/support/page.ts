/** A browser page that keeps what went wrong on it: errors on the console, refused and foreign requests. */
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { chromiumArgs, findChromium } from './chromium.mjs';

let shared: Promise<Browser> | undefined;
/** The browser that all test files of a worker share; it ends with the worker. */
export const launch = (args = chromiumArgs): Promise<Browser> => {
  const executablePath = findChromium();
  shared ??= chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  return shared;
};

export interface Watched {
  page: Page;
  wrong: string[];
}

/** The requests of each page that are under way. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Notes everything of a page that should not happen. */
function watch(page: Page, baseURL: string): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    // Asked for by the browser itself on the blank page between two tests, which is no HTML and so names no icon.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('request', (request) => {
    open.add(request);
    const url = request.url();
    if (!url.startsWith(baseURL) && !/^(data|blob):/.test(url)) wrong.push(`foreign host: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().includes('no-such-page')) wrong.push(`${response.status()}: ${response.url()}`);
  });
  return wrong;
}

/**
 * Goes to a page and waits until it is all there and asks for nothing more. Playwright's own wait for a quiet network never
 * ends where a page writes its address while it loads.
 */
export async function visit(page: Page, address: string): Promise<void> {
  underWay.get(page)?.clear();
  await page.goto(address);
  await quiet(page);
}

/** Until nothing is under way and the page, having had time for what it put off, has asked for nothing else. */
async function quiet(page: Page): Promise<void> {
  const open = underWay.get(page);
  if (!open) throw new Error('a page that `watch` does not know');
  const over = () => open.size === 0;
  do {
    while (!over()) await Promise.race([page.waitForEvent('requestfinished', over), page.waitForEvent('requestfailed', over)]);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
  } while (!over());
}

/** Windows that a test has left, by browser and by what they were asked for. */
const left = new WeakMap<Browser, Map<string, Watched[]>>();
const leftIn = (browser: Browser, baseURL: string, options: BrowserContextOptions): Watched[] => {
  const kinds = left.get(browser) ?? new Map<string, Watched[]>();
  left.set(browser, kinds);
  const kind = JSON.stringify([baseURL, options]);
  const list = kinds.get(kind) ?? [];
  kinds.set(kind, list);
  return list;
};
const homes = new WeakMap<Page, { tab: Watched; list: Watched[]; blank: string }>();

/** A window of its own, or one that a test has left with `close`: a new one costs more than most pages do. */
export async function open(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const list = leftIn(browser, baseURL, options);
  const before = list.pop();
  if (before) {
    before.wrong.length = 0;
    return before;
  }
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const tab = { page, wrong: watch(page, baseURL) };
  homes.set(page, { tab, list, blank: `${baseURL}/favicon.svg` });
  return tab;
}

/**
 * Leaves a window to the next test, with nothing of this one kept. A test that goes offline, routes requests, adds scripts
 * or emulates a medium closes its context instead.
 */
export async function close(page: Page): Promise<void> {
  const home = homes.get(page);
  if (!home) throw new Error('a window that `open` has not made');
  // A page may keep something while it is left, so what is kept is forgotten on a page without scripts.
  await page.goto(home.blank);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  home.list.push(home.tab);
}

/**
 * A few windows to visit many pages with: one for each page costs more than a small page does, and of the tabs of one
 * window all but the one in front run at a lower priority.
 */
export async function tabs(
  browser: Browser,
  baseURL: string,
  size: number,
  options: BrowserContextOptions = {},
): Promise<<T>(use: (tab: Watched) => Promise<T>) => Promise<T>> {
  const free: Watched[] = await Promise.all(Array.from({ length: size }, () => open(browser, baseURL, options)));
  return async (use) => {
    const tab = free.pop();
    if (!tab) throw new Error(`all ${size} tabs are in use`);
    tab.wrong.length = 0;
    try {
      return await use(tab);
    } finally {
      free.push(tab);
    }
  };
}
