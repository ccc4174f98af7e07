/** The flags of the house's commands: help is the command's own comment, and what is not known is refused. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFlags } from '../../src/tools/flags.ts';

const kinds = { n: 'count', kind: ['lang', 'eager'], all: 'switch' } as const;
const read = (...args: string[]) => readFlags(args, kinds, false);

test('a flag has the value of its kind', () => {
  expect(read('--n', '40', '--kind=eager', '--all').flags).toEqual({ n: 40, kind: 'eager', all: true });
  expect(read().flags).toEqual({});
  expect(readFlags(['one', '--all', 'two'], kinds, true)).toEqual({ flags: { all: true }, names: ['one', 'two'] });
});

test.each([
  [['--nn', '40'], /--nn/],
  [['--n'], /--n/],
  [['--n', 'many'], '--n takes a whole number from 1, not many'],
  [['--n', '0'], 'not 0'],
  [['--kind', 'shard'], '--kind takes lang or eager, not shard'],
  [['--all=yes'], /--all/],
  [['stray'], /stray/],
])('%j is refused', (args, why) => {
  expect(() => read(...args)).toThrow(why);
});

const fuzz = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', path.resolve('test/golden/fuzz/fuzz.ts'), ...args], { encoding: 'utf8' });

test('a command prints what its file says of it, or says what was wrong', () => {
  const help = fuzz('--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toMatch(/^`npm run fuzz /);
  expect(help.stdout).not.toMatch(/^ ?\*/m);
  const wrong = fuzz('--knd', 'lang');
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/--knd[\s\S]*--help/);
});
