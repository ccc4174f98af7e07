/** A partition covers each operator's step at most once, before and after "what if it had a kernel". */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fallbackOps, partitionView, whatIf } from '../../../src/lab/model/partitions.ts';
import { indexRun } from '../../../src/lab/model/run.ts';
import { report } from './arbitraries.ts';

const covered = (rows: { first: number; last: number }[]): number[] => rows.flatMap((r) => Array.from({ length: r.last - r.first + 1 }, (_, k) => r.first + k));

test('what if: each operator that does work is on exactly one side, as before', () => {
  fc.assert(
    fc.property(report, (r) => {
      const model = indexRun(r, '');
      const before = covered(partitionView(model).rows);
      const guess = whatIf(model, new Set(fallbackOps(model.ranks[0]!)));
      const working = (steps: number[]) => steps.filter((i) => r.steps[i]!.op === null || r.ops[r.steps[i]!.op!]!.where !== 'view');
      expect(working(covered(guess.view.rows))).toEqual(working(before));
      expect(new Set(before).size).toBe(before.length);
    }),
  );
});

test('what if: neighbours are of different sides, and no operator is lost', () => {
  fc.assert(
    fc.property(report, (r) => {
      const model = indexRun(r, '');
      const now = partitionView(model);
      const guess = whatIf(model, new Set(fallbackOps(model.ranks[0]!)));
      guess.view.rows.forEach((row, i, rows) => i > 0 && expect(row.side).not.toBe(rows[i - 1]!.side));
      const ops = (rows: { ops: number }[]) => rows.reduce((a, b) => a + b.ops, 0);
      expect(ops(guess.view.rows)).toBe(ops(now.rows));
      expect(guess.view.bytes).toBeLessThanOrEqual(now.bytes);
      expect(guess.view.fallbackSteps).toBe(0);
    }),
  );
});

test('what if nothing: nothing changes', () => {
  fc.assert(
    fc.property(report, (r) => {
      const model = indexRun(r, '');
      expect(whatIf(model, new Set()).view).toEqual(partitionView(model));
    }),
  );
});
