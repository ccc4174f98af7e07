/** The search's own part: codes without their family, and what goes first. */
import { expect, test } from 'vitest';
import { nearest, normal, part } from '../../../src/components/query.ts';

const hit = (title: string, ...headings: string[]) => ({
  meta: { title },
  sub_results: headings.map((text) => ({ title: text })),
});

test('a code without its family', () => {
  expect(normal(' evrf029 ')).toBe('NCC_EVRF029');
  expect(normal('error EOOM001 again')).toBe('error NCC_EOOM001 again');
  expect(normal('NCC_EVRF029')).toBe('NCC_EVRF029');
  expect(normal('sort')).toBe('sort');
});

test('title before heading before words before text', () => {
  const hits = [hit('Limits', 'why'), hit('All about NEFF files'), hit('Glossary', 'NEFF'), hit('NEFF')];
  expect(nearest(hits, 'neff').map(({ meta }) => meta.title)).toEqual(['NEFF', 'Glossary', 'All about NEFF files', 'Limits']);
  expect(nearest([hit('b'), hit('a')], 'x').map(({ meta }) => meta.title)).toEqual(['b', 'a']);
});

test('the heading that was typed is where the row leads', () => {
  const subs = [{ title: 'guard' }, { title: 'guard failure' }];
  expect(part(subs, 'guard failure')?.title).toBe('guard failure');
  expect(part(subs, 'nothing')?.title).toBe('guard');
});
