import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import oneSheet from '../../../src/integrations/one-sheet.mjs';

const root = mkdtempSync(path.join(os.tmpdir(), 'atlas-sheets-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('sheets of a page become one, in order; those of a medium stay, those of a script stay where it runs at once', async () => {
  const files: Record<string, string> = {
    '_astro/a.css': 'a{}',
    '_astro/b.css': 'b{}',
    '_astro/lab.css': '.lab{}',
    '_astro/print.css': 'p{}',
    '_astro/run.js': 'const deps=["_astro/lab.css"]',
    'one/index.html':
      '<link rel="stylesheet" href="/x/_astro/print.css" media="print"><link rel="stylesheet" href="/x/_astro/lab.css"><link rel="stylesheet" href="/x/_astro/b.css"><link rel="stylesheet" href="/x/_astro/a.css">',
    'two/index.html': '<link rel="stylesheet" href="/x/_astro/b.css"><link rel="stylesheet" href="/x/_astro/a.css">',
    'lab/index.html': '<link rel="stylesheet" href="/x/_astro/a.css"><link rel="stylesheet" href="/x/_astro/lab.css"><div class="labhost q"></div>',
    'bare/index.html': '<p>',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const { hooks } = oneSheet();
  hooks['astro:config:done']({ config: { base: '/x' } });
  await hooks['astro:build:done']({ dir: pathToFileURL(`${root}/`) });

  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const sheets = (name: string) => [...read(name).matchAll(/<link rel="stylesheet" href="\/x\/([^"]+)">/g)].map(([, href = '']) => href);
  expect(sheets('one/index.html')).toHaveLength(1);
  expect(sheets('one/index.html')).toEqual(sheets('two/index.html'));
  expect(read(sheets('one/index.html')[0] ?? '')).toBe('b{}\na{}');
  expect(read('one/index.html')).toContain('href="/x/_astro/print.css" media="print"');
  const [own, late] = sheets('lab/index.html');
  expect([read(own ?? ''), late]).toEqual(['a{}', '_astro/lab.css']);
  expect(read('bare/index.html')).toBe('<p>');
  expect(readdirSync(path.join(root, '_astro')).filter((name) => /^[ab]\.css$/.test(name))).toEqual([]);
});
