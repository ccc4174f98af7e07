/** The operator table: its import, its filters and addresses, the engine's coverage, and the reader's own table. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verdict } from '../../../src/components/operators/answer.ts';
import { ABOUT, choose, fromHash, NOTHING, toHash } from '../../../src/components/operators/filter.ts';
import { operatorData, type Row } from '../../../src/components/operators/table.ts';
import { run } from '../../../src/engine/index.ts';
import { allOverloads } from '../../../src/engine/aten/table.ts';
import { overlayOf, ownOf, parseOwn, type OwnTable } from '../../../src/lab/state/own-table.ts';
import { compile } from '../../../src/tools/operators/compile.ts';
import { familyOf } from '../../../src/tools/operators/families.ts';

const data = operatorData();
const pathOf = (row: Row) => row[1];
const chosen = (part: Partial<typeof NOTHING>) => choose(data, { ...NOTHING, ...part }, pathOf).map(([op]) => op);

describe('import', () => {
  const words = { 'does a': 'It does A.', 'graph mode only': '' };
  const row = (op: string, path: string, notes = 'does a') => ({ op, path, notes });
  test('merges rows that say the same, and graph rules with eager rows', () => {
    const { rows, notes } = compile(
      [row('aten::x', 'mlir'), row('aten::x', 'xla+mlir'), row('aten::x', 'torch.compile decomposition (Neuron-specific)', 'graph mode only')],
      words,
      new Set(),
    );
    expect(rows).toEqual([['aten::x', 'kernel', 0, 'pointwise and others', [0], 2, 0]]);
    expect(notes).toEqual(['It does A.']);
  });
  test('a family is that of the operator, whatever the overload is called', () => {
    const families = ['abs.out', 'sqrt', 'neg', 'lgamma', 'div.Tensor_mode', 'elu_backward.grad_input', 'new_ones', 't', 'eq.Tensor'].map((name) =>
      familyOf(`aten::${name}`),
    );
    expect(families).toEqual([
      'pointwise and others',
      'pointwise and others',
      'pointwise and others',
      'pointwise and others',
      'pointwise and others',
      'activations',
      'creation and copy',
      'views and shapes',
      'comparison and logic',
    ]);
    // Every overload of an operator is in one family.
    const seen = new Map<string, number>();
    const torn = data.rows.filter(([op, , , family]) => {
      const packet = op.split('.')[0] ?? '';
      const first = seen.get(packet) ?? family;
      seen.set(packet, first);
      return first !== family;
    });
    expect(torn.map(([op]) => op)).toEqual([]);
  });
  test('stops at rows that contradict each other', () => {
    expect(() => compile([row('aten::x', 'mlir'), row('aten::x', 'cpu fallback')], words, new Set())).toThrow(/aten::x: contradicts itself: kernel and host/);
  });
  test('stops at unknown paths, unknown notes and kinds of data without a rule', () => {
    expect(() => compile([row('aten::x', 'magic')], words, new Set())).toThrow(/what is the path "magic"/);
    expect(() => compile([row('aten::x', 'mlir', 'does b')], words, new Set())).toThrow(/no words for "does b"/);
    expect(() => compile([row('category: odd', 'unsupported')], words, new Set())).toThrow(/no rule for/);
  });
});

describe('the table', () => {
  test('has one row an operator, and no more than one', () => {
    const names = data.rows.map(([op]) => op);
    expect(names.length).toBeGreaterThan(1800);
    expect(new Set(names).size).toBe(names.length);
  });
  test('names no file of the tree it was read from', () => {
    expect(JSON.stringify(data)).not.toMatch(/python_ops|csrc|snapshot|\.py\b|\.cpp/);
  });
  test('the engine’s coverage is up to date', () => {
    const kept = JSON.parse(readFileSync('content/operators/engine.json', 'utf8'));
    expect(kept, 'run npm run operators:coverage').toEqual([...allOverloads()].sort());
  });
});

describe('filters', () => {
  test('the best name comes first', () => {
    expect(chosen({ word: 'sort' })[0]).toBe('aten::sort');
    expect(chosen({ word: 'torch.add' })[0]).toMatch(/^aten::add\./);
    expect(chosen({ word: 'add.tensor' })[0]).toBe('aten::add.Tensor');
    expect(chosen({ word: 'no such thing' })).toEqual([]);
  });
  test('every filter narrows the list, and they combine', () => {
    const host = chosen({ path: 'host' });
    expect(host.length).toBeGreaterThan(400);
    const both = chosen({ path: 'host', family: 'random' });
    expect(both.length).toBeGreaterThan(5);
    expect(both.every((op) => host.includes(op))).toBe(true);
    for (const about of Object.keys(ABOUT)) expect(chosen({ about }).length, about).toBeGreaterThan(0);
    expect(chosen({ engine: '1' }).length + chosen({ engine: '0' }).length).toBe(data.rows.length);
  });
  test('the address holds the state, and a bare name is a row', () => {
    const choice = { ...NOTHING, word: 'sort x', path: 'host', op: 'aten::sort' };
    expect(fromHash(toHash(choice))).toEqual(choice);
    expect(toHash({ ...NOTHING, op: 'aten::sort' })).toBe('#aten::sort');
    expect(fromHash('#aten::sort').op).toBe('aten::sort');
    expect(toHash(NOTHING)).toBe('');
  });
});

describe('the reader’s own table', () => {
  // Made by content/operators/read_table.py with PyTorch 2.13.0 and a stand-in for the device half.
  const text = readFileSync('test/unit/site/own-operators.json', 'utf8');
  const table = parseOwn(text) as OwnTable;

  test('what the script prints is understood', () => {
    expect(table.torch).toMatch(/^2\.13\.0/);
    expect(Object.keys(table.ops).length).toBeGreaterThan(3000);
    expect(table.ops['aten::mm']).toBe('kernel');
    expect(table.ops['aten::add.Tensor']).toBe('kernel'); // through its out= form
    expect(table.ops['aten::transpose.int']).toBe('view');
    expect(table.ops['aten::linear']).toBe('composite');
    expect(table.ops['aten::_softmax']).toBe('host');
    expect(table.ops['aten::sort']).toBe('host'); // it fell back in the program that was run
  });
  test('a terminal may speak before and after it', () => {
    expect(parseOwn(`$ python read_table.py\nUserWarning: slow\n${text}\n(venv) $ `)).toEqual(table);
  });
  test('it decides what falls back in a run', () => {
    const program = "import torch\nx = torch.ones(2, 2, device='neuron')\nprint((x * 2).sum().item())\n";
    const fell = (overlay?: [string, boolean][]) => run(program, overlay ? { overlay: new Map(overlay) } : {}).fallbacks.map(({ op }) => op);
    expect(fell()).toEqual([]);
    expect(fell(overlayOf(table))).toContain('aten.mul.Tensor');
  });
  test('anything else is refused with a reason', () => {
    expect(parseOwn('hello')).toEqual({ why: 'ownNoJson' });
    expect(parseOwn('{"a":1}')).toEqual({ why: 'ownOther' });
    const of = (ops: object) => parseOwn(JSON.stringify({ atlas: 'operators', version: 1, ops }));
    expect(of({ '<img>': 'kernel' })).toEqual({ why: 'ownStrange', name: '<img>' });
    expect(of({ 'aten::x': 'magic' })).toEqual({ why: 'ownStrange', name: 'aten::x' });
    expect(of({})).toEqual({ why: 'ownEmpty' });
    // Made by PyTorch alone: everything would be said to run on the host.
    expect(of({ 'aten::mm': 'host' })).toEqual({ why: 'ownNoDevice' });
    expect(parseOwn('x'.repeat(5_000_000))).toEqual({ why: 'ownTooLarge' });
  });
  test('nothing kept, or nonsense, is no table', () => {
    for (const kept of [null, '', 'nonsense', 'null', '{"ops":null}', '[]', '{"ops":{"aten::mm":"magic"}}']) expect(ownOf(kept), String(kept)).toBeNull();
    expect(ownOf(JSON.stringify(table))?.ops['aten::mm']).toBe('kernel');
  });
});

describe('the answer to a whole name', () => {
  const said = (typed: string) => verdict(data, typed, pathOf);
  test('sort ends on the host, and the compiler refuses it', () => {
    for (const typed of ['sort', 'aten::sort', 'torch.sort', ' SORT ']) expect(said(typed)).toMatchObject({ op: 'sort', ends: ['host'] });
    expect(said('sort')?.refusal).toContain('NCC_EVRF029');
    expect(said('sort')?.row[0]).toBe('aten::sort');
    expect(said('sort.stable')?.row[0]).toBe('aten::sort.stable');
  });
  test('every operator that is listed has one, from its own rows; what is none has none', () => {
    const byName = Map.groupBy(data.rows, ([op]) => op.split(/[. ]/)[0]);
    for (const [name] of data.rows.filter(([op]) => /^aten::[\w.]+$/.test(op))) {
      const found = said(name);
      const forms = byName.get(name.split('.')[0]) ?? [];
      expect(found?.row[0], name).toBe(name);
      expect(found?.ends.length, name).toBeGreaterThan(0);
      expect(
        found?.ends.every((end) => forms.some((form) => pathOf(form) === end)),
        name,
      ).toBe(true);
    }
    for (const typed of ['', 'sor', 'sort by key', 'torch', 'sort.']) expect(said(typed), typed).toBeNull();
  });
});
