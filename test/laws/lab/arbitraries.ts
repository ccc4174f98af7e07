/** Random reports: steps with deltas of variables, bars on lanes, operators on both sides of the border. */
import fc from 'fast-check';
import type { Bar, OpRow, RunReport, Step } from '../../../src/engine/report/types.ts';
import { partition } from '../../../src/engine/neuron/partition.ts';
import { DEFAULT_OPTIONS } from '../../../src/lab/state/address.ts';

const name = fc.constantFrom('x', 'y', 'w', 'loss', 'model');
const key = fc.constantFrom('k0', 'k1', 'k2', 'k3', null);
const where = fc.constantFrom<OpRow['where']>('cpu', 'neuron', 'view', 'fallback');

const one = fc.record({
  line: fc.integer({ min: 1, max: 12 }),
  vars: fc.dictionary(name, key, { maxKeys: 3 }),
  where,
  took: fc.integer({ min: 1, max: 90 }),
  sync: fc.boolean(),
});

/** A report of one rank. Bars of the host lane follow one another, as they do in a real run. */
export const report: fc.Arbitrary<RunReport> = fc.array(one, { minLength: 1, maxLength: 300 }).map((rows) => {
  let t = 0;
  const ops: OpRow[] = [];
  const steps: Step[] = rows.map((row): Step => {
    const bars: Bar[] = [{ lane: 'host', start: t, end: t + row.took, label: 'aten.mul.Tensor', kind: row.where === 'fallback' ? 'host' : 'eager' }];
    t += row.took;
    if (row.sync) return { kind: 'sync', line: row.line, rank: 0, op: null, label: 'item', bars, vars: row.vars };
    ops.push({ op: row.where === 'fallback' ? 'aten.sort.default' : 'aten.mul.Tensor', line: row.line, phase: 'forward', where: row.where });
    return { kind: 'op', line: row.line, rank: 0, op: ops.length - 1, label: 'aten.mul.Tensor', bars, vars: row.vars };
  });
  const crossings = steps.flatMap((s, step) =>
    s.op !== null && ops[s.op]!.where === 'fallback'
      ? (['to-host', 'to-device'] as const).map((direction) => ({ step, line: s.line, direction, bytes: 32, cause: 'aten.sort.default' }))
      : [],
  );
  return {
    schema: 1,
    torch: '2.13',
    device: 'neuron',
    worldSize: 1,
    options: DEFAULT_OPTIONS,
    shapesAlone: null,
    exit: 'ok',
    stdout: '',
    error: null,
    ops,
    frames: [],
    collectives: {},
    syncs: [],
    fallbacks: [],
    clock: { host: t, device: 0, compile: 0, copies: 0, total: t },
    marks: {},
    steps,
    values: {},
    paths: [],
    partitions: partition(steps, (s) => (s.op === null ? null : ops[s.op]!.where)),
    crossings,
    collectiveRows: [],
    hang: null,
    ranks: null,
    notes: [],
  };
});
