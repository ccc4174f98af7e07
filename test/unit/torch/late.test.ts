/** The functions of torch in the pack `torch-more`: their names stand in the core too, or nobody would find them. */
import { expect, test } from 'vitest';
import { functionNamed } from '../../../src/engine/torch/functions.ts';
import { NAMES } from '../../../src/engine/torch/late_functions.ts';

test('each is found by its name', () => {
  for (const [name, f] of NAMES) expect(functionNamed(name), name).toBe(f);
});
