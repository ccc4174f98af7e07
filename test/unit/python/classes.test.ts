/** Classes of a run are nobody's subclasses in the next: the native types under them outlive it. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { objectType } from '../../../src/engine/python/types.ts';

const NAMES = 'print([c.__name__ for t in (object, dict, Exception) for c in t.__subclasses__() if c.__name__.startswith("Mine")])\n';

test('a run sees its own classes alone', () => {
  const own = run(`class Mine: pass\nclass MineToo(dict): pass\nclass MineLast(Exception): pass\n${NAMES}`);
  expect(own.stdout).toBe("['Mine', 'MineToo', 'MineLast']\n");
  expect(run(NAMES).stdout).toBe('[]\n');
});

test('they do not add up', () => {
  const source = 'import torch.nn as nn\nclass M(nn.Module): pass\n';
  run(source);
  run(source);
  const before = objectType.subclasses.filter((t) => t.heap).length;
  run(source);
  expect(objectType.subclasses.filter((t) => t.heap)).toHaveLength(before);
});
