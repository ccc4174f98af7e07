/** Keys of questions: expressions over a report. */
import { expect, test } from 'vitest';
import { keyOf } from '../../../src/components/run/key.ts';

const report = {
  stdout: 'tensor(3)\n',
  ops: [
    { op: 'aten.mm.default', where: 'neuron' },
    { op: 'aten.sort.default', where: 'fallback' },
  ],
  frames: [{ compiles: [2, 0, 1], graphs: [1, 2] }],
};

test.each([
  ['frames[0].graphs | length', '2'],
  ['frames[0].compiles | join', '2, 0, 1'],
  ['frames | map compiles | flat | sum', '3'],
  ['ops | filter where=fallback | map op | first', 'aten.sort.default'],
  ['stdout | trim', 'tensor(3)'],
])('%s', (expression, value) => expect(keyOf(expression, report)).toBe(value));

test.each([
  ['frames[1].graphs', /no "1"/],
  ['frames[0]', /no single value/],
  ['ops | count', /"count" is not one of/],
])('%s is refused', (expression, why) => expect(() => keyOf(expression, report)).toThrow(why));
