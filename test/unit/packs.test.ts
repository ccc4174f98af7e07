/** A run that loads the engine's packs by need gives the same report as one that has them all. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/engine/index.ts';
import { guessPacks } from '../../src/engine/packs/guess.ts';
import type { Asked, ByNeed, Core } from '../support/fresh-engine.ts';

const root = path.resolve(import.meta.dirname, '../..');
const program = (name: string) => readFileSync(path.join(root, 'content/programs', `${name}.py`), 'utf8');

test('the lists of packed texts, operators and constants are up to date', () => {
  for (const tool of ['pack-facts', 'pack-lib', 'pack-ops']) execFileSync(process.execPath, [`src/tools/${tool}.mjs`, '--check'], { cwd: root });
});

describe('loaded by need', () => {
  const fresh = <Answer>(workerData: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      new Worker(path.join(root, 'test/support/fresh-engine.ts'), { workerData }).once('message', resolve).once('error', reject);
    });

  test.each(['eager_hello', 'eager_mlp_training', 'eager_conv_pool', 'compile_home', 'shard_all_reduce'])('%s', async (name) => {
    const { report } = await fresh<ByNeed>({ byNeed: program(name) });
    expect(report).toBe(JSON.stringify(run(program(name))));
  });

  test('the smallest program asks for what is guessed, and no more', async () => {
    const { loaded } = await fresh<ByNeed>({ byNeed: program('eager_hello') });
    expect(loaded).toEqual(guessPacks(program('eager_hello')));
  });

  test('one operator of one family asks for no other', async () => {
    const { stdout, ends } = await fresh<Core>({
      core: 'import torch\nx = torch.tensor([1.0, 2.0])\nprint(x * 2 + 1)',
      others: ['import torch\ntry:\n    torch.linalg.det(torch.ones(2, 2))\nexcept BaseException:\n    pass', 'import torch\ntorch.compile(lambda x: x)'],
    });
    expect(stdout).toBe('tensor([3., 5.])\n');
    expect(ends[0]).toMatch(/^ops-(base|rest)$/);
    expect(ends[1]).toBe('capture');
  });
});
