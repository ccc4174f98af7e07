/** torch.func: what it refuses, by name and line, instead of guessing. What it does is in the goldens `eager_vmap_…`. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const refusal = (body: string): unknown => {
  const { exit, error } = run(`import torch\nfrom torch.func import hessian, jvp, vmap\nx = torch.ones(2, 3, 3)\n${body}\n`);
  return [exit, error?.message, error?.line];
};

test('an operator without a batching rule, or without a formula in forward mode', () => {
  expect(refusal('vmap(lambda a: torch.cdist(a, a))(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "aten._cdist_forward.default under vmap",
      4,
    ]
  `);
  expect(refusal('jvp(torch.logit, (x,), (x,))')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "aten.logit.default in forward mode",
      4,
    ]
  `);
  expect(refusal('hessian(lambda a: torch.linalg.inv(a).sum())(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "aten.linalg_inv_ex.default in forward mode",
      4,
    ]
  `);
  expect(refusal('torch.func.linearize(torch.sin, x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "torch.func.linearize",
      4,
    ]
  `);
  expect(refusal('torch.compile(lambda a: jvp(torch.sin, (a,), (a,)))(x)')).toMatchInlineSnapshot(`
    [
      "unsupported",
      "torch._C._forward.enter in a compiled function",
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
