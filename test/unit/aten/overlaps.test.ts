/** In-place operators whose targets or operands share places: what is computed agrees (goldens), the rest is refused by line. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const said = (lines: string[]): unknown => {
  const { error } = run(['import torch', 'x = torch.arange(80.)', ...lines].join('\n'), { device: 'cpu' });
  return error && `${error.type}: ${error.message} (line ${error.line})`;
};

test('places written more than once are refused, but for a fill', () => {
  expect(said(['x.unfold(0, 4, 2).add_(1)'])).toMatchInlineSnapshot(`"Unsupported: an in-place operator on memory that overlaps itself (line 3)"`);
  expect(said(['x.as_strided((3, 3), (1, 1)).exp_()'])).toMatchInlineSnapshot(`"Unsupported: an in-place operator on memory that overlaps itself (line 3)"`);
  expect(said(['x.unfold(0, 4, 2).zero_()', 'x[2:4].add_(1)', 'torch.zeros(0, 3).add_(1)', 'x.view(8, 10)[:, ::2].mul_(2)'])).toBeNull();
});

test('an operator that reads what it has written before is refused where rows are long', () => {
  expect(said(['y = x.view(4, 20)', 'y[1:, :19].mul_(y[:-1, :19])'])).toMatchInlineSnapshot(
    `"Unsupported: reading elements that the same in-place operator has written before (line 4)"`,
  );
  expect(said(['y = x.view(8, 10)', 'y[1:, :9].mul_(y[:-1, :9])'])).toBeNull();
});
