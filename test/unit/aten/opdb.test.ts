/**
 * PyTorch's own operator test data. An entry passes when every recorded sample is equal: results, types, strides,
 * gradients. `second`: the gradients of its gradients are equal too. `errors`: its wrong inputs raise PyTorch's words.
 * The lists of what agrees are made by running (`OPDB_UPDATE=1 npx vitest run test/unit/aten/opdb.test.ts`); what stands
 * on them must stay on them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { golden, runSample, runSecond, runWrong } from './opdb.ts';

const file = new URL('../../golden/aten/opdb.passing.json', import.meta.url);
interface Passing {
  of: number;
  passing: string[];
  rows: string[];
  second: string[];
  errors: Record<string, number>;
}

describe('op_db', () => {
  const g = golden();
  const now: Passing = { of: Object.keys(g.entries).length, passing: [], rows: [], second: [], errors: {} };
  for (const [name, samples] of Object.entries(g.entries)) {
    const outcomes = samples.map((s) => runSample(s, g.tolerances[name]));
    if (outcomes.every((o) => o.error === null)) now.passing.push(name);
    if (outcomes.every((o) => o.error === null && o.rows === null)) now.rows.push(name);
    const twice = samples.filter((s) => s.second && Object.keys(s.second).length > 0);
    if (twice.length > 0 && twice.every((s) => runSecond(s, g.tolerances[name]) === null)) now.second.push(name);
  }
  for (const [name, wrong] of Object.entries(g.errors)) now.errors[name] = wrong.filter((w) => runWrong(w) === null).length;
  if (process.env['OPDB_UPDATE'])
    writeFileSync(
      file,
      `${JSON.stringify(now)
        .replaceAll('","', '",\n"')
        .replaceAll(/(:\d+),"/g, '$1,\n"')}\n`,
    );
  const known: Passing = JSON.parse(readFileSync(file, 'utf8'));

  test(`${now.passing.length} of ${now.of} entries with every sample equal`, () => {
    expect(known.of).toBe(now.of);
    expect(known.passing.filter((n) => !now.passing.includes(n))).toEqual([]);
  });
  test(`${now.rows.length} entries whose trace rows are equal too`, () => {
    expect(known.rows.filter((n) => !now.rows.includes(n))).toEqual([]);
  });
  test(`${now.second.length} entries with equal second derivatives`, () => {
    expect(known.second.filter((n) => !now.second.includes(n))).toEqual([]);
  });
  const sum = Object.values(now.errors).reduce((a, b) => a + b, 0);
  test(`${sum} wrong inputs that raise PyTorch's words`, () => {
    expect(Object.entries(known.errors).filter(([n, k]) => (now.errors[n] ?? 0) < k)).toEqual([]);
  });
});
