/**
 * Two builds of one tree are the same bytes: what is published can be checked by building it again. The second is made
 * without any cache and under a base path, so what is compared is all but that path (see `sameBut`).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { filesOf, sameBut } from '../support/files.ts';

test('two builds are the same bytes but for the base path', { timeout: 120_000 }, () => {
  const { dir, base } = inject('sub');
  expect(filesOf(dir).length).toBeGreaterThan(1000);
  expect(sameBut(base, inject('dist'), dir)).toEqual([]);
});

const scratch = mkdtempSync(path.join(os.tmpdir(), 'atlas-same-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('a difference of any other kind is seen', () => {
  let n = 0;
  const site = (files: Record<string, string>) => {
    const dir = path.join(scratch, String(n++));
    mkdirSync(path.join(dir, '_astro'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
    return dir;
  };
  const at = (base: string, { time = '', hash = 'AAAAAAAA', script = '1' } = {}) =>
    site({
      'index.html': `<meta content="script-src 'sha256-${base}='"><a href="${base}/x/" data-root="${base}">${time}</a><script src="${base}/_astro/run.${hash}.js">`,
      [`_astro/run.${hash}.js`]: `import("${base}/_astro/x.js");${script}`,
      '_astro/same.BBBBBBBB.js': '2',
    });
  const first = at('');
  expect(sameBut('/b', first, at('/b', { hash: 'CCCCCCCC' }))).toEqual([]);
  expect(sameBut('/b', first, at('/b', { hash: 'CCCCCCCC', time: '12:00' }))).toEqual(['index.html']);
  expect(sameBut('/b', first, at('/b', { hash: 'CCCCCCCC', script: '3' }))).toEqual(['_astro/run.#.js']);
  // A name is made of the content alone: where that is the same, so is the name.
  expect(sameBut('/b', at('', { hash: 'AAAAAAAA' }), at('', { hash: 'CCCCCCCC' }))).toEqual(['_astro/run.#.js']);
  const more = at('/b');
  writeFileSync(path.join(more, 'more.txt'), '');
  expect(sameBut('/b', first, more)).toEqual(['more.txt']);
});
