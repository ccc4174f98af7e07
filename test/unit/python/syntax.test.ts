/** Verdicts on valid and invalid snippets, as CPython 3.11's compiler gave them (golden/python/syntax/generate.py). */
import '../../support/packs.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileModule } from '../../../src/engine/python/compile/index.ts';
import { PyError, Unsupported } from '../../../src/engine/python/errors.ts';

interface Verdict {
  source: string;
  type: string | null;
  message?: string;
  line?: number;
  /** The first column and the number of carets; null where they go to the end of a line. */
  marks?: [number, number | null];
}
const rows = JSON.parse(readFileSync(new URL('../../golden/python/syntax/verdicts.json', import.meta.url), 'utf8')) as Verdict[];

function verdict(source: string): Verdict {
  try {
    compileModule(source, 'snippet.py');
    return { source, type: null };
  } catch (e) {
    if (e instanceof PyError) {
      const [line, from, endLine, end] = ['lineno', 'offset', 'end_lineno', 'end_offset'].map((name) => e.exc.attrs.get(name) as number);
      const carets = endLine === line ? Math.max(1, end - from) : null;
      return { source, type: e.name, message: e.message, line, marks: [from, carets] };
    }
    if (e instanceof Unsupported) return { source, type: 'Unsupported' };
    throw e;
  }
}

describe('the compiler accepts and refuses what CPython does, in its words', () => {
  it.each(rows.map((r) => [r.source, r] as const))('%j', (_source, row) => {
    const got = verdict(row.source);
    if (got.type === 'Unsupported') expect(row.source).toMatch(/async|await|\\N\{/);
    else expect(got).toEqual(row);
  });
});
