/** Two builds of one tree are the same bytes: what is published can be checked by building it again. */
import { expect, inject, test } from 'vitest';

const digests = inject('digests');

test.skipIf(!digests)('two builds are byte-identical', () => {
  const [first, second] = digests ?? [{}, {}];
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  expect([...names].filter((name) => first[name] !== second[name])).toEqual([]);
});
