/** On shapes alone, what a program says itself has numbers; what random numbers went into has none. */
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { run } from '../../../src/engine/index.ts';
import { firstDifference, type Golden } from '../../golden/compare.ts';

const printed = (source: string): string => {
  const { exit, stdout } = run(`import torch\n${source}`, { device: 'cpu', numbers: false });
  return exit === 'ok' ? String(stdout) : exit;
};

describe('shapes alone', () => {
  it('builds and trains a model as PyTorch does, operator by operator', () => {
    const name = 'eager_known_on_shapes';
    const text = (kind: string) => readFileSync(new URL(`../../golden/cases/${name}.${kind}`, import.meta.url), 'utf8');
    const source = text('py');
    expect(firstDifference(JSON.parse(text('json')) as Golden, run(source, { device: 'cpu', numbers: false, filename: `${name}.py` }))).toBeNull();
  });
  it.each([
    ['h = torch.zeros(3); h[1:] = 5.; print(h)', 'tensor([0., 5., 5.])\n'],
    ['h = torch.zeros(3); h[0] = torch.randn(()); print(h)', 'tensor(..., size=(3,))\n'],
    ['a = torch.zeros(3); v = a[1:]; v += torch.randn(2); print(a)', 'tensor(..., size=(3,))\n'],
    ['a = torch.zeros(2); torch.add(torch.randn(2), 1, out=a); print(a)', 'tensor(..., size=(2,))\n'],
    ['a = [torch.zeros(2), torch.zeros(2)]; torch._foreach_add_(a, [torch.ones(2), torch.randn(2)]); print(a[1])', 'tensor(..., size=(2,))\n'],
    ['print(torch.zeros(3).normal_(), torch.dropout(torch.ones(2), 0.5, True))', 'tensor(..., size=(3,)) tensor(..., size=(2,))\n'],
    ['m = torch.nn.BatchNorm1d(2); m(torch.randn(4, 2)); print(m.running_mean)', 'tensor(..., size=(2,))\n'],
    ['print(torch.ones(3, 1000).sum(), torch.ones(600, 1) @ torch.ones(1, 600))', 'tensor(..., size=()) tensor(..., size=(600, 600))\n'],
    ['d = torch.distributions.Categorical(logits=torch.randn(2, 3)); print(d.log_prob(d.sample()).shape)', 'torch.Size([2])\n'],
    ['a = torch.arange(2000.); b = a * 2; a.add_(1); print(a.sum().item()); b.sum().item()', 'unsupported'],
    ['a = torch.arange(2000.); a[0] = torch.randn(()); a.sum().item()', 'unsupported'],
    ['a = torch.arange(2000.)\nfor _ in range(2000): a = a + 1\na.sum().item()', 'unsupported'],
    ['while True: torch.ones(2000, 2000).sum().item()', 'unsupported'],
    ['g = torch.Generator(); torch.randn(600, generator=g); torch.randn(2, generator=g).sum().item()', 'unsupported'],
    ['g = torch.Generator(); g.set_state(torch.get_rng_state()); torch.randperm(3, generator=g).tolist()', 'unsupported'],
    ['t = torch.arange(1000., device="meta"); t.sum().item()', 'error'],
    ['f = torch.compile(lambda x: x * torch.arange(1000.).sum().item()); print(f(torch.ones(2)).shape)', 'torch.Size([2])\n'],
    ['t = torch.empty(2, 2); torch.nn.init.trunc_normal_(t)', 'unsupported'],
  ])('%s', (source, out) => expect(printed(source)).toBe(out));
});
