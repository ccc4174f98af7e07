/**
 * What a page weighs, compressed (design 8): the frame's HTML, the style, the scripts before anything is opened, and
 * the scripts of a run and of the worker. Counted from the built files by following static imports.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { guessPacks } from '../../src/engine/packs/guess.ts';
import { filesOf, gzipped, sitemap } from '../support/files.ts';

const dist = inject('dist');
const read = (name: string) => readFileSync(path.join(dist, name), 'utf8');
const fileOf = (page: string) => `${page.slice(1)}index.html`;
const assets = filesOf(path.join(dist, '_astro'));

/** A script and everything it imports at once; `import()` is left out. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, target] of read(name).matchAll(/(?:import|export)[^"'();]*?["']\.\/([^"']+\.js)["']/g)) if (target) withImports(`_astro/${target}`, seen);
  return seen;
}

const weights = new Map<string, number>();
function weight(name: string): number {
  const known = weights.get(name) ?? gzipped(read(name));
  weights.set(name, known);
  return known;
}
const weigh = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + weight(name), 0);

function scriptsOf(html: string): Set<string> {
  const seen = new Set<string>();
  for (const [, src] of html.matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)) if (src) withImports(src, seen);
  for (const [, url] of html.matchAll(/(?:component-url|renderer-url)="\/([^"]+)"/g)) if (url) withImports(url, seen);
  return seen;
}

const stylesOf = (html: string) => [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"(?! media="print")/g)].map((match) => match[1] ?? '');

const inlineScript = (html: string) => [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('');

describe.each(sitemap(dist))('%s', (page) => {
  const html = read(fileOf(page));
  const isLab = page.endsWith('/lab/');

  test('frame ≤ 7 kB of HTML', () => {
    const frame = html.replace(/<main[\s\S]*<\/main>/, '<main></main>');
    expect(gzipped(frame)).toBeLessThanOrEqual(7 * 1024);
  });
  test('style ≤ 24 kB, in one file before the first paint; the lab brings its own', () => {
    expect(weigh(stylesOf(html))).toBeLessThanOrEqual(24 * 1024);
    expect(stylesOf(html)).toHaveLength(html.includes('class="labhost') ? 2 : 1);
  });
  test.skipIf(isLab)('scripts ≤ 15 kB before anything is opened', () => {
    expect(weigh(scriptsOf(html)) + gzipped(inlineScript(html))).toBeLessThanOrEqual(15 * 1024);
  });
});

describe('what a run loads when it is reached', () => {
  test('its scripts are compiled beside the page’s thread, where the browser can', () => {
    const own = assets.filter((name) => /(^|\/)(mount-lab|mount-run|lab-shared)\.[^/]*\.js$/.test(name));
    expect(own).toHaveLength(3);
    for (const name of own)
      expect(readFileSync(path.join(dist, '_astro', path.basename(name)), 'utf8')).toMatch(/^(const __vite__mapDeps=.*\n)?\/\/# allFunctionsCalledOnLoad\n/);
  });
  const named = (pattern: RegExp) => assets.filter((asset) => pattern.test(asset));

  test('lab on the main thread ≤ 130 kB before editing', () => {
    const mounts = named(/^mount-[^/]*\.js$/);
    expect(mounts).toHaveLength(2);
    // And the words of the page's language, the longer of the two.
    const columns = named(/^table[^/]*\.js$/).map((name) => weight(`_astro/${name}`));
    expect(columns).toHaveLength(2);
    for (const mount of mounts) expect(weigh(withImports(`_astro/${mount}`)) + Math.max(...columns), mount).toBeLessThanOrEqual(130 * 1024);
  });

  const WORKER = 120;
  // A pack that comes first also brings what it shares with others.
  const PACK = 30;
  const workers = named(/worker[^/]*\.js$/i).map((name) => `_astro/${name}`);
  test(`worker ≤ ${WORKER} kB at first`, () => {
    expect(workers.length).toBeGreaterThan(0);
    for (const name of workers) expect(weigh(withImports(name)), name).toBeLessThanOrEqual(WORKER * 1024);
  });
  // A pack is no way around the bar: what the smallest program fetches on top is held too.
  const HELLO = 124;
  test(`the worker with the packs of eager_hello ≤ ${HELLO} kB`, () => {
    const source = readFileSync(path.resolve(import.meta.dirname, '../../content/programs/eager_hello.py'), 'utf8');
    const asked = guessPacks(source);
    const files = asked.map((pack) => named(new RegExp(`^${pack}[.-][^/]*\\.js$`)));
    expect(
      files.every((found) => found.length > 0),
      asked.join(),
    ).toBe(true);
    const [worker] = workers.filter((name) => /engine\.worker/.test(name));
    const all = new Set([...withImports(worker as string), ...files.flat().flatMap((name) => [...withImports(`_astro/${name}`)])]);
    expect(weigh(all)).toBeLessThanOrEqual(HELLO * 1024);
  });
  test(`what the worker loads by need ≤ ${PACK} kB a pack with what it shares`, () => {
    // The paste box has a worker of its own, which needs no packs.
    for (const worker of workers.filter((name) => /engine\.worker/.test(name))) {
      const first = withImports(worker);
      const packs = [...first].flatMap((name) => [...read(name).matchAll(/import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map((m) => `_astro/${m[1]}`));
      expect(packs.length, 'packs').toBeGreaterThan(10);
      for (const name of new Set(packs)) {
        const more = [...withImports(name)].filter((part) => !first.has(part));
        expect(weigh(more), name).toBeLessThanOrEqual(PACK * 1024);
      }
    }
  });
});
