/** The Markdown twin of what is drawn: a strip is a list of graphs and breaks, an answer is told from what the run says. */
import { expect, test } from 'vitest';
import { toMarkdown } from '../../../src/integrations/markdown.mjs';

const said = (html: string) => toMarkdown(`<main>${html}</main>`, (href: string) => href)?.trim();
const op = (name: string, kind = '') => `<span class="op ${kind}">${name}</span>`;

test('a strip: a graph an item, a break an item, operators and waits between them together', () => {
  const graph = (n: number, ...ops: string[]) => `<span class="gr">${op(`graph ${n}`, 'lab')}${ops.map((name) => op(name)).join('')}</span>`;
  const torn = '<span class="tear"><svg role="img" aria-label="break"></svg>GB0170</span>';
  const wait = '<span class="op wait"><svg role="img" aria-label="wait"></svg><span>bool</span></span>';
  const strip = `<div class="strip">${op('ones')}${graph(0, 'mul', 'sum')}${torn}${wait}${op('neg')}${graph(1, 'abs')}</div>`;
  expect(said(`<p>Before</p>${strip}<p>After</p>`)).toMatchInlineSnapshot(`
    "Before

    - ones
    - graph 0: mul, sum
    - break GB0170
    - wait bool, neg
    - graph 1: abs

    After"
  `);
});

test('an answer, what the run says to it, and why', () => {
  const answer =
    '<label class="opt"><input type="radio"><span class="val">Two</span><span class="res"><svg aria-hidden="true"></svg><span>as in the run</span></span>';
  expect(said(`<div>${answer}<span class="why">One up to the branch.</span></label></div>`)).toBe('- Two: as in the run. One up to the branch.');
});

test('two pieces of code are two, a mark is a word, a file name keeps its stop', () => {
  expect(said('<ul><li><code>a</code><code>b</code></li></ul>')).toBe('- `a` `b`');
  expect(said('<p><span class="mark">Modelled</span>The scale is at its address with <code>.md</code>, or <b>not</b> .</p>')).toBe(
    '[Modelled] The scale is at its address with `.md`, or **not**.',
  );
});

test('a row that is a link: its name leads, the rest stands beside it', () => {
  expect(said('<ul><li><a href="/x/"><b>Name</b><span>What it is.</span></a></li></ul>')).toBe('- [**Name**](/x/): What it is.');
});

test('an entry with a heading is a section, and what stands over the title comes after it', () => {
  expect(said('<p>Lesson 1</p><h1>Title</h1><ol><li><h2>A</h2><p>says</p></li><li><h2>B</h2><p>too</p></li></ol>')).toBe(
    '# Title\n\nLesson 1\n\n## A\n\nsays\n\n## B\n\ntoo',
  );
});

test('a table: several figures in a cell are parted, a wide row is the last column of the row above', () => {
  const figure = (n: string, note: string) =>
    `<div class="figure1"><bdi>${n}</bdi> <a class="mark" href="/s">Documented</a><span class="quiet">${note}</span></div>`;
  const two = `<td><span class="differ">Figures differ</span>${figure('2 TB/s', 'one')}${figure('3 TB/s', 'other')}</td>`;
  expect(said(`<table><tr><th>what</th><th>Trn2</th></tr><tr><th>speed</th>${two}</tr></table>`)).toBe(
    '| what | Trn2 |\n| --- | --- |\n| speed | Figures differ: 2 TB/s [Documented](/s) (one); 3 TB/s [Documented](/s) (other) |',
  );
  expect(said('<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr><tr><td colspan="2">of it</td></tr></table>')).toBe(
    '| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | of it |',
  );
});
