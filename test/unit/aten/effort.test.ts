/** What operators are charged for: the work, not the size of what comes out. */
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

/** The line on which a budget of elements ends; null: it suffices. */
const endsAt = (source: string, elements: number): number | null =>
  run(`import torch\n${source}`, { numbers: 'always', limits: { elements } }).error?.line ?? null;

describe('effort', () => {
  it.each([
    ['a product by its multiplications', 'a = torch.ones(300, 300)\na @ a\n', 'a = torch.ones(300, 300)\na + a\n', 500_000],
    ['a batch of products', 'a = torch.ones(2, 100, 100)\na @ a\n', 'a = torch.ones(2, 100, 100)\na + a\n', 50_000],
    [
      'a convolution by its windows',
      'x, w = torch.ones(1, 16, 20, 20), torch.ones(16, 16, 3, 3)\ntorch.conv2d(x, w)\n',
      'x, w = torch.ones(1, 16, 20, 20), torch.ones(16, 16, 3, 3)\nx.relu()\n',
      16_000,
    ],
    ['a sum by what it reads', 'x = torch.empty(1).expand(10**9)\nx.sum()\n', 'x = torch.empty(1).expand(10**9)\nx[:5].sum()\n', 1e8],
    [
      'pooling by its window',
      'x = torch.ones(1, 1, 60, 60)\ntorch.nn.functional.max_pool2d(x, 20, 1)\n',
      'x = torch.ones(1, 1, 60, 60)\ntorch.nn.functional.max_pool2d(x, 1, 1)\n',
      50_000,
    ],
    ['an inverse by its cube', 'x = torch.eye(200)\ntorch.linalg.inv(x)\n', 'x = torch.eye(200)\nx.t().contiguous()\n', 200_000],
  ])('%s', (_name, dear, cheap, elements) => {
    expect([endsAt(dear, elements), endsAt(cheap, elements)]).toEqual([3, null]);
  });
  it('views cost nothing', () => {
    expect(endsAt('x = torch.empty(1).expand(10**15)\nx.view(10**5, 10**10)\n', 10)).toBeNull();
  });
});
