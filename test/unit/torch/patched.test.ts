import { describe, expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

describe('what a program sets on torch.Tensor', () => {
  it('is gone in the next run', async () => {
    const first = await run('import torch\ntorch.Tensor.__add__ = lambda a, b: "mine"\ntorch.Tensor.twice = 1\nprint(torch.ones(1) + 1)', { device: 'cpu' });
    expect(first.stdout).toBe('mine\n');
    const second = await run('import torch\nprint(torch.ones(1) + 1, hasattr(torch.Tensor, "twice"))', { device: 'cpu' });
    expect(second.stdout).toBe('tensor([2.]) False\n');
  });

  it('is refused where ranks share the class', async () => {
    const report = await run('import torch\ntorch.Tensor.twice = 1', { device: 'cpu', worldSize: 2 });
    expect(report.error?.message).toContain('assigning to torch.Tensor in a program of several ranks');
    expect(report.error?.line).toBe(2);
  });
});
