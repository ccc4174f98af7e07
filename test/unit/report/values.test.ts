/** The numbers of a step's result: as they are when the operator has ended, however it made them. */
import { expect, test } from 'vitest';
import '../../../src/engine/packs/all.ts';
import { run } from '../../../src/engine/index.ts';

/** Operators with the numbers of their results. */
function shown(source: string): unknown[] {
  const r = run(`import torch\n${source}`, { filename: 'p.py', device: 'cpu' });
  expect(r.error).toBeNull();
  return r.steps.flatMap((s) => (s.out === undefined ? [] : [[s.label, r.values[s.out]?.data ?? r.values[s.out]?.summary?.mean]]));
}

test('an operator in place shows what it has written, and so do views of it', () => {
  expect(shown('x = torch.zeros(2, 2)\nx.add_(1)\ny = x.view(4)\ny[1:].mul_(3)\nx.detach()\nx.t()')).toEqual([
    ['zeros', [0, 0, 0, 0]],
    ['add_', [1, 1, 1, 1]],
    ['view', [1, 1, 1, 1]],
    ['slice', [1, 1, 1]],
    ['mul_', [3, 3, 3]],
    ['detach', [1, 3, 3, 3]],
    ['t', [1, 3, 3, 3]],
  ]);
});

test('so does the summary of a large one, of every element type', () => {
  expect(shown('x = torch.ones(5000)\nx.mul_(2)\nx.to(torch.int64)\nx.to(torch.float8_e4m3fn)\nx > 1')).toEqual([
    ['ones', 1],
    ['mul_', 2],
    ['_to_copy', 2],
    ['_to_copy', 2],
    ['gt', 1],
  ]);
});
