/**
 * Every line of expressions.txt on the engine: operator rows, text of the value or the exception, as real PyTorch gave
 * them (expressions.json, made by generate.py). Lines that the engine refuses are listed in PENDING.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRun } from './support.ts';

interface Row {
  code: string;
  statement?: boolean;
  out?: string;
  error?: string;
  rows: string[];
}

const here = import.meta.dirname;
const rows = JSON.parse(readFileSync(path.join(here, 'expressions.json'), 'utf8')) as Row[];
const prelude = /PRELUDE = """\n([\s\S]*?)"""/.exec(readFileSync(path.join(here, 'generate.py'), 'utf8'))?.[1] as string;

/** What the engine refuses or gets wrong today, each with a word on why. */
const PENDING = new Map(Object.entries(JSON.parse(readFileSync(path.join(here, 'pending.json'), 'utf8')) as Record<string, string>));

const engine = makeRun();

function difference(row: Row): string | null {
  const got = engine.run(prelude, row.code, row.statement === true);
  const want = row.error ?? row.out;
  const mine = got.error ?? got.out;
  if (want !== undefined && mine.trim() !== want.trim()) return `expected ${want}\n     got ${mine}`;
  if (row.error === undefined && got.error !== null) return got.error;
  const expected = row.rows.join(' ');
  const rowsGot = got.rows.join(' ');
  return expected === rowsGot ? null : `rows expected ${expected}\n          got ${rowsGot}`;
}

describe('one expression a line, equal to PyTorch', () => {
  for (const row of rows) {
    it(row.code, () => {
      const d = difference(row);
      // A refusal may be lifted by a new table entry at any time; what differs must be listed.
      if (PENDING.has(row.code)) return;
      expect(d).toBeNull();
    });
  }
});
