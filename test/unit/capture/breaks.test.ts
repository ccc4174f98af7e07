/** The break table against PyTorch's own registry (`registry.json`: the rows of 2.13's graph_break_registry.json used here). */
import { expect, it } from 'vitest';
import { BREAK_WORDS } from '../../../src/engine/capture/break-words.ts';
import { BREAKS } from '../../../src/engine/capture/breaks.ts';
import registry from './registry.json' with { type: 'json' };

it('every row carries the number and name of PyTorch', () => {
  const rows = Object.values(BREAKS).map(({ id, type }) => [id, type]);
  const expected = rows.map(([id]) => [id, (registry as Record<string, string>)[id as string]]);
  expect(rows).toEqual(expected);
});

it('every row says why and what to do', () => {
  for (const row of Object.values(BREAK_WORDS)) {
    expect(row.reason).toMatch(/\.$/);
    expect(row.hint).toMatch(/\.$/);
  }
});
