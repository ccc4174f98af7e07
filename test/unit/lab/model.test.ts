/** The pure half of the panes: what each shows for a report and a cursor. */
import { describe, expect, test } from 'vitest';
import type { Bar, OpRow, RunReport, Step } from '../../../src/engine/report/types.ts';
import { bytes, cell, duration, exact, fill, tupleText } from '../../../src/lab/model/format.ts';
import { heatOf, MAX_INK } from '../../../src/lab/model/heat.ts';
import { highlight } from '../../../src/lab/model/highlight.ts';
import { counterparts } from '../../../src/lab/model/links.ts';
import { chunk, coordinates, rangesOf } from '../../../src/lab/model/mesh.ts';
import { indexRun, shortOp, varsAt } from '../../../src/lab/model/run.ts';
import { barsInView, timelineOf } from '../../../src/lab/model/timeline.ts';
import { toPx } from '../../../src/lab/model/axis.ts';

describe('figures', () => {
  test('times have two digits, and none is zero that is not', () => {
    expect([0, 1e-7, 0.0102, 0.35, 1.04, 60, 540, 999, 1_412, 12_345, 1_400_000, 61_000_000].map(duration)).toMatchInlineSnapshot(`
      [
        "0 µs",
        "< 0.01 µs",
        "0.01 µs",
        "0.35 µs",
        "1 µs",
        "60 µs",
        "540 µs",
        "1 ms",
        "1.4 ms",
        "12 ms",
        "1.4 s",
        "61 s",
      ]
    `);
  });

  test('bytes', () => {
    expect([1, 1023, 1024, 1536, 5 * 1024 ** 2].map(bytes)).toEqual(['1 B', '1023 B', '1 kB', '1.5 kB', '5 MB']);
  });

  test('cells are short and keep their sign', () => {
    expect([0, 1, -3, 0.0613, -1.3753, 12.34, 123.4, 12345, 0.0001, 'nan', 'Infinity', '-Infinity'].map(cell)).toEqual([
      '0',
      '1',
      '−3',
      '.06',
      '−1.38',
      '12.3',
      '123',
      '1e4',
      '1e−4',
      'nan',
      '∞',
      '−∞',
    ]);
  });

  test('the exact figure has the digits of its own format', () => {
    expect(exact(-1.375268816947937, 'float32')).toBe('−1.3752688');
    expect(exact(0.1, 'float64')).toBe('0.1');
    expect(exact(3, 'int64')).toBe('3');
  });

  test('tuples and templates', () => {
    expect(tupleText([1])).toBe('(1,)');
    expect(fill('step {n} of {m}, {other}', { n: 1, m: 2 })).toBe('step 1 of 2, {other}');
  });

  test('operator names', () => {
    expect(['aten.mm.default', 'aten._to_copy.default', 'profiler'].map(shortOp)).toEqual(['mm', '_to_copy', 'profiler']);
  });
});

describe('heat', () => {
  const tensor = (shape: number[], data: (number | string)[]) => heatOf({ kind: 'tensor', type: 'Tensor', text: '', shape, dtype: 'float32', data })!;

  test('ink is bounded and follows magnitude', () => {
    const g = tensor([2, 3], [0, 1, -2, 4, 'nan', '-Infinity']);
    expect(g.cells.map((c) => c.ink)).toEqual([0, 10, 19, MAX_INK, 0, 0]);
    expect(g.cells.map((c) => c.negative)).toEqual([false, false, true, false, false, true]);
    expect(g.cells[4]!.at).toBe('[1, 1]');
  });

  test('three dimensions are planes', () => {
    const data = Array.from({ length: 12 }, (_, i) => i);
    const g = heatOf({ kind: 'tensor', type: 'Tensor', text: '', shape: [2, 3, 2], dtype: 'int64', data }, 1)!;
    expect([g.rows, g.cols, g.planes]).toEqual([3, 2, 2]);
    expect(g.cells[0]).toMatchObject({ text: '6', at: '[1, 0, 0]' });
  });

  const drawn = (shape: number[]) => {
    const g = tensor(
      shape,
      Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => i),
    );
    const left = Object.entries(g.left).flatMap(([of, what]) => (what ? [`${of} ${what}`] : []));
    const marks = g.marks ? `${g.marks[0]} … ${g.marks.at(-1)}` : '-';
    return `[${shape}]: ${g.rows}×${g.cols}, ${g.cells.length} cells, last ${g.cells.at(-1)!.at} = ${g.cells.at(-1)!.text}, ${marks}, left out: ${left.join(', ') || '-'}`;
  };

  test('the shape decides: vectors and towers are wrapped, planes keep their ends', () => {
    expect([[5], [12], [13], [1, 30], [32, 1], [8, 1], [1000], [4, 32], [30, 3], [100, 40]].map(drawn)).toMatchInlineSnapshot(`
      [
        "[5]: 1×5, 5 cells, last [4] = 4, -, left out: -",
        "[12]: 1×12, 12 cells, last [11] = 11, -, left out: -",
        "[13]: 2×10, 13 cells, last [12] = 12, [0] … [10], left out: -",
        "[1,30]: 3×10, 30 cells, last [0, 29] = 29, [0, 0] … [0, 20], left out: -",
        "[32,1]: 4×10, 32 cells, last [31, 0] = 31, [0, 0] … [30, 0], left out: -",
        "[8,1]: 8×1, 8 cells, last [7, 0] = 7, -, left out: -",
        "[1000]: 24×10, 240 cells, last [999] = 999, [0] … [990], left out: elements 120:880",
        "[4,32]: 4×24, 96 cells, last [3, 31] = 127, -, left out: columns 12:20",
        "[30,3]: 24×3, 72 cells, last [29, 2] = 89, [0] … [29], left out: rows 12:18",
        "[100,40]: 24×24, 576 cells, last [99, 39] = 3999, [0] … [99], left out: rows 12:88, columns 12:28",
      ]
    `);
  });

  test('a scalar is one cell, an empty tensor none', () => {
    expect(tensor([], [2.5]).cells).toHaveLength(1);
    expect(heatOf({ kind: 'tensor', type: 'Tensor', text: '', shape: [0, 3], dtype: 'float32', data: [] })).toBeNull();
  });
});

test('highlighting keeps every character and knows strings over lines', () => {
  const lines = ['def f(x):  # comment', '    s = \'a#b\' + """', '  if not code', '""" + f"{x}"', 'iffy = None'];
  const out = highlight(lines);
  expect(out.map((l) => l.map((t) => t.text).join(''))).toEqual(lines);
  expect(out.map((l) => l.map((t) => `${t.kind || '-'}:${t.text}`))).toMatchInlineSnapshot(`
    [
      [
        "k:def",
        "-: f(x):  ",
        "c:# comment",
      ],
      [
        "-:    s = ",
        "s:'a#b'",
        "-: + ",
        "s:"""",
      ],
      [
        "s:  if not code",
      ],
      [
        "s:"""",
        "-: + ",
        "s:f"{x}"",
      ],
      [
        "-:iffy = ",
        "k:None",
      ],
    ]
  `);
});

describe('mesh', () => {
  test('blocks are those of torch.chunk', () => {
    expect([0, 1, 2, 3].map((i) => chunk(10, 4, i))).toEqual([
      [0, 3],
      [3, 6],
      [6, 9],
      [9, 10],
    ]);
    expect([0, 1, 2, 3].map((i) => chunk(5, 4, i))).toEqual([
      [0, 2],
      [2, 4],
      [4, 5],
      [5, 5],
    ]);
  });

  test('ranks stand in the mesh row by row', () => {
    expect([0, 3, 4, 7].map((r) => coordinates([2, 4], r))).toEqual([
      [0, 0],
      [0, 3],
      [1, 0],
      [1, 3],
    ]);
  });

  test('two placements of one dimension shard it twice', () => {
    expect(rangesOf([8, 2], ['Shard(dim=0)', 'Shard(dim=0)'], [2, 2], 3)).toEqual([
      [6, 8],
      [0, 2],
    ]);
    expect(rangesOf([4, 8], ['Replicate()', 'Shard(dim=-1)'], [2, 4], 5)).toEqual([
      [0, 4],
      [2, 4],
    ]);
  });
});

/** A long run: one operator a step, a variable changed at each. */
function long(n: number): RunReport {
  const ops: OpRow[] = [];
  const steps: Step[] = [];
  for (let i = 0; i < n; i++) {
    ops.push({ op: 'aten.mul.Tensor', line: 3 + (i % 20), phase: 'forward', where: 'neuron' });
    const bar = (lane: Bar['lane'], a: number, b: number): Bar => ({ lane, start: a, end: b, label: 'aten.mul.Tensor', kind: 'eager' });
    steps.push({
      kind: 'op',
      line: 3 + (i % 20),
      rank: 0,
      op: i,
      label: 'aten.mul.Tensor',
      vars: { [`v${i % 50}`]: `k${i % 7}` },
      bars: [bar('host', i * 60, i * 60 + 60), bar('queue', i * 60 + 60, i * 60 + 60), bar('core', i * 60 + 60, i * 60 + 63)],
    });
  }
  return {
    schema: 1,
    torch: '2.13',
    device: 'neuron',
    worldSize: 1,
    options: { device: 'neuron', worldSize: 1, kernelCache: 'warm', graphCache: 'cold', numbers: true, target: 'trn2' },
    shapesAlone: null,
    exit: 'ok',
    stdout: '',
    error: null,
    ops,
    frames: [],
    collectives: {},
    syncs: [],
    fallbacks: [],
    clock: { host: 0, device: 0, compile: 0, copies: 0, total: n * 60 + 3 },
    marks: {},
    steps,
    values: {},
    paths: [],
    partitions: [{ side: 'neuron', first: 0, last: n - 1, ops: n, lines: [3] }],
    crossings: [],
    collectiveRows: [],
    hang: null,
    ranks: null,
    notes: [],
  };
}

describe('10,000 operators', () => {
  const model = indexRun(long(10_000), 'x\n'.repeat(30));
  const rank = model.ranks[0]!;
  counterparts(model, rank, 's0');

  test('a step anywhere is read without reading all others', () => {
    let reads = 0;
    const steps = new Proxy(rank.steps, {
      get(target, name, receiver) {
        reads++;
        return Reflect.get(target, name, receiver);
      },
    });
    const watched = { ...rank, steps };
    counterparts(model, watched, 's0');
    reads = 0;
    for (let k = 0; k < 100; k++) {
      const i = (k * 7919) % 10_000;
      expect(varsAt(watched, i)).toEqual(varsAt(rank, i));
      expect(counterparts(model, watched, `s${i}`).has(`s${i}`)).toBe(true);
    }
    expect(reads).toBeGreaterThan(0);
    expect(reads / 100).toBeLessThan(100);
  });

  test('the timeline draws few shapes when it shows everything', () => {
    const tl = timelineOf(rank);
    const scale = 900 / tl.axis.drawn;
    const shown = barsInView(tl, 'host', scale, 0, tl.axis.end);
    expect(shown.length).toBeLessThan(950);
    expect(shown.reduce((a, b) => a + b.count, 0)).toBe(10_000);
  });

  test('and only what is in view when it shows little', () => {
    const tl = timelineOf(rank);
    const shown = barsInView(tl, 'host', 1, 300_000, 301_200);
    expect(shown.length).toBeLessThan(30);
    for (const d of shown) expect(d.x).toBe(toPx(tl.axis, 1, d.start));
  });
});
