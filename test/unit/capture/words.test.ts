/** A message that tracing raises is PyTorch's in its first line only: the marks say so wherever the run shows more of it. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { reasonIn } from '../../../src/lab/model/words.ts';
import '../../../src/lab/whole.ts';

const PROGRAM = `import torch

@torch.compile
def g(a, b):
    return a @ b

x = torch.ones(2, 3)
`;

const marksOf = (rest: string) => run(PROGRAM + rest, { device: 'cpu' }).marks;
const caught = (show: string): string => `try:\n    g(x, x)\nexcept Exception as e:\n    print(${show})\n`;

test('uncaught: the error is not exact, what was printed is', () => {
  const { error, stdout } = marksOf("print('before')\ng(x, x)\n");
  expect([error?.mark, stdout?.mark]).toEqual(['modelled', 'exact']);
  expect(reasonIn('he', error?.reason ?? '')).toMatch(/[א-ת]/);
});

test.each(['e', 'repr(e)', 'str(e)[:80]'])('caught and printed as %s: the output is not exact', (show) => {
  const { error, stdout } = marksOf(caught(show));
  expect([error?.mark, stdout?.mark]).toEqual(['exact', 'modelled']);
});

test.each(['type(e).__name__', "str(e).split('\\n')[0]"])('caught and printed as %s: the output is exact', (show) => {
  expect(marksOf(caught(show)).stdout?.mark).toBe('exact');
});

test('an IndexError of an operator goes through with the place in the program behind it', () => {
  expect(marksOf('torch.compile(lambda a: a[7])(x)\n').error?.mark).toBe('modelled');
  expect(marksOf('x[7]\n').error?.mark).toBe('exact');
});
