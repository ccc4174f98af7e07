/** The lab's reading of true reports: launches find their graph, nodes their lines, words what they speak of. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { partsOf } from '../../../src/lab/model/graphs.ts';
import { counterparts } from '../../../src/lab/model/links.ts';
import { meshAt } from '../../../src/lab/model/mesh.ts';
import { isCall, nodesOf, parseNodes } from '../../../src/engine/report/nodes.ts';
import { textOf } from '../../../src/engine/report/text.ts';
import { allOnHost } from '../../../src/lab/model/partitions.ts';
import { indexRun } from '../../../src/lab/model/run.ts';
import { chromeTrace } from '../../../src/lab/model/trace.ts';
import { blocksOf, withReasons } from '../../../src/lab/model/words.ts';
import '../../../src/lab/whole.ts';

const model = (name: string) => {
  const source = readFileSync(`content/programs/${name}.py`, 'utf8');
  return indexRun(run(source), source);
};

test('every operator of a launch is a node of its graph, with the node’s line', () => {
  const m = model('compile_lesson_branch');
  const rank = m.ranks[0]!;
  const launches = rank.steps.filter((s) => s.kind === 'graph');
  expect(launches.length).toBeGreaterThan(2);
  for (const s of launches) expect(s.frame).toBe(0);
  const inside = rank.steps.filter((s) => s.op !== null && rank.ops[s.op]!.where === 'graph');
  for (const s of inside) {
    const node = nodesOf(rank.frames[s.frame!]!.graphs[s.graph!]!)![s.node!]!;
    expect(node.op).toBe(rank.ops[s.op!]!.op);
    expect(s.line).toBe(node.line);
    expect(s.call).toBe(rank.ops[s.op!]!.line);
  }
});

test('the words give an operator the line that every view gives it', () => {
  const m = model('compile_lesson_branch');
  const rank = m.ranks[0]!;
  const told = [...textOf(m.report).matchAll(/^- line (\d+): (?:aten|prims)\./gm)].map(([, n]) => Number(n));
  expect(told).toEqual([...new Set(rank.steps.filter((s) => s.op !== null).map((s) => s.line))].sort((a, b) => a - b));
  expect(rank.steps.some((s) => s.call !== undefined && s.call !== s.line)).toBe(true);
});

test('each launch runs the graph made for its call', () => {
  const rank = model('compile_recompile_limit').ranks[0]!;
  expect(rank.steps.filter((s) => s.kind === 'graph').map((s) => s.graph)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a break stands between the graph it cuts off and the one after it', () => {
  const rank = model('compile_lesson_branch').ranks[0]!;
  expect(partsOf(rank, 0).map((p) => `${p.kind} ${p.index}`)).toEqual(['graph 0', 'break 0', 'graph 1', 'graph 2']);
});

test('pointing at a node lights its steps, its line and its graph', () => {
  const m = model('compile_lesson_branch');
  const rank = m.ranks[0]!;
  const nodes = nodesOf(rank.frames[0]!.graphs[0]!)!;
  const n = nodes.findIndex(isCall);
  const lit = counterparts(m, rank, `n0-0-${n}`);
  expect(lit.has('g0-0')).toBe(true);
  expect(lit.has(`L${nodes[n]!.line}`)).toBe(true);
  const launches = rank.steps.filter((s) => s.kind === 'graph' && s.graph === 0).length;
  expect(rank.steps.filter((_, i) => lit.has(`s${i}`))).toHaveLength(launches);
});

test('a printed graph is read back whole', () => {
  const text =
    'graph(x: f32[3, 4], n: i64[]):\n  mul: f32[3, 4] = aten.mul.Tensor(x, 2)  # line 5\n  c: f32[1] = constant\n  m: (f32[3], i64[3]) = aten.max.dim(mul, 1)\n  return (m[0], mul)';
  expect(parseNodes(text)).toMatchInlineSnapshot(`
    [
      {
        "args": "",
        "dtype": "f32",
        "inputs": [],
        "line": null,
        "name": "x",
        "op": "placeholder",
        "shape": [
          3,
          4,
        ],
      },
      {
        "args": "",
        "dtype": "i64",
        "inputs": [],
        "line": null,
        "name": "n",
        "op": "placeholder",
        "shape": [],
      },
      {
        "args": "x, 2",
        "dtype": "f32",
        "inputs": [
          "x",
        ],
        "line": 5,
        "name": "mul",
        "op": "aten.mul.Tensor",
        "shape": [
          3,
          4,
        ],
      },
      {
        "args": "",
        "dtype": "f32",
        "inputs": [],
        "line": null,
        "name": "c",
        "op": "constant",
        "shape": [
          1,
        ],
      },
      {
        "args": "mul, 1",
        "dtype": null,
        "inputs": [
          "mul",
        ],
        "line": null,
        "name": "m",
        "op": "aten.max.dim",
        "shape": null,
      },
      {
        "args": "m[0], mul",
        "dtype": null,
        "inputs": [
          "m",
          "mul",
        ],
        "line": null,
        "name": "output",
        "op": "output",
        "shape": null,
      },
    ]
  `);
  expect(parseNodes('module {}')).toBeNull();
});

test('blocks of a tensor over a mesh, and the whole put together again', () => {
  const m = model('shard_mesh_2d');
  const view = meshAt(m, m.length - 1, 'both');
  expect(view.dims).toEqual([2, 2]);
  expect(view.blocks.map((b) => b.ranges)).toEqual(['0:2, 0:2', '0:2, 2:4', '2:4, 0:2', '2:4, 2:4']);
  const whole = Array.from({ length: 16 }, () => Number.NaN);
  view.blocks.forEach((b) => {
    const [r, c] = b.ranges!.split(', ').map((x) => x.split(':').map(Number) as [number, number]);
    b.value!.data!.forEach((v, i) => {
      const w = c![1] - c![0];
      whole[(r![0] + Math.floor(i / w)) * 4 + c![0] + (i % w)] = v as number;
    });
  });
  expect(whole).toEqual(Array.from({ length: 16 }, (_, i) => i));
});

test('the trace has one event a bar and names its lanes', () => {
  const m = model('compile_lesson_branch');
  const { traceEvents } = chromeTrace(m);
  const bars = m.ranks[0]!.steps.reduce((n, s) => n + (s.bars?.length ?? 0), 0);
  expect(traceEvents.filter((e) => e.ph === 'X')).toHaveLength(bars);
  expect(traceEvents.filter((e) => e.name === 'thread_name')).toHaveLength(6);
});

test('the words name lines, graphs and breaks', () => {
  const blocks = blocksOf(model('compile_lesson_branch').report, 'en');
  const items = blocks.filter((b) => b.kind === 'item');
  expect(items.find((b) => b.text.startsWith('break on line'))!.keys).toBe('b0-0 L10');
  expect(items.find((b) => b.text.startsWith('graph 1:'))!.keys).toBe('g0-1');
  expect(blocks.filter((b) => b.kind === 'heading').map((b) => b.field)).not.toContain('');
});

test('what a loop does again is one row of the words, with its times', () => {
  const said = blocksOf(model('compile_every_length').report, 'en').map((block) => block.text);
  expect(said).toContain('line 16: the host waits (cpu()), 10 times');
  expect(said).toContain('line 13: aten.arange.default (neuron) × 10, aten.view.default (view) × 10');
  expect(new Set(said).size).toBe(said.length);
});

test('a Hebrew reason keeps the mark that turns it; what is hidden in a program’s own text is shown', () => {
  const { report } = model('compile_lesson_branch');
  const [id] = report.frames.flatMap((frame) => frame.breaks.map((b) => b.id)) as [string];
  const why = (said: string) => blocksOf(withReasons(report, new Map([[id, said]])), 'he').find((block) => block.text.includes(id))!.text;
  expect(why('\u200fif או while')).toContain('\u200fif או while');
  expect(why('\u202eif\u200f')).toContain('\\u202eif\\u200f');
});

test('a run that went on without numbers says so in the language of the words', () => {
  const report = run('import torch\nprint(torch.ones(10**9).shape)\n', {});
  const say = (lang: 'en' | 'he') => blocksOf(report, lang).find((block) => block.text.includes('1,073,741,824'))!.text;
  expect(say('en')).toMatch(/^Shapes alone: /);
  expect(say('he')).toMatch(/^[א-ת]/);
  expect(say('he')).toContain('בתים בטנזור אחד');
  expect(say('he')).not.toMatch(/[a-z]/);
});

test('a run whose tensors stay on the host is one of the host, one with a fallback is not', () => {
  const host = (source: string) => allOnHost(run(source));
  expect(host('import torch\nprint(torch.ones(2) + 1)\n')).toBe(true);
  expect(host('print(1)\n')).toBe(false);
  expect(allOnHost(model('eager_hello').report)).toBe(false);
});

test('what is said inside what is said shows no mark of ours as an escape', () => {
  const loop = run('import torch\nx = torch.ones(2)\nfor k in range(3):\n    x = x * 2\n');
  const ranks = run('import torch\nprint(torch.ones(1))\n', { worldSize: 2 });
  const said = [loop, ranks].flatMap((report) => blocksOf(report, 'he').map((block) => block.text));
  expect(said.find((text) => text.includes('aten.mul'))).toContain('×');
  expect(said.filter((text) => text.includes('\\u'))).toEqual([]);
});

test('the words in Hebrew are the same blocks about the same things, every place filled', () => {
  for (const name of ['compile_lesson_branch', 'eager_hello']) {
    const { report } = model(name);
    const [english, hebrew] = [blocksOf(report, 'en'), blocksOf(report, 'he')];
    const about = (block: (typeof english)[number]) => ({ ...block, text: block.kind === 'code' ? block.text : '' });
    expect(hebrew.map(about)).toEqual(english.map(about));
    const said = hebrew.filter((block) => block.kind !== 'code').map((block) => block.text);
    expect(said.filter((text) => /[{}]/.test(text))).toEqual([]);
    expect(hebrew.filter((block) => block.kind === 'heading' && !/[א-ת]/.test(block.text))).toEqual([]);
  }
});
