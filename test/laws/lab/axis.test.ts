/** The time axis: later is further right, pixels lead back to the time, a tear has one width. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitScale, makeAxis, TEAR, toPx, toTime, union, widthOf } from '../../../src/lab/model/axis.ts';

const span = fc
  .tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0.001, max: 1e6, noNaN: true }))
  .map(([start, d]) => ({ start, end: start + d }));
const axis = fc.tuple(fc.double({ min: 1, max: 3e6, noNaN: true }), fc.array(span, { maxLength: 6 })).map(([end, spans]) => makeAxis(end, spans));
const scale = fc.double({ min: 0.001, max: 20, noNaN: true });

test('later is further right', () => {
  fc.assert(
    fc.property(axis, scale, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, s, p, q) => {
      const [t0, t1] = [Math.min(p, q) * a.end, Math.max(p, q) * a.end];
      expect(toPx(a, s, t0)).toBeLessThanOrEqual(toPx(a, s, t1) + 1e-6);
    }),
  );
});

test('a pixel leads back to its time', () => {
  fc.assert(
    fc.property(axis, scale, fc.double({ min: 0, max: 1, noNaN: true }), (a, s, p) => {
      const t = p * a.end;
      const px = toPx(a, s, t);
      expect(Math.abs(toPx(a, s, toTime(a, s, px)) - px)).toBeLessThan(1e-3);
    }),
  );
});

test('a tear is one width, wherever it lies', () => {
  fc.assert(
    fc.property(axis, scale, (a, s) => {
      for (const t of a.tears) expect(toPx(a, s, t.end) - toPx(a, s, t.start)).toBeCloseTo(TEAR, 3);
    }),
  );
});

test('spans made one do not touch, and the run fits its width', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
      union(spans).forEach((u, i, all) => i > 0 && expect(u.start).toBeGreaterThan(all[i - 1]!.end));
    }),
  );
  fc.assert(
    fc.property(axis, fc.integer({ min: 900, max: 2000 }), (a, width) => {
      fc.pre(a.tears.length * TEAR < width * 0.5 && a.drawn > 0);
      expect(widthOf(a, fitScale(a, width))).toBeLessThanOrEqual(width + 1e-6);
    }),
  );
});
