/**
 * `npm run bench`: the engine against others on this machine, as ratios of one run.
 *
 * Never part of a test: timings depend on the machine. `--markdown` prints the table for the documentation.
 */
import os from 'node:os';
import { micros } from './measure.ts';
import { operators } from './operators.ts';

const rows = await operators();
const ratio = (r: (typeof rows)[number]): string => `${(r.tfjs / r.engine).toFixed(1)}${r.tfjs / r.engine < r.bar ? ` (bar ${r.bar})` : ''}`;
if (process.argv.includes('--markdown')) {
  console.log(`Node ${process.version}, ${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores.\n`);
  console.log('| what | engine µs | tfjs cpu µs | ratio |\n| --- | ---: | ---: | ---: |');
  for (const r of rows) console.log(`| ${r.name} | ${micros(r.engine)} | ${micros(r.tfjs)} | ${ratio(r)} |`);
} else {
  for (const r of rows) console.log(`${r.name.padEnd(36)} engine ${micros(r.engine).padStart(8)} µs   tfjs ${micros(r.tfjs).padStart(8)} µs   ratio ${ratio(r)}`);
}
