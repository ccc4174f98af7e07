/** The reference's data: every entry says what it rests on, terms lead both ways, sentences keep the house's voice. */
import { describe, expect, test } from 'vitest';
import { allClaims } from '../../../src/components/ref/claims.ts';
import { figure, grid, squares } from '../../../src/components/ref/draw.ts';
import { stays, wordsOf } from '../../../src/components/ref/filter.ts';
import {
  changes,
  columns,
  conflicts,
  documentOf,
  documents,
  formats,
  quantities,
  supports,
  supportTables,
  terms,
} from '../../../src/components/ref/load.ts';
import { lists } from '../../../src/components/ref/published.ts';

const tables = Object.keys(supportTables);
const claims = allClaims();

test('every claim of the site has a mark, a source, a version and the day it was read', () => {
  const marks = ['exact', 'documented', 'measured', 'modelled', 'prerelease', 'field'];
  const wrong = claims.filter(
    ({ text, mark, source, version, read }) =>
      !text.trim() || !marks.includes(mark) || !source?.label || !version || !/^\d{4}-\d{2}(-\d{2})?$/.test(read),
  );
  expect(wrong).toEqual([]);
  expect(claims.length).toBeGreaterThan(400);
});

test('a documented claim has an address; ids are unique', () => {
  expect(claims.filter(({ mark, source }) => mark === 'documented' && !source.url).map(({ id }) => id)).toEqual([]);
  const ids = claims.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test('what rests on the development tree says so in its mark, and nothing else does', () => {
  const entries = [
    ...terms(),
    ...tables.flatMap(supports),
    ...formats(),
    ...conflicts().flatMap(({ figures }) => figures),
    ...Object.keys(columns).flatMap((table) => quantities(table).flatMap(({ values }) => Object.values(values).flat())),
  ];
  expect(entries.filter(({ mark, source }) => (source === 'snapshot') !== (mark === 'prerelease'))).toEqual([]);
  expect(documentOf('snapshot').url).toBeNull();
});

test('every document is named by an entry', () => {
  const named = JSON.stringify([
    terms(),
    tables.map(supports),
    formats(),
    conflicts(),
    Object.keys(columns).map(quantities),
  ]);
  const idle = [...documents().keys()].filter((id) => !named.includes(`"source":"${id}"`));
  expect(idle).toEqual([]);
});

describe('glossary', () => {
  const all = terms();
  test('at least 120 terms, each with its own address', () => {
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
  test('two to five sentences', () => {
    const count = (text: string) => text.split(/[.!?](?:\s|$)/).filter((part) => part.trim()).length;
    expect(all.filter(({ text }) => count(text.en) < 2 || count(text.en) > 5).map(({ id }) => id)).toEqual([]);
  });
  test('each names others that are there, and none names itself', () => {
    const ids = new Set(all.map(({ id }) => id));
    const lost = all.flatMap(({ id, see }) =>
      see.filter((other) => !ids.has(other) || other === id).map((o) => `${id}: ${o}`),
    );
    expect(lost).toEqual([]);
  });
});

test('no sentence tells the reader that it is easy', () => {
  const said = [
    ...terms().map(({ text }) => text.en),
    ...tables.flatMap(supports).map(({ text }) => text),
    ...changes().map(({ text }) => text),
  ];
  expect(said.filter((text) => /\b(simply|just|easy|easily|obviously|of course)\b/i.test(text))).toEqual([]);
});

test('figures that documents disagree on are shown with both', () => {
  const chips = quantities('chips');
  for (const [id, column] of [
    ['hbm-per-logical', 'trn2'],
    ['hbm-bandwidth', 'trn2'],
    ['neuronlink', 'trn3'],
    ['cc-cores', 'trn2'],
  ] as const)
    expect(chips.find((row) => row.id === id)?.values[column]?.length, id).toBeGreaterThan(1);
  for (const { figures } of conflicts()) expect(figures.length).toBeGreaterThan(1);
});

test('drawings follow the figures', () => {
  expect(figure('chips', 'hbm-capacity', 'trn2')).toBe(96);
  const [large, small] = squares([400, 100], 40);
  expect([large, small]).toEqual([40, 20]);
  expect(
    grid(16)
      .at.filter(({ x, y }) => x === 0 && y === 3)
      .map(({ n }) => n),
  ).toEqual([12]);
  expect(() => grid(15)).toThrow();
});

test('a row stays when every word is in it and every choice fits', () => {
  const row = { text: 'all_reduce sum documented', by: { mark: 'documented' } };
  expect(stays(row, wordsOf('SUM all_'), {})).toBe(true);
  expect(stays(row, wordsOf('product'), {})).toBe(false);
  expect(stays(row, [], { mark: 'measured' })).toBe(false);
  expect(stays(row, [], { mark: '' })).toBe(true);
});

test('each published list has a schema of its rows', () => {
  for (const { name, rows, schema } of lists()) {
    expect(rows.length, name).toBeGreaterThan(0);
    expect(schema, name).toMatchObject({ type: 'array', items: { type: 'object' } });
  }
});
