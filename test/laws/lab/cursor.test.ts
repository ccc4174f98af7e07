/** Stepping: forward and back is the same place, and any jump shows what walking there would have shown. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { move } from '../../../src/lab/model/cursor.ts';
import { applyVars, indexRun, type Vars, varsAt } from '../../../src/lab/model/run.ts';
import { report } from './arbitraries.ts';

test('step forward, then back, is where we were', () => {
  fc.assert(
    fc.property(report, fc.nat(), (r, n) => {
      const model = indexRun(r, '');
      const rank = model.ranks[0]!;
      const c = n % model.length;
      const on = move(model, rank, c, { to: 'next' });
      fc.pre(on !== c);
      const back = move(model, rank, on, { to: 'back' });
      expect(back).toBe(c);
      expect(varsAt(rank, back)).toEqual(varsAt(rank, c));
    }),
  );
});

test('a jump shows the variables that a walk from the start shows', () => {
  fc.assert(
    fc.property(report, fc.nat(), (r, n) => {
      const rank = indexRun(r, '').ranks[0]!;
      const i = n % rank.steps.length;
      let walked: Vars = {};
      for (const s of rank.steps.slice(0, i + 1)) walked = applyVars(walked, s.vars);
      expect(varsAt(rank, i)).toEqual(walked);
    }),
  );
});

test('no move leaves the run', () => {
  const moves = fc.oneof(
    fc.constantFrom<'first' | 'last' | 'next' | 'back' | 'break' | 'wait'>('first', 'last', 'next', 'back', 'break', 'wait').map((to) => ({ to })),
    fc.integer().map((step) => ({ to: 'step' as const, step })),
    fc.integer({ min: -3, max: 20 }).map((line) => ({ to: 'line' as const, line })),
  );
  fc.assert(
    fc.property(report, fc.array(moves, { maxLength: 20 }), (r, walk) => {
      const model = indexRun(r, '');
      let c = 0;
      for (const m of walk) {
        c = move(model, model.ranks[0]!, c, m);
        expect(Number.isInteger(c) && c >= 0 && c < model.length).toBe(true);
      }
    }),
  );
});
