/**
 * PyTorch's own operator test data. An entry passes when every recorded sample is equal: results, types, strides,
 * gradients. The list of passing entries is made by running (`OPDB_UPDATE=1 npx vitest run test/unit/aten/opdb.test.ts`);
 * an entry on it must stay on it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { golden, runSample } from './opdb.ts';

const file = new URL('../../golden/aten/opdb.passing.json', import.meta.url);

describe('op_db', () => {
  const g = golden();
  const passing: string[] = [];
  const rows: string[] = [];
  for (const [name, samples] of Object.entries(g.entries)) {
    const outcomes = samples.map(runSample);
    if (outcomes.every((o) => o.error === null)) passing.push(name);
    if (outcomes.every((o) => o.error === null && o.rows === null)) rows.push(name);
  }
  if (process.env['OPDB_UPDATE']) writeFileSync(file, `${JSON.stringify({ of: Object.keys(g.entries).length, passing, rows }, null, 0).replaceAll('","', '",\n"')}\n`);
  const known: { passing: string[]; rows: string[] } = JSON.parse(readFileSync(file, 'utf8'));

  test(`${passing.length} of ${Object.keys(g.entries).length} entries with every sample equal`, () => {
    expect(known.passing.filter((n) => !passing.includes(n))).toEqual([]);
    expect(passing.length).toBeGreaterThanOrEqual(400);
  });
  test(`${rows.length} entries whose trace rows are equal too`, () => {
    expect(known.rows.filter((n) => !rows.includes(n))).toEqual([]);
  });
});
