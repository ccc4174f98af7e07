/** A report in pieces is, put together again, the same report to the letter, and no message of it is large. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import type { RunReport } from '../../../src/engine/report/types.ts';
import { inPieces, putPiece, WEIGHT } from '../../../src/lab/worker/pieces.ts';

/** What the page makes of the messages: each is a copy. */
function sent(report: RunReport, most?: number): { whole: RunReport; sizes: number[] } {
  const { head, pieces } = inPieces(report, most);
  const whole = structuredClone(head);
  const copies = structuredClone(pieces);
  const size = (v: unknown): number => (typeof v === 'object' && v !== null ? 1 + Object.values(v).reduce((a: number, b) => a + size(b), 0) : 1);
  const sizes = [head, ...pieces.map((p) => p.rows ?? p.entries?.map(([, v]) => v))].map(size);
  for (const piece of copies) putPiece(whole, piece);
  return { whole, sizes };
}

test('any JSON comes through as it was, in the same order, and is not changed itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 2, max: 12 }), (value, most) => {
      const report = { schema: 1, value } as unknown as RunReport;
      const text = JSON.stringify(report);
      expect(JSON.stringify(sent(report, most).whole)).toBe(text);
      expect(JSON.stringify(report)).toBe(text);
    }),
  );
  // A variable of the program may have this name.
  const own = JSON.parse('{"values":{"__proto__":{"a":1},"b":[1,2,3,4,5]}}') as RunReport;
  expect(JSON.stringify(sent(own, 3).whole)).toBe(JSON.stringify(own));
});

test('a short report is one message; of a long one none is large', () => {
  const short = run('import torch\nprint(torch.ones(2) + 1)\n');
  expect(inPieces(short)).toEqual({ head: short, pieces: [] });
  expect(inPieces(short).head).toBe(short);
  const long = run('import torch\nx = torch.ones(2)\nfor i in range(4000):\n    x = x + 1\n    print(i)\n');
  const { whole, sizes } = sent(long);
  expect(JSON.stringify(whole)).toBe(JSON.stringify(long));
  expect(sizes.length).toBeGreaterThan(4);
  // What is cut leaves its empty place behind.
  expect(Math.max(...sizes)).toBeLessThan(WEIGHT * 1.2);
  // Ranks hold their own rows.
  const ranks = run('# world-size: 2\nimport torch\nx = torch.ones(2)\nfor i in range(2000):\n    x = x + 1\n', { worldSize: 2 });
  const apart = sent(ranks);
  expect(JSON.stringify(apart.whole)).toBe(JSON.stringify(ranks));
  expect(Math.max(...apart.sizes)).toBeLessThan(WEIGHT * 1.2);
});
