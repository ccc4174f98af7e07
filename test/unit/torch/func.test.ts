/** torch.func: what it refuses, by name and line, instead of guessing. What it does is in the goldens `eager_vmap_…`. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const refusal = (body: string): unknown => {
  const { exit, error } = run(`import torch\nfrom torch.func import *\nx = torch.ones(2, 3, 3)\n${body}\n`);
  return [exit, error?.message, error?.line];
};

test('an operator without a batching rule, derivatives in forward mode', () => {
  expect(refusal('vmap(lambda a: a.roll(1))(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "aten.roll.default under vmap",
      4,
    ]
  `);
  expect(refusal('jvp(torch.sin, (x,), (x,))')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "torch.func.jvp (derivatives in forward mode; torch.autograd.functional.jvp takes two backward passes instead)",
      4,
    ]
  `);
  expect(refusal('hessian(lambda a: a.sum())(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "torch.func.hessian (derivatives in forward mode; jacrev(jacrev(f)) gives the same matrix)",
      4,
    ]
  `);
  expect(refusal('jacfwd(torch.sin)(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "torch.func.jacfwd (derivatives in forward mode; jacrev gives the same matrix)",
      4,
    ]
  `);
  expect(refusal('vmap(torch.nn.functional.dropout, randomness="same")(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "aten.bernoulli_.float with the same numbers for a batched tensor under vmap",
      4,
    ]
  `);
  expect(refusal('torch.compile(lambda a: vmap(torch.nn.functional.dropout, randomness="different")(a))(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "random numbers of every example of torch.vmap in a compiled function",
      4,
    ]
  `);
});
