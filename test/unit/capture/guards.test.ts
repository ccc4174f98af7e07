/** Guards of compiled functions, in PyTorch's words and order (the same programs are goldens under test/golden/capture). */
import { expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const frames = (source: string) => run(source, { device: 'cpu', filename: 'p.py' }).frames;

it('the entry used last is asked first', () => {
  const [frame] = frames(`
import torch

@torch.compile(dynamic=False)
def f(x):
    return x + 1

for n in (2, 3, 2, 5):
    f(torch.ones(n))
`);
  expect(frame?.recompiles.map((r) => r.guard)).toMatchInlineSnapshot(`
    [
      "tensor 'x' size mismatch at index 0. expected 2, actual 3",
      "tensor 'x' size mismatch at index 0. expected 2, actual 5",
    ]
  `);
});

it('a branch on a size bounds the symbol', () => {
  const [frame] = frames(`
import torch

@torch.compile
def f(x):
    if x.shape[0] > 4:
        return x + 1
    return x - 1

for n in (2, 3, 4, 5):
    f(torch.ones(n))
`);
  expect(frame?.compiles).toEqual([1, 1, 0, 1]);
  expect(frame?.recompiles.map((r) => r.guard)).toMatchInlineSnapshot(`
    [
      "tensor 'x' size mismatch at index 0. expected 2, actual 3",
      "2 <= x.size()[0] <= 4",
    ]
  `);
});

it('a symbolic graph is refused by the device', () => {
  const report = run(
    `
import torch

@torch.compile
def f(x):
    return x * 2

for n in (2, 3):
    f(torch.ones(n, device=torch.accelerator.current_accelerator()))
`,
    { device: 'neuron', filename: 'p.py' },
  );
  expect(report.error?.message.split('\n')[1]).toContain('Dynamic shapes detected');
  expect(report.error?.line).toBe(9);
});

it('what has no row is refused by name and line', () => {
  const report = run(
    `
import random
import torch

@torch.compile(dynamic=False)
def f(x):
    return x * random.randint(1, 3)

f(torch.ones(2))
`,
    { device: 'cpu', filename: 'p.py' },
  );
  expect(report.exit).toBe('unsupported');
  expect(report.error?.line).toBe(7);
});
