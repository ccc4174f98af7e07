import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partition } from '../../../src/engine/neuron/partition.ts';
import type { Step, Where } from '../../../src/engine/report/types.ts';

const wheres: Where[] = ['cpu', 'neuron', 'view', 'fallback', 'graph'];
const anyStep = fc.oneof(
  fc.constantFrom(...wheres).map((where) => ({ kind: 'op' as const, where })),
  fc.constantFrom('sync' as const, 'output' as const, 'graph' as const).map((kind) => ({ kind, where: null })),
);
const toStep = ({ kind }: { kind: Step['kind'] }, i: number): Step => ({ kind, line: (i % 7) + 1, rank: 0, op: kind === 'op' ? i : null, label: '' });

it('covers each operator that does work once, in order, and neighbours differ in side', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (drawn) => {
      const steps = drawn.map(toStep);
      const rows = partition(steps, (s) => drawn[steps.indexOf(s)]?.where ?? null);
      const covered = steps.map((_, i) => rows.filter((r) => r.first <= i && i <= r.last).length);
      for (const [i, step] of steps.entries()) {
        if (step.kind === 'op' && drawn[i]?.where !== 'view') expect(covered[i]).toBe(1);
        else expect(covered[i]).toBeLessThanOrEqual(1);
      }
      expect(rows.reduce((n, r) => n + r.ops, 0)).toBe(drawn.filter((s) => s.kind === 'op' && s.where !== 'view').length);
      for (let i = 1; i < rows.length; i++) expect(rows[i]?.side).not.toBe(rows[i - 1]?.side);
    }),
  );
});
