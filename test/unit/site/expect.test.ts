/** Declarations of a page against its run: both directions, and an error text that says what to write. */
import { expect, test } from 'vitest';
import { check, parseExpect, reconcile } from '../../../src/components/run/expect.ts';
import type { RunReport } from '../../../src/engine/report/types.ts';

const frame = {
  name: 'f',
  line: 1,
  compiles: [2, 0],
  graphs: [{ ops: [] }, { ops: [] }],
  breaks: [{ line: 3, id: 'GB0170' }],
  skipped: false,
  recompiles: [],
};
const report = {
  exit: 'ok',
  error: null,
  frames: [frame],
  fallbacks: [],
  syncs: [{ line: 3, cause: 'bool' }],
  collectives: { all_reduce: 1 },
  crossings: [],
} as unknown as RunReport;

test('what holds is silent', () => {
  expect(reconcile('graphs=2 breaks=GB0170 waits=1 compiles=2,0 collectives=all_reduce:1', report)).toEqual([]);
});

test('a break that was not declared fails, and so does one that is gone', () => {
  expect(reconcile('graphs=2', report)).toEqual(['breaks: the page declares none, the run shows GB0170']);
  expect(reconcile('breaks=GB0170,GB0124', report)).toEqual(['breaks: the page declares GB0170,GB0124, the run shows GB0170']);
});

test('a failure that was not declared fails', () => {
  expect(reconcile('breaks=GB0170', { ...report, exit: 'limit' })).toEqual(['exit: the page declares ok, the run shows limit']);
});

test('the error prints the declaration as it is now', () => {
  expect(() => check('p', 'graphs=1', report)).toThrowErrorMatchingInlineSnapshot(`
    [Error: content/programs/p.py does not do what its page declares:
      breaks: the page declares none, the run shows GB0170
      graphs: the page declares 1, the run shows 2
      as it is now: expect="breaks=GB0170 fallbacks=0 exit=ok graphs=2"]
  `);
});

test('an unknown field is refused with the list of known ones', () => {
  expect(() => parseExpect('grahps=2')).toThrow(/"grahps=2" is not one of exit, graphs/);
});
