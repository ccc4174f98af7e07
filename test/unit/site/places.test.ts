/**
 * What people type, and the page that answers it: the first row of the search, before any full text. The list is
 * `asked-first.json`; Hebrew queries are typed on a Hebrew page. Beside it the laws of the parts.
 */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Answer, answers, known } from '../../../src/components/places/answer.ts';
import { asked, operatorStates, places, searchWords } from '../../../src/components/places/collect.ts';
import { Operators } from '../../../src/components/places/operators.ts';
import { edits, forms, prepare, rank } from '../../../src/components/places/rank.ts';

const list = JSON.parse(readFileSync('test/unit/site/asked-first.json', 'utf8')) as [string, string[]][];
const published = (lang: 'en' | 'he', prefix = '') => ({
  ...searchWords(),
  ops: operatorStates(),
  rows: places(lang, prefix).map(({ title, url, page, keys, says }): [string, string, string, string[], string] => [title, url, page, keys, says]),
});
const all = { en: known(published('en')), he: known(published('he', '/he')) };
const hebrew = (query: string) => /[א-ת]/.test(query);
const ask = (query: string): Answer[] =>
  answers(all[hebrew(query) ? 'he' : 'en'], query, {
    table: `${hebrew(query) ? '/he' : ''}/reference/operators/`,
    operators: 'Operators',
    codeNear: '{code} is not here',
  });

test('the list holds hundreds, Hebrew and mistyped words among them', () => {
  expect(list.length).toBeGreaterThan(350);
  expect(list.filter(([query]) => hebrew(query)).length).toBeGreaterThan(60);
});

test('each query finds its page first', () => {
  const missed = list.filter(([query, want]) => !want.some((page) => ask(query)[0]?.url.startsWith(page)));
  expect(missed.map(([query, want]) => `${query}: ${ask(query)[0]?.url} instead of ${want.join(' ')}`)).toEqual([]);
});

test('a code or a variable is first at its own name, a term among the first three', () => {
  const { rows } = published('en');
  const lost = rows
    .filter(([, url]) => /^\/errors\/[A-Z]|variables\/#|glossary\/#[a-z]/.test(url))
    .filter(([title, url]) => {
      const typed = /^\/errors\/(NCC_|GB|NRT_)/.test(url) ? (url.split('/')[2] as string) : title;
      const rows = ask(typed).slice(0, url.includes('glossary') ? 3 : 1);
      return rows.every((row) => row.url !== url && !row.title.endsWith(`: ${title}`)); // a term may be called after its variable
    })
    .map(([title, url]) => `${title} ${url}`);
  expect(lost).toEqual([]);
});

test('what has nothing to do with the site finds nothing for sure', () => {
  for (const query of ['football results', 'recipe for bread', 'weather tomorrow', 'kubernetes ingress', 'מזג אוויר מחר'])
    expect(
      rank(all.en.index, query).filter(({ sure }) => sure),
      query,
    ).toEqual([]);
});

test('the first row answers in its own words', () => {
  expect(ask('mark_step')[0]?.says).toMatch(/delete xm\.mark_step\(\), nothing replaces it/);
  expect(ask('print fallback')[0]?.says).toMatch(/get_fallback_ops\(\).*TORCH_NEURONX_LOG_LEVEL=3/);
  expect(
    ask('HBM')
      .slice(0, 2)
      .map(({ url }) => url),
  ).toContain('/reference/hardware/#memory-per-core');
  expect(ask('cuda.synchronize').map(({ url }) => url)).toContain('/reference/glossary/#synchronize');
});

test('a heading says what its first sentence says', () => {
  const row = ask('memory per core').find(({ url }) => url === '/reference/hardware/#memory-per-core');
  expect(row?.says).toBe('At the default LNC 2 a logical core has about 24 GB of HBM.');
});

test('an unknown code says so, with the nearest', () => {
  expect(ask('NCC_EVRF034').map(({ url }) => url)).toContain('/errors/NCC_EVRF035/');
  expect(ask('evrf034')[0]?.says).toBe('NCC_EVRF034 is not here');
  expect(ask('NCC_EVRF029')[0]?.url).toBe('/errors/NCC_EVRF029/');
});

describe('operators as people write them', () => {
  const operators = new Operators(operatorStates());
  test.each([
    ['aten::sort', 'sort', true],
    ['torch.ops.aten.add.Tensor', 'add.Tensor', true],
    ['torch.sort', 'sort', true],
    ['torch.nn.functional.softmax', 'softmax', true],
    ['F.gelu', 'gelu', true],
    ['nn.BatchNorm2d', 'batch_norm', true],
    ['torch.linalg.svd', 'linalg_svd', true],
    ['torch.fft.rfft', 'fft_rfft', true],
    ['tensor.item()', 'item', true],
    ['scatter add', 'scatter_add', false],
    ['is conv3d supported', 'conv3d', false],
    ['max pool', 'max_pool2d', false],
  ])('%s', (typed, op, meant) => {
    expect(operators.find(typed)).toMatchObject({ op, meant });
    expect(operators.find(typed)?.states.length).toBeGreaterThan(0);
  });
  test('a name that is not there names the nearest; words and other namespaces are none', () => {
    expect(operators.find('aten::flipp')).toEqual({ op: 'flipp', states: [], meant: true, near: ['flip', 'fliplr'].slice(0, 1) });
    for (const typed of ['torch.cuda.synchronize', 'torch.compile options', 'torch.float64', 'why is my step slow', '', 'torch.', 'aten::'])
      expect(operators.find(typed), typed).toBeNull();
  });
});

test('every question leads to a page that is there, and stands once', () => {
  const questions = asked().flatMap(({ to, asked: { en = [], he = [] } }) => [...en, ...he].map((question) => ({ to, question: question.toLowerCase() })));
  const seen = new Map<string, string>();
  const twice = questions.filter(({ to, question }) => {
    const first = seen.get(question);
    seen.set(question, to);
    return first !== undefined;
  });
  expect(twice).toEqual([]);
});

describe('laws', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  test('edits are a distance, cut off where asked', () => {
    fc.assert(fc.property(word, word, (a, b) => edits(a, b, 20) === edits(b, a, 20)));
    fc.assert(fc.property(word, (a) => edits(a, a, 0) === 0));
    fc.assert(fc.property(word, word, fc.nat(3), (a, b, most) => edits(a, b, most) > most === edits(a, b, 30) > most));
    expect(edits('recieve', 'receive', 2)).toBe(1);
  });
  test('a word is one of its forms', () => {
    fc.assert(fc.property(fc.oneof(word, fc.stringMatching(/^[א-ת]{1,9}$/)), (text) => forms(text).includes(text)));
  });
  test('no query throws, and the order is that of the scores', () => {
    const index = prepare([{ title: 'One thing', url: '/a/', page: '', keys: ['another name'], says: 'It says so.' }], searchWords());
    fc.assert(
      fc.property(fc.string(), (query) => {
        const scores = rank(index, query).map(({ score }) => score);
        return scores.every((score, i) => score > 0 && score <= (scores[i - 1] ?? 2));
      }),
    );
  });
});
