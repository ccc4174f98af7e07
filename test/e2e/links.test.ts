/** Every internal link and anchor of every built page leads somewhere; under a base path too. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { filesOf } from '../support/files.ts';

const attribute = /\s(?:href|src|data-report)="([^"]*)"/g;
const decode = (text: string) =>
  text
    .replace(/&amp;/g, '&')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"');

function broken(dir: string, base: string): string[] {
  const files = new Set(filesOf(dir));
  const html = new Map([...files].filter((f) => f.endsWith('.html')).map((f) => [f, readFileSync(path.join(dir, f), 'utf8')]));
  const ids = new Map([...html].map(([f, text]) => [f, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map((m) => m[1]))]));
  const fileOf = (pathname: string): string | null => {
    if (!pathname.startsWith(`${base}/`) && pathname !== base) return null;
    const rest = decodeURIComponent(pathname.slice(base.length)).replace(/^\//, '');
    const options = [rest, `${rest.replace(/\/$/, '')}/index.html`, 'index.html'];
    return (rest ? options.slice(0, 2) : options.slice(2)).find((name) => files.has(name)) ?? null;
  };
  const wrong: string[] = [];
  for (const [file, text] of html) {
    const address = `${base}/${file.replace(/index\.html$/, '')}`;
    const body = text.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '');
    for (const [, raw] of body.matchAll(attribute)) {
      const link = decode(raw ?? '');
      if (/^(https?:|mailto:|data:)/.test(link) || !link) continue;
      const url = new URL(link, `http://site${address}`);
      const target = fileOf(url.pathname);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (!target) wrong.push(`${file}: ${link}`);
      else if (anchor && !anchor.startsWith('lab=') && html.has(target) && !ids.get(target)?.has(anchor)) wrong.push(`${file}: ${link} (no such anchor)`);
    }
  }
  return wrong;
}

describe('links', () => {
  test('at the root of a host', () => expect(broken(inject('dist'), '')).toEqual([]));
  test('under a base path', () => expect(broken(inject('sub').dir, inject('sub').base)).toEqual([]));
});
