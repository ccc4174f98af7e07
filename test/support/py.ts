/**
 * Runs a Python file (or standard input) in the evaluator, as `python3 FILE` would: the engineers' own command line.
 * With `--time` it tells steps and milliseconds on standard error.
 */
import { readFileSync } from 'node:fs';
import { runProgram } from './run-python.ts';

const args = process.argv.slice(2).filter((a) => a !== '--time');
const file = args[0] ?? '/dev/stdin';
const started = performance.now();
const r = runProgram(readFileSync(file, 'utf8'), args[0] ?? '<stdin>');
process.stdout.write(r.stdout);
process.stderr.write(r.stderr);
if (process.argv.includes('--time')) {
  const ms = performance.now() - started;
  process.stderr.write(`${r.steps} steps, ${ms.toFixed(0)} ms, ${(r.steps / ms / 1000).toFixed(1)} M steps/s\n`);
}
process.exitCode = r.exit === 'ok' ? 0 : 1;
