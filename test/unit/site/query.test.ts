/** The search's own part: codes without their family, and what goes first. */
import { expect, test } from 'vitest';
import { definite, nearest, normal, part } from '../../../src/components/query.ts';

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

test('names without the namespace that everybody types', () => {
  expect(['aten::sort', 'aten.sort', 'torch.ops.aten.add.Tensor', 'why aten::topk'].map(normal)).toEqual(['sort', 'sort', 'add.Tensor', 'why topk']);
  expect(['torch.float64', 'torch.bfloat16', 'torch.bool', 'torch.compile options', 'torch.booleans'].map(normal)).toEqual([
    'float64',
    'bfloat16',
    'bool',
    'torch.compile options',
    'torch.booleans',
  ]);
});

test('Hebrew words are looked for with their article too', () => {
  expect(['טנזור ראשון', 'הטנזור', 'sort', 'מטמון NEFF'].map(definite)).toEqual(['הטנזור הראשון', null, null, 'המטמון NEFF']);
});

test('title before heading before words before text', () => {
  const hits = [hit('Limits', 'why'), hit('All about NEFF files'), hit('Glossary', 'NEFF'), hit('NEFF')];
  expect(nearest(hits, 'neff').map(({ meta }) => meta.title)).toEqual(['NEFF', 'Glossary', 'All about NEFF files', 'Limits']);
  const byCode = [hit('Limits', 'Why'), { ...hit('Sort is refused'), url: '/errors/NCC_EVRF029/' }];
  expect(nearest(byCode, 'NCC_EVRF029').map(({ meta }) => meta.title)).toEqual(['Sort is refused', 'Limits']);
  expect(nearest([hit('b'), hit('a')], 'x').map(({ meta }) => meta.title)).toEqual(['b', 'a']);
});

test('the heading that was typed is where the row leads', () => {
  const subs = [{ title: 'guard' }, { title: 'guard failure' }];
  expect(part(subs, 'guard failure')?.title).toBe('guard failure');
  expect(part(subs, 'nothing')?.title).toBe('guard');
  const scored = [
    { title: 'first', weighted_locations: [{ balanced_score: 1 }] },
    { title: 'second', weighted_locations: [{ balanced_score: 1 }, { balanced_score: 2 }] },
  ];
  expect(part(scored, 'nothing')?.title).toBe('second');
});
