/** PyTorch's own choice of layouts for operators on distributed tensors (generate_strategies.py), row by row. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DeviceMesh } from '../../../src/engine/mesh/device_mesh.ts';
import { Partial, type Placement, Replicate, type ReduceOp, Shard } from '../../../src/engine/mesh/placement.ts';
import { RULES as COMMON } from '../../../src/engine/mesh/rules/index.ts';
import { RARER } from '../../../src/engine/mesh/rules/rarer.ts';
import type { Spec } from '../../../src/engine/mesh/spec.ts';
import { PyError, Unsupported } from '../../../src/engine/python/errors.ts';
import { contiguousStrides } from '../../../src/engine/tensor/strides.ts';
import type { Arg } from '../../../src/engine/aten/op.ts';

const RULES = new Map([...RARER, ...COMMON]);

interface Row {
  op: string;
  mesh: string;
  shapes: number[][];
  itemsize: number[];
  args: Arg[];
  in: string[];
  out?: (string | null)[];
  use?: string[];
  error?: [string, string];
}

const rows = JSON.parse(readFileSync(new URL('./strategies.json', import.meta.url), 'utf8')) as Row[];
const meshes: Record<string, DeviceMesh> = {
  '4': new DeviceMesh('cpu', [4], [0, 1, 2, 3], null),
  '2x2': new DeviceMesh('cpu', [2, 2], [0, 1, 2, 3], null),
};
const parse = (text: string): Placement[] =>
  text.split(' ').map((p) => (p === 'R' ? Replicate : p === 'M' ? Partial('mask') : p.startsWith('S') ? Shard(...(p.slice(1).split('/').map(Number) as [number])) : Partial(p.slice(1) as ReduceOp)));
const print = (list: readonly Placement[]): string =>
  list.map((p) => (p.kind === 'replicate' ? 'R' : p.kind === 'shard' ? `S${p.dim}${p.factor ? `/${p.factor}` : ''}` : p.op === 'mask' ? 'M' : `P${p.op.startsWith('norm') ? 'sum' : p.op}`)).join(' '); // a partial norm's reduce_op is sum

function ours(row: Row): { out: string[]; use: string[] } | { error: string } | { refused: string } {
  const rule = RULES.get(row.op);
  if (!rule) return { refused: 'no rule' };
  const mesh = meshes[row.mesh] as DeviceMesh;
  const inputs: Spec[] = row.shapes.map((shape, i) => ({ mesh, placements: parse(row.in[i] as string), meta: { shape, strides: contiguousStrides(shape), dtype: 'float32', itemsize: row.itemsize[i] as number } }));
  try {
    const choice = rule({ overload: row.op, inputs, args: row.args, rank: 0 });
    if (!choice) return { error: 'RuntimeError' };
    return { out: choice.outputs.map(print), use: choice.inputs.map(print) };
  } catch (e) {
    if (e instanceof PyError) return { error: e.name };
    if (e instanceof Unsupported) return { refused: String(e.message) };
    throw e;
  }
}

const byOp = new Map<string, Row[]>();
for (const row of rows) byOp.set(row.op, [...(byOp.get(row.op) ?? []), row]);

for (const [op, list] of byOp) {
  it.skipIf(!RULES.has(op))(op, () => {
    const wrong: string[] = [];
    for (const row of list) {
      const got = ours(row);
      if ('refused' in got) continue;
      if (row.error) {
        if (!('error' in got)) wrong.push(`${row.mesh} ${row.shapes.join(' ')} [${row.in.join(' | ')}]: PyTorch raises ${row.error.join(': ')}, ours ${JSON.stringify(got)}`);
        continue;
      }
      const want = { out: (row.out as string[]).slice(0, 'out' in got ? got.out.length : 1), use: row.use as string[] };
      if (JSON.stringify(got) !== JSON.stringify(want)) wrong.push(`${row.mesh} ${row.shapes.join(' ')} ${JSON.stringify(row.args)} [${row.in.join(' | ')}]: want ${JSON.stringify(want)}, got ${JSON.stringify(got)}`);
    }
    expect(wrong.slice(0, 6).join('\n')).toBe('');
  });
}
