/** What living tensors hold together is counted, and what was let go is not. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const LIMITS = { held: 1_000_000 };
const ended = (source: string, numbers: true | 'always' = 'always') => {
  const { exit, error, shapesAlone } = run(source, { numbers, limits: LIMITS });
  return { exit, line: error?.line, message: error?.message, shapesAlone };
};

test.each([
  ['kept in a list', 'import torch\nkept = []\nwhile True:\n    kept.append(torch.ones(10000))\n', 4],
  ['kept in an object', 'import torch\nclass A: pass\na = A()\nfor i in range(100):\n    setattr(a, f"x{i}", torch.ones(10000))\n', 5],
  ['kept for the backward pass', 'import torch\nw = torch.ones(10000, requires_grad=True)\ns = 0\nfor i in range(100):\n    s = s + w.exp().sum()\n', 5],
  ['kept by a function that runs', 'import torch\ndef f(n):\n    x = torch.ones(10000)\n    return f(n - 1) + x.sum()\nf(100)\n', 3],
])('%s', (_kind, source, line) => {
  expect(ended(source)).toMatchObject({ exit: 'limit', line, message: expect.stringMatching(/^limit reached: 1,000,000 bytes of living tensors \(/) });
});

test('what is let go counts no more', () => {
  expect(ended('import torch\nx = torch.ones(10000)\nfor i in range(300):\n    x = x + 1\n').exit).toBe('ok');
});

test('unless numbers were insisted on, the run goes on with shapes alone', () => {
  const r = ended('import torch\nkept = [torch.ones(10000) for i in range(40)]\n', true);
  expect(r).toMatchObject({ exit: 'ok', shapesAlone: { line: 2, limit: 'bytes of living tensors', count: 1_000_000 } });
});
