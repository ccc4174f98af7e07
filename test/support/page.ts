/** A browser page that keeps what went wrong on it: errors on the console, refused and foreign requests. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from './chromium.mjs';

export const launch = (): Promise<Browser> => {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
};

export interface Watched {
  page: Page;
  wrong: string[];
}

/** Notes everything of a page that should not happen. */
function watch(page: Page, baseURL: string): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL) && !/^(data|blob):/.test(url)) wrong.push(`foreign host: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().includes('no-such-page')) wrong.push(`${response.status()}: ${response.url()}`);
  });
  return wrong;
}

export async function open(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  return { page, wrong: watch(page, baseURL) };
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
  const free = await Promise.all(Array.from({ length: size }, () => open(browser, baseURL, options)));
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
