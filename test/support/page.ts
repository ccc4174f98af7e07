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

export async function open(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
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
    if (response.status() >= 400 && !response.url().includes('no-such-page'))
      wrong.push(`${response.status()}: ${response.url()}`);
  });
  return { page, wrong };
}
