/** Every entry of the table has PyTorch's schema, letter by letter, and leaves a row exactly where PyTorch's does. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { planOf } from '../../../src/engine/aten/op.ts';
import { allOverloads, findOp } from '../../../src/engine/aten/table.ts';

const real: Record<string, boolean> = JSON.parse(gunzipSync(readFileSync(new URL('../../golden/aten/schemas.json.gz', import.meta.url))).toString());

const core: string[] = JSON.parse(readFileSync(new URL('../../golden/aten/core.json', import.meta.url), 'utf8'));

test(`all ${core.length} operators tagged Core ATen are in the table`, () => {
  expect(core.filter((n) => findOp(n) === null)).toEqual([]);
});

test('schemas are those of native_functions.yaml', () => {
  const wrong = allOverloads()
    .map((n) => (findOp(n) as { schema: string }).schema)
    .filter((s) => !(s in real));
  expect(wrong).toEqual([]);
});

test('composites are those of PyTorch', () => {
  const wrong = allOverloads()
    .map((n) => findOp(n))
    .filter((o) => o && o.schema in real && (o.kind === 'composite') !== real[o.schema])
    .map((o) => `${o?.kind} ${o?.schema}`);
  expect(wrong).toEqual([]);
});

test('derivatives name arguments of their schema', () => {
  for (const n of allOverloads()) {
    const op = findOp(n);
    if (op) expect(() => planOf(op)).not.toThrow();
  }
});
