/** What the output pane shows: the program's own output, each text with its line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { outputRows, printedBy } from '../../../src/lab/model/output.ts';

const rowsOf = (source: string) => {
  const { stdout, steps } = run(source, { filename: 'program.py' });
  const text = String(stdout); // one rank: one text
  return { stdout: text, rows: outputRows({ stdout: text, steps }) };
};

test('each text stands by its line', () => {
  const { rows } = rowsOf('print(1)\nfor k in range(2):\n    print("a", k)\nprint("b\\nc", end="")\n');
  expect(rows.map((r) => [r.line, r.text])).toEqual([
    [1, '1\n'],
    [3, 'a 0\n'],
    [3, 'a 1\n'],
    [4, 'b\nc'],
  ]);
});

test('the rows joined are the output, long texts too', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'ab', '\n', '='), fc.integer({ min: 0, max: 900 })), { maxLength: 6 }), (texts) => {
      const { stdout, rows } = rowsOf(texts.map(([s, n]) => `print(${JSON.stringify(s)} * ${n})\n`).join(''));
      expect(rows.map((r) => r.text).join('')).toBe(stdout);
      expect(rows.map((r) => r.line)).toEqual(texts.map((_, k) => k + 1));
    }),
    { numRuns: 40 },
  );
});

test('printed so far', () => {
  const { rows } = rowsOf('print(1)\nx = 2\nprint(x)\n');
  expect([-1, rows[0]!.step, rows[1]!.step - 1, rows[1]!.step].map((at) => printedBy(rows, at))).toEqual([0, 1, 1, 2]);
});
