/**
 * The content security policy of the built pages (design 8): strict for scripts, no other host, and in force. That no
 * page runs into it is seen where every page is visited: test/a11y/pages.test.ts.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { filesOf } from '../support/files.ts';
import { close, launch, open } from '../support/page.ts';

const baseURL = inject('baseURL');
const dist = inject('dist');
const pages = filesOf(dist, '.html').map((name): [string, string] => [name, readFileSync(path.join(dist, name), 'utf8')]);

const policyOf = (html: string) => /<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(html)?.[1] ?? '';
const sha = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
/** Inline scripts that a browser runs: no `src`, and no type of data. */
const inline = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '', body]) => body && !/\ssrc=|\stype=(?!"?(?:module|text\/javascript))/.test(attributes))
    .map(([, , body = '']) => body);

describe('every page', () => {
  test('has one policy, the same for all but the hashes of its own scripts', () => {
    const seen = new Set(pages.map(([, html]) => policyOf(html).replace(/ 'sha256-[^']+'/g, '')));
    expect([...seen]).toEqual([
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'",
    ]);
  });

  test('allows its inline scripts by hash, and no others', () => {
    const wrong = pages.filter(([, html]) => {
      const allowed = [...policyOf(html).matchAll(/'sha256-[^']+'/g)].map(([hash]) => hash).sort();
      return allowed.join() !== [...new Set(inline(html).map(sha))].sort().join();
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test('has no script in an attribute or an address', () => {
    const tags = /<[a-z][^>]*?\s(?:on[a-z]+="|(?:href|src|action)="\s*javascript:)/i;
    const bare = (html: string) => html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '');
    expect(pages.filter(([, html]) => tags.test(bare(html))).map(([name]) => name)).toEqual([]);
  });
});

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });

  test.each(['/', '/lab/', '/embed/', '/he/learn/first-tensor/'])('%s refuses what a page should not do', async (address) => {
    const { page } = await open(browser, baseURL);
    await page.goto(address);
    const refused = await page.evaluate(async () => {
      const found: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => found.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      const handler = document.createElement('b');
      handler.setAttribute('onclick', 'window.ran = true');
      document.body.append(handler);
      handler.click();
      await fetch('https://example.org/').catch(() => null);
      const frame = document.createElement('iframe');
      frame.src = 'https://example.org/';
      document.body.append(frame);
      for (let n = 0; n < 300 && found.length < 4; n++) await new Promise((done) => setTimeout(done, 100));
      return { found: found.sort(), ran: 'ran' in window };
    });
    expect(refused).toEqual({
      found: ['connect-src', 'frame-src', 'script-src-attr', 'script-src-elem'],
      ran: false,
    });
    await close(page);
  });
});
