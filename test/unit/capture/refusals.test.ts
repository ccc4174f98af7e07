/** torch.compile: what it refuses, by name and line, instead of guessing. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

test('a distributed tensor as an input', () => {
  const { exit, error } = run(`# world-size: 2
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import distribute_tensor, Shard

mesh = init_device_mesh("cpu", (2,))

@torch.compile(backend="aot_eager")
def f(x):
    return x * 2

f(distribute_tensor(torch.ones(4), mesh, [Shard(0)]))
`);
  expect([exit, error?.message, error?.line]).toMatchInlineSnapshot(`
    [
      "unsupported",
      "a distributed tensor in a compiled function",
      10,
    ]
  `);
});
