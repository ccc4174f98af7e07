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
