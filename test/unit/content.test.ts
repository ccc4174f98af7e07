/** House rules of the text and the facts, checked on the sources (design 6; ideas from react.dev's prose lint). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const docs = 'content/docs';
const articles = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mdx'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(`${docs}/${name}`, 'utf8') }));

/** The prose alone: no front matter keys, code, imports or component attributes. */
const prose = (text: string) =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/^import .*$/gm, '')
    .replace(/`[^`]*`/g, '');

const front = (text: string, key: string) => new RegExp(`^${key}:\\s*(.+)$`, 'm').exec(text.split('\n---')[0] ?? '')?.[1];

describe.each(articles)('$name', ({ name, text }) => {
  test('no word tells the reader that it is easy', () => {
    expect(prose(text).match(/\b(simply|just|easy|easily|obviously|of course)\b/gi) ?? []).toEqual([]);
  });
  test('every heading has an explicit id', () => {
    const body = text.replace(/```[\s\S]*?```/g, '');
    const bare = body.split('\n').filter((line) => /^#{2,6} /.test(line) && !/\{\/\* #[\w-]+ \*\/\}$/.test(line));
    expect(bare).toEqual([]);
  });
  test('it says what it is about, for lists and search results', () => {
    expect(front(text, 'title')).toBeTruthy();
    if (!name.includes('404')) expect(front(text, 'description')).toBeTruthy();
  });
  test('a translation has the headings of its original', () => {
    if (!name.startsWith('he/')) return;
    const ids = (source: string) => [...source.matchAll(/\{\/\* #([\w-]+) \*\/\}/g)].map((match) => match[1]);
    const original = articles.find((other) => other.name === name.slice(3));
    expect(original, 'no original').toBeTruthy();
    expect(ids(text)).toEqual(ids(original?.text ?? ''));
  });
  test('a lesson keeps its grammar', () => {
    if (front(text, 'kind') !== 'lesson') return;
    const order = ['#predict', '#run', '#why', '#vary', '#check', '#recap'].map((id) => text.indexOf(`{/* ${id} */}`));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(text).toContain('<Predict');
    expect(text).toContain('<Quiz');
  });
  test('a limitation keeps its grammar', () => {
    if (front(text, 'kind') !== 'limitation') return;
    const order = ['#run', '#why', '#equal', '#cost', '#tell'].map((id) => text.indexOf(`{/* ${id} */}`));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

interface Fact {
  id?: string;
  statement?: string;
  ops?: string[];
  why?: string;
  mark: string;
  source?: { label?: string; url?: string | null };
  version?: string;
  read?: string;
}
const facts = readdirSync('content/facts')
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => (JSON.parse(readFileSync(`content/facts/${name}`, 'utf8')) as Fact[]).map((fact) => ({ name, fact })));

test('every fact carries a mark, a source, a version and the day it was read', () => {
  const marks = ['exact', 'documented', 'measured', 'modelled', 'prerelease'];
  const wrong = facts.filter(
    ({ fact }) =>
      !(fact.statement || fact.why) ||
      !marks.includes(fact.mark) ||
      !fact.source?.label ||
      !fact.version ||
      !/^\d{4}-\d{2}/.test(fact.read ?? '') ||
      (fact.mark === 'documented' && !fact.source.url),
  );
  expect(wrong).toEqual([]);
});

test('every claim that an article cites exists, and ids are unique', () => {
  const ids = facts.flatMap(({ fact }) => (fact.id ? [fact.id] : []));
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  const cited = articles.flatMap(({ text }) => [...text.matchAll(/claim="([^"]+)"|<Claim id="([^"]+)"/g)].map((m) => m[1] ?? m[2]));
  expect(cited.filter((id) => !ids.includes(id ?? '') && !id?.startsWith('fallback.'))).toEqual([]);
});

test('no run shown in the open on a page gives away an answer that the page asks for later', () => {
  const given = articles.flatMap(({ name, text }) => {
    const shown = [...text.matchAll(/<Run [^>]*program="([^"]+)"[^>]*>/g)].filter((run) => !run[0].includes(' fold')).map((run) => run[1]);
    const asked = [...text.matchAll(/<(?:Quiz|Predict) (?:id|quiz)="([^"]+)"/g)].map((quiz) => quiz[1] ?? '');
    return asked
      .map((id) => (JSON.parse(readFileSync(`content/quizzes/${id}.json`, 'utf8')) as { program: string }).program)
      .filter((program) => shown.includes(program))
      .map((program) => `${name}: ${program}`);
  });
  expect(given.filter((row) => !row.endsWith('eager_one_op'))).toEqual([]);
});

test('every question is asked somewhere', () => {
  const asked = articles.flatMap(({ text }) => [...text.matchAll(/<(?:Quiz|Predict) (?:id|quiz)="([^"]+)"/g)].map((quiz) => quiz[1]));
  const all = readdirSync('content/quizzes').map((name) => name.replace(/\.json$/, ''));
  expect(all.filter((id) => !asked.includes(id))).toEqual([]);
});
