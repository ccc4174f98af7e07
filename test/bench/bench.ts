/**
 * `npm run bench`: the engine against others on this machine, as ratios of one run.
 *
 * Shapes and programs run in processes of their own, before the operators: a warm engine would flatter them. Never part
 * of a test: timings depend on the machine. `--markdown` prints tables for the documentation.
 */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { flagsOf } from '../../src/tools/flags.ts';
import { micros } from './measure.ts';
import { operators } from './operators.ts';
import type { ProgramRow } from './programs.ts';
import type { ShapeRow } from './shapes.ts';

const { flags } = flagsOf(import.meta.filename, { markdown: 'switch', part: ['shapes', 'programs'] });
const { part } = flags;
if (part === 'shapes') {
  const { shapes } = await import('./shapes.ts');
  console.log(JSON.stringify(shapes()));
} else if (part === 'programs') {
  const { programs } = await import('./programs.ts');
  console.log(JSON.stringify(programs()));
} else {
  await all(flags.markdown === true);
}

function apart<T>(name: string): T {
  const args = ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url), `--part=${name}`];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 })) as T;
}

function table(markdown: boolean, head: string[], rows: string[][]): void {
  if (markdown) {
    console.log(`\n| ${head.join(' | ')} |\n| --- |${' ---: |'.repeat(head.length - 1)}`);
    for (const r of rows) console.log(`| ${r.join(' | ')} |`);
    return;
  }
  const widths = head.map((h, i) => Math.max(h.length, ...rows.map((r) => (r[i] ?? '').length)));
  const line = (r: string[]): string => r.map((c, i) => (i === 0 ? c.padEnd(widths[i] ?? 0) : c.padStart(widths[i] ?? 0))).join('  ');
  console.log(`\n${line(head)}`);
  for (const r of rows) console.log(line(r));
}

async function all(markdown: boolean): Promise<void> {
  const { torchMachine } = await import('./shapes.ts');
  const { rows: shapeRows, megabytes } = apart<{ rows: ShapeRow[]; megabytes: number }>('shapes');
  const programRows = apart<ProgramRow[]>('programs');
  console.log(`Node ${process.version}, ${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}.`);
  const operatorRows = await operators();
  table(
    markdown,
    ['what', 'engine µs', 'tfjs cpu µs', 'ratio', 'bar'],
    operatorRows.map((r) => [r.name, micros(r.engine), micros(r.tfjs), (r.tfjs / r.engine).toFixed(1), String(r.bar)]),
  );
  console.log(`\nShapes alone, processor seconds, the engine's most memory ${megabytes.toFixed(0)} MB; ${torchMachine}.`);
  table(
    markdown,
    ['model', 'operators', 'first', 'later', 'PyTorch first', 'later', 'with rows', 'ratio first', 'ratio later', 'with rows'],
    shapeRows.map((r) => [
      r.name,
      String(r.operators),
      r.first.toFixed(2),
      r.later.toFixed(2),
      r.torch.first.toFixed(2),
      r.torch.plain.toFixed(2),
      r.torch.noted.toFixed(2),
      (r.torch.first / r.first).toFixed(1),
      (r.torch.plain / r.later).toFixed(1),
      (r.torch.noted / r.later).toFixed(1),
    ]),
  );
  const over = programRows.filter((r) => r.ms > r.bar);
  console.log(`\nExample programs: ${programRows.length}, over their bar ${over.length}; the slowest beside their bars:`);
  table(
    markdown,
    ['program', 'operators', 'ms', 'bar'],
    programRows.slice(0, Math.max(8, over.length)).map((r) => [r.name, String(r.operators), r.ms.toFixed(0), String(r.bar)]),
  );
}
