/** The packed library is up to date, parses, and every module of it imports. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIB_MODULES } from '../../../src/engine/torch/install.ts';
import { makeRun } from './support.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('the Python half of torch', () => {
  it('is packed as it stands in src/engine/torch/lib', () => {
    expect(() => execFileSync('node', ['src/tools/pack-lib.mjs', '--check'], { cwd: root })).not.toThrow();
  });

  const engine = makeRun();
  for (const name of LIB_MODULES.keys()) {
    it(`import ${name}`, () => {
      const { error } = engine.run('', `import ${name}`, true);
      // Without ranks the distributed modules refuse; they are covered by the programs on several ranks.
      if (!name.startsWith('torch.distributed')) expect(error).toBeNull();
    });
  }
});
