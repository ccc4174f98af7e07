/**
 * The engine against real PyTorch: every committed golden, every comparable field.
 *
 * A program on the pending list must still differ: the list is a true account of what the engine cannot do yet.
 */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineRunner } from './engine-runner.ts';
import { readPending } from './pending.ts';
import { goldenPrograms, root } from './sets.ts';

const programs = goldenPrograms();
const pending = readPending();
const runner = new EngineRunner();
afterAll(() => runner.close());

describe('engine and PyTorch 2.13.0 agree', () => {
  for (const program of programs.filter(({ needsDevice }) => !needsDevice)) {
    it(program.name, { timeout: 300_000 }, async () => {
      expect(existsSync(program.golden), 'no golden: npm run golden').toBe(true);
      const difference = await runner.compare(program);
      if (pending.has(program.name)) expect(difference, 'agrees now: npm run golden:status -- --shrink').not.toBeNull();
      else expect(difference).toBeNull();
    });
  }
});

it('the pending list names known programs', () => {
  const known = new Set(programs.map(({ name }) => name));
  expect([...pending].filter((name) => !known.has(name))).toEqual([]);
});

it('the index of content/programs names each program once', () => {
  const folder = path.join(root, 'content/programs');
  const index = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as { name: string }[];
  const here = programs.filter(({ program }) => program.startsWith(folder)).map(({ name }) => name);
  expect(index.map(({ name }) => name).sort()).toEqual(here.sort());
});
