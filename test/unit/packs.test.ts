/** A run that loads the engine's packs by need gives the same report as one that has them all. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../src/engine/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const program = (name: string) => readFileSync(path.join(root, 'content/programs', `${name}.py`), 'utf8');

test('the lists of packed texts, operators and constants are up to date', () => {
  for (const tool of ['pack-facts', 'pack-lib', 'pack-ops']) execFileSync(process.execPath, [`src/tools/${tool}.mjs`, '--check'], { cwd: root });
});

describe('loaded by need', () => {
  // A registry of its own for each run: no pack is there at first.
  beforeEach(() => vi.resetModules());
  afterAll(() => {
    vi.resetModules();
  });

  test.each(['eager_hello', 'eager_mlp_training', 'eager_conv_pool', 'compile_home', 'shard_all_reduce'])('%s', async (name) => {
    const { runByNeed } = await import('../../src/engine/packs/index.ts');
    expect(JSON.stringify(await runByNeed(program(name)))).toBe(JSON.stringify(run(program(name))));
  });

  test('the smallest program asks for what is guessed, and no more', async () => {
    const { runByNeed, LOADERS } = await import('../../src/engine/packs/index.ts');
    const { guessPacks } = await import('../../src/engine/packs/guess.ts');
    const { packs } = await import('../../src/engine/python/packs.ts');
    await runByNeed(program('eager_hello'));
    expect(Object.keys(LOADERS).filter((pack) => packs.has(pack))).toEqual(guessPacks(program('eager_hello')));
  });

  test('one operator of one family asks for no other', async () => {
    const { NeedsPack, run: bare } = await import('../../src/engine/core.ts');
    expect(bare('import torch\nx = torch.tensor([1.0, 2.0])\nprint(x * 2 + 1)').stdout).toBe('tensor([3., 5.])\n');
    const missing = (source: string) => {
      try {
        return bare(source).exit;
      } catch (e) {
        return e instanceof NeedsPack ? e.pack : e;
      }
    };
    await import('../../src/engine/packs/language.ts');
    expect(missing('import torch\ntry:\n    torch.linalg.det(torch.ones(2, 2))\nexcept BaseException:\n    pass')).toMatch(/^(base|ops-rest)$/);
    expect(missing('import torch\ntorch.compile(lambda x: x)')).toBe('capture');
  });
});
