/** Programs of test/golden/python against what CPython 3.11 left (generate.py). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../support/run-python.ts';

const dir = new URL('../../golden/python/', import.meta.url);
const names = readdirSync(dir)
  .filter((f) => f.endsWith('.json'))
  .map((f) => f.slice(0, -5));

interface Golden {
  stdout: string;
  error: { type: string; message: string; line: number | null } | null;
  traceback: string | null;
}

describe('programs run as CPython runs them', () => {
  it.each(names)('%s', (name) => {
    const golden = JSON.parse(readFileSync(new URL(`${name}.json`, dir), 'utf8')) as Golden;
    const r = runProgram(readFileSync(new URL(`${name}.py`, dir), 'utf8'), `${name}.py`);
    expect(r.stdout).toBe(golden.stdout);
    expect(r.error).toEqual(golden.error);
    if (golden.traceback !== null) expect(r.stderr).toBe(golden.traceback);
  });
});
