/** The reasons of marks have Hebrew, each of them. */
import { expect, test } from 'vitest';
import { marksFor } from '../../../src/engine/report/marks.ts';
import { reasonIn } from '../../../src/lab/model/words.ts';
import { DEFAULT_OPTIONS } from '../../../src/lab/state/address.ts';
import '../../../src/lab/whole.ts';

test('every reason of a mark is said in Hebrew', () => {
  const all = (['neuron', 'cpu'] as const).flatMap((device) =>
    (['trn2', 'trn3'] as const).flatMap((target) =>
      [true, false].flatMap((numbers) => Object.values(marksFor({ ...DEFAULT_OPTIONS, device, target, numbers })).map(({ reason }) => reason)),
    ),
  );
  expect([...new Set(all)].filter((reason) => !/[א-ת]/.test(reasonIn('he', reason) ?? ''))).toEqual([]);
});
