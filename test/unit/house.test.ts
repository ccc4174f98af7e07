/** House rules of the code that no linter has: headers, logical properties, nothing left to chance in the engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const files = (dir: string, ends: RegExp) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => `${dir}/${name.replaceAll('\\', '/')}`)
    .filter((name) => ends.test(name) && !/\.generated\.|\.d\.ts$/.test(name));

const read = (name: string) => readFileSync(name, 'utf8');
const code = files('src', /\.(ts|tsx|mjs|astro)$/);

test('a file of more than 80 lines opens with what it does', () => {
  const bare = code.filter((name) => {
    const text = read(name);
    if (text.split('\n').length <= 80) return false;
    const start = name.endsWith('.astro') ? text.replace(/^---\s*/, '') : text;
    return !/^(\/\/ @ts-check\s*)?(\/\*\*?|\/\/)/.test(start.trimStart());
  });
  expect(bare).toEqual([]);
});

test('no file is larger than 1000 lines without a reason in its header', () => {
  const large = code.filter((name) => read(name).split('\n').length > 1000 && !/One table|one table|a table|table of/i.test(read(name).slice(0, 1200)));
  expect(large).toEqual([]);
});

test('the engine leaves nothing to chance or to the clock', () => {
  const guilty = files('src/engine', /\.ts$/).filter((name) => {
    const text = read(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /\bMath\.random\b|\bDate\.now\b|\bnew Date\b|\bperformance\.now\b|\bcrypto\.getRandom/.test(text);
  });
  expect(guilty).toEqual([]);
});

test('no test reads a clock: what it says must not hang on the machine', () => {
  const tests = files('test', /\.test\.tsx?$/).filter((name) => !name.endsWith('house.test.ts'));
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.filter((name) => /\b(?:performance|Date)\.now\(|\bcpuUsage\(|\bhrtime\b/.test(read(name)))).toEqual([]);
});

describe('styles are safe from right to left', () => {
  const physical =
    /(?:^|[;{\s])((?:margin|padding|border)-(?:left|right)(?:-\w+)?|(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|text-align:\s*(?:left|right)|float:\s*(?:left|right))\s*[:;]/;
  const sources = [...files('src', /\.css$/), ...files('src/components', /\.astro$/)];
  test.each(sources)('%s', (name) => {
    const wrong = read(name)
      .split('\n')
      .filter((line) => physical.test(line.replace(/\/\*.*?\*\//g, '')) && !/\/\* physical:/.test(line));
    expect(wrong).toEqual([]);
  });
});

test('no text names the place it was made in', () => {
  const place = new RegExp(['/wo' + 'rk/', 'age' + 'nt session'].join('|'));
  const all = [...code, ...files('content', /\.(mdx|json|py)$/), ...files('test', /\.(ts|tsx|mjs|py|json)$/)];
  expect(all.filter((name) => place.test(read(name)))).toEqual([]);
});
