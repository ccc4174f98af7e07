/** Every example program in this process, report included: processor milliseconds of the first run of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { run } from '../../src/engine/index.ts';
import { spent } from './measure.ts';

export interface ProgramRow {
  readonly name: string;
  readonly operators: number;
  readonly ms: number;
  /** 100 below a thousand operators, 3000 above. */
  readonly bar: number;
}

/** The slowest first. */
export function programs(): ProgramRow[] {
  const dir = new URL('../../content/programs/', import.meta.url);
  const names = readdirSync(dir)
    .filter((f) => f.endsWith('.py'))
    .sort();
  const read = (name: string): string => readFileSync(new URL(name, dir), 'utf8');
  run(read('eager_module_tour.py'), {}); // loads the library
  return names
    .map((name): ProgramRow => {
      let operators = 0;
      const ms = spent(() => {
        const report = run(read(name), { filename: name });
        operators = (report.ranks ?? [report]).reduce((n, r) => n + r.ops.length, 0);
      });
      return { name, operators, ms, bar: operators < 1000 ? 100 : 3000 };
    })
    .sort((a, b) => b.ms / b.bar - a.ms / a.bar);
}
