/** The reference's data: every entry says what it rests on, terms lead both ways, sentences keep the house's voice. */
import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { BREAKS } from '../../../src/engine/capture/breaks.ts';
import { CLOCKS } from '../../../src/engine/neuron/constants.ts';
import { type Choice, chooseClaims, textsOf } from '../../../src/components/ref/sources.ts';
import { allClaims, claimList } from '../../../src/components/ref/claims.ts';
import { figure, grid, squares } from '../../../src/components/ref/draw.ts';
import { stays, wordsOf } from '../../../src/components/ref/filter.ts';
import { changes, columns, conflicts, documentOf, documents, formats, quantities, supports, supportTables, terms } from '../../../src/components/ref/load.ts';
import { lists } from '../../../src/components/ref/published.ts';

const tables = Object.keys(supportTables);
const claims = allClaims();

test('every claim of the site has a mark, a source, a version and the day it was read', () => {
  const marks = ['exact', 'documented', 'measured', 'modelled', 'prerelease', 'field'];
  const wrong = claims.filter(
    ({ text, mark, source, version, read }) => !text.trim() || !marks.includes(mark) || !source?.label || !version || !/^\d{4}-\d{2}(-\d{2})?$/.test(read),
  );
  expect(wrong).toEqual([]);
  expect(claims.length).toBeGreaterThan(400);
});

describe('nothing that carries a mark is left out of the sources', () => {
  /** Every object with a mark, however deep, in the data of a file. */
  const marked = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + marked(one), 0);
    if (!value || typeof value !== 'object') return 0;
    return Number('mark' in value) + marked(Object.values(value));
  };
  const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const data = files.filter((name) => name.endsWith('.json')).sort();
  const of = (prefix: RegExp) => claims.filter(({ id }) => prefix.test(id)).length;

  test('all tables of content', () => {
    const counts = data.map((name) => [name, marked(JSON.parse(readFileSync(`content/${name}`, 'utf8')))] as const);
    const all = counts.reduce((sum, [, n]) => sum + n, 0);
    expect(counts.filter(([, n]) => n > 0).map(([name]) => name.split('/')[0])).toContain('glossary');
    expect(claims.length - of(/^(operator|limit)\./)).toBe(all);
  });
  test('the operator table, whose rows share one mark', () => {
    const { rows } = JSON.parse(readFileSync('content/operators/prerelease.json', 'utf8')) as { rows: unknown[] };
    expect(of(/^operator\./)).toBe(rows.length);
  });
  test('verdicts of limitations, and what to do', () => {
    const pages = files.filter((name) => /^docs\/limits\/(?!index).*\.mdx$/.test(name));
    const marks = pages.map((name) =>
      readFileSync(`content/${name}`, 'utf8')
        .split('---')[1]
        ?.match(/^ {2}mark: /gm),
    );
    expect(pages.length).toBeGreaterThan(0);
    expect(of(/^limit\./)).toBe(marks.reduce((sum, found) => sum + (found?.length ?? 0), 0));
  });
  test('kinds of graph breaks that the engine knows', () => {
    const known = new Set(claims.map(({ id }) => id));
    expect(Object.values(BREAKS).filter(({ id }) => !known.has(`error.${id}`))).toEqual([]);
  });
  test('figures of the modelled clock', () => {
    const known = new Set(claims.map(({ id }) => id));
    expect(Object.keys(CLOCKS.trn2).filter((name) => !known.has(`clock.${name}`))).toEqual([]);
  });
  test('the page has each of them once, with its source', () => {
    const list = claimList();
    expect(list.rows.map(([id]) => id)).toEqual(claims.map(({ id }) => id));
    const seen = list.rows.map(([, area, text, mark, source, page]) => {
      const [label, url, version, read] = list.sources[source] ?? [];
      return { area: list.areas[area], text, mark, label, url, version, read, page };
    });
    expect(seen).toEqual(
      claims.map(({ area, text, mark, source, version, read, page = '' }) => ({
        area,
        text,
        mark,
        label: source.label,
        url: source.url,
        version,
        read,
        page,
      })),
    );
  });
  test('claims are chosen by word, mark, area and day', () => {
    const list = claimList();
    const choose = (choice: Partial<Choice>) => chooseClaims(list, textsOf(list), { q: '', mark: '', area: '', read: '', ...choice });
    expect(choose({})).toHaveLength(claims.length);
    expect(choose({ q: 'operator.aten::sort.stable' })).toHaveLength(1);
    expect(choose({ mark: 'measured', area: 'hardware' }).map(([id]) => id)).toContain('chips.hbm-achieved.trn2');
    expect(choose({ read: '2026-10' }).length).toBe(claims.filter(({ read }) => read.startsWith('2026-10')).length);
    expect(choose({ q: 'nothing-has-this' })).toEqual([]);
  });
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
  const named = JSON.stringify([terms(), tables.map(supports), formats(), conflicts(), Object.keys(columns).map(quantities)]);
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
  test('a Hebrew text has the code of the English one', () => {
    const code = (text: string) => (text.match(/`[^`]+`/g) ?? []).sort();
    const hebrew = all.filter(({ text }) => text.he);
    expect(hebrew.length).toBeGreaterThan(100);
    for (const { id, text } of hebrew) {
      expect(code(text.he ?? ''), id).toEqual(code(text.en));
      expect(text.he, id).toMatch(/[\u05d0-\u05ea]/);
    }
  });
  test('each names others that are there, and none names itself', () => {
    const ids = new Set(all.map(({ id }) => id));
    const lost = all.flatMap(({ id, see }) => see.filter((other) => !ids.has(other) || other === id).map((o) => `${id}: ${o}`));
    expect(lost).toEqual([]);
  });
});

test('no sentence tells the reader that it is easy', () => {
  const said = [...terms().map(({ text }) => text.en), ...tables.flatMap(supports).map(({ text }) => text), ...changes().map(({ text }) => text)];
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
