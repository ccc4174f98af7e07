/** The command line as others call it: exit status, one JSON object a line on standard output, everything else apart. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'atlas-cli-'));
  writeFileSync(path.join(dir, 'plain.py'), 'print(1)\n');
  writeFileSync(path.join(dir, 'long.py'), 'for i in range(5000):\n    print("x" * 60)\n');
  writeFileSync(path.join(dir, 'big.py'), 'import torch\nlayer = torch.nn.Linear(8192, 4097)\nprint(layer.weight.sum().item())\n');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function lab(...args: string[]): { status: number | null; lines: string[]; said: string } {
  const r = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/lab.ts', ...args], { cwd: root, encoding: 'utf8' });
  return { status: r.status, lines: r.stdout.split('\n').filter(Boolean), said: r.stderr };
}

test('several programs give a line each, and the highest status', () => {
  const { status, lines, said } = lab('run', path.join(dir, 'plain.py'), path.join(dir, 'big.py'), '--json', '--device', 'cpu');
  const [plain, big] = lines.map((l) => JSON.parse(l));
  expect([plain.exit, plain.stdout, plain.shapesAlone]).toEqual(['ok', '1\n', null]);
  expect([status, big.exit, big.error.line, big.shapesAlone.line]).toEqual([3, 'unsupported', 3, 2]);
  expect(said).toMatch(/big\.py: Shapes alone: with numbers the run passed 33,554,432 elements of parameters, on line 2.*--numbers/);
}, 120_000);

test('wrong use is said on standard error alone', () => {
  const { status, lines, said } = lab('run', path.join(dir, 'plain.py'), '--numbers', '--no-numbers');
  expect([status, lines]).toEqual([2, []]);
  expect(said).toMatch(/exclude each other[\s\S]*Usage:/);
}, 120_000);

test('the usage can be asked for, a program can come by a pipe, and a path may start where npm was called', () => {
  const call = (args: string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/lab.ts', ...args], { cwd: root, encoding: 'utf8', ...options });
  const help = call(['--help']);
  expect([help.status, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toMatch(/^Usage:[\s\S]*--world-size/);
  const piped = call(['run', '-', '--json'], { input: 'x = 1\nprint(y)\n' });
  expect([piped.status, JSON.parse(piped.stdout).error.line]).toEqual([0, 2]);
  const line = '"$0" --disable-warning=ExperimentalWarning src/cli/lab.ts run "$1" | head -c 9';
  const cut = spawnSync('sh', ['-c', line, process.execPath, path.join(dir, 'long.py')], { cwd: root, encoding: 'utf8' });
  expect([cut.stdout, cut.stderr]).toEqual(['{"schema"', '']);
  const near = call(['run', 'plain.py', 'nowhere.py'], { env: { ...process.env, INIT_CWD: dir } });
  expect([near.status, JSON.parse(near.stdout).stdout, near.stderr]).toEqual([2, '1\n', 'cannot read nowhere.py: there is no such file\n']);
}, 120_000);

test.skipIf(process.platform === 'win32')('an installation before the command says nothing on standard output, which is the command’s own', () => {
  const away = path.join(dir, 'fresh');
  const bin = path.join(dir, 'bin');
  for (const folder of [path.join(away, 'src/tools'), path.join(away, 'node_modules'), bin]) mkdirSync(folder, { recursive: true });
  for (const file of ['src/tools/bootstrap.mjs', 'package.json', 'package-lock.json']) copyFileSync(path.join(root, file), path.join(away, file));
  writeFileSync(path.join(bin, 'npm'), '#!/bin/sh\necho added 500 packages\n', { mode: 0o755 });
  const env = { ...process.env, PATH: [bin, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter) };
  const r = spawnSync(process.execPath, ['src/tools/bootstrap.mjs'], { cwd: away, encoding: 'utf8', env });
  expect([r.status, r.stdout]).toEqual([0, '']);
  expect(r.stderr).toMatch(/installing packages[\s\S]*added 500 packages/);
});
