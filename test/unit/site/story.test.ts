/** The strip of an article's figure: each graph under its own number, each break where the program meets it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allOnHost, shortName, stripOf } from '../../../src/components/run/story.ts';
import { run } from '../../../src/engine/index.ts';

const stripFor = (id: string) => {
  const report = run(readFileSync(`content/programs/${id}.py`, 'utf8'), { filename: `${id}.py` });
  return { report, chips: stripOf(report, true) };
};
const named = (id: string) => stripFor(id).chips.map((c) => (c.kind === 'graph' ? `graph ${c.label}` : c.kind));

test('a branch: graph, break, wait, the next graph; later calls run the graphs that there are', () => {
  expect(named('compile_lesson_branch')).toMatchInlineSnapshot(`
    [
      "graph 0",
      "break",
      "wait",
      "graph 1",
      "wait",
      "graph 0",
      "wait",
      "graph 1",
      "wait",
      "graph 0",
      "wait",
      "graph 2",
      "wait",
    ]
  `);
});

test('a graph’s number leads to the operators that were launched', () => {
  for (const id of ['compile_lesson_branch', 'compile_every_length', 'compile_home']) {
    const { report, chips } = stripFor(id);
    const launched: string[][] = [];
    let inside: string[] = [];
    for (const step of report.steps) {
      const op = step.op === null ? null : report.ops[step.op];
      if (op?.where === 'graph') inside.push(shortName(op.op));
      if (step.kind !== 'graph') continue;
      launched.push(inside);
      inside = [];
    }
    const graphs = chips.filter((c) => c.kind === 'graph');
    expect(graphs.map((c) => c.ops)).toEqual(launched.slice(0, graphs.length));
    expect(new Set(graphs.map((c) => c.label)).size).toBe(report.frames[0]!.graphs.length);
  }
});

test('a program that names no device is said to be on the host', () => {
  expect(allOnHost(stripFor('compile_branch_break').report)).toBe(true);
  expect(allOnHost(stripFor('compile_lesson_branch').report)).toBe(false);
});
