/** Which operators keep partial results, and what is completed first: PyTorch's own choices (generate_partials.py), row by row. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import '../../../src/engine/packs/all.ts';
import type { Arg } from '../../../src/engine/aten/op.ts';
import { DeviceMesh } from '../../../src/engine/mesh/device_mesh.ts';
import { Partial, type Placement, Replicate, type ReduceOp, Shard } from '../../../src/engine/mesh/placement.ts';
import { ruleOf } from '../../../src/engine/mesh/rules/index.ts';
import type { Spec } from '../../../src/engine/mesh/spec.ts';
import { PyError, Unsupported } from '../../../src/engine/python/errors.ts';
import { DTYPES, type DTypeName } from '../../../src/engine/tensor/dtype.ts';
import { contiguousStrides } from '../../../src/engine/tensor/strides.ts';

interface Table {
  op: string;
  args: unknown[];
  rows: string[];
}

type Sample = ['tensor', DTypeName, number[]];
const isSample = (a: unknown): a is Sample => Array.isArray(a) && a[0] === 'tensor';

const tables = JSON.parse(readFileSync(new URL('./partials.json', import.meta.url), 'utf8')) as Table[];
const mesh = new DeviceMesh('cpu', [4], [0, 1, 2, 3], null);
const parse = (p: string): Placement => (p === 'R' ? Replicate : p.startsWith('S') ? Shard(Number(p.slice(1))) : Partial(p.slice(1) as ReduceOp));
const print = (list: readonly Placement[]): string =>
  list.map((p) => (p.kind === 'replicate' ? 'R' : p.kind === 'shard' ? `S${p.dim}${p.factor ? `/${p.factor}` : ''}` : p.op === 'mask' ? 'M' : `P${p.op.startsWith('norm') ? 'sum' : p.op}`)).join();

function samples(args: readonly unknown[]): Sample[] {
  return args.flatMap((a) => (isSample(a) ? [a] : Array.isArray(a) ? samples(a) : []));
}

function ours({ op, args }: Table, placements: readonly string[]): string {
  const rule = ruleOf(op);
  if (!rule) return '?';
  const inputs = samples(args).map(([, dtype, shape], i): Spec => ({
    mesh,
    placements: [parse(placements[i] as string)],
    meta: { shape, strides: contiguousStrides(shape), dtype, itemsize: DTYPES[dtype].itemsize },
  }));
  const own = args.map((a) => (typeof a === 'string' && a.startsWith('torch.') ? DTYPES[a.slice(6) as DTypeName] : a)) as Arg[];
  try {
    const choice = rule({ overload: op, inputs, args: own, rank: 0 });
    return choice ? `${choice.inputs.map(print).join()}|${choice.outputs.map(print).join()}` : '!RuntimeError';
  } catch (e) {
    if (e instanceof PyError) return `!${e.name}`;
    if (e instanceof Unsupported) return '?';
    throw e;
  }
}

it('partial results go where PyTorch lets them', () => {
  const wrong: string[] = [];
  for (const table of tables) {
    for (const row of table.rows) {
      const [given, ...want] = row.split('|') as [string, ...string[]];
      const got = ours(table, given.split(','));
      // One layout for all results.
      if (got.includes('|') && want[1]?.startsWith(`${got.split('|')[1]},`)) want[1] = got.split('|')[1] as string;
      const same = got === want.join('|') || got === '?' || (got.startsWith('!') && want[0]?.startsWith('!'));
      if (!same) wrong.push(`${table.op} ${JSON.stringify(table.args.slice(1))} ${given}: want ${want.join('|')}, got ${got}`);
    }
  }
  expect(wrong).toEqual([]);
});
