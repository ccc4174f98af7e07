/**
 * `npm run golden:status [-- --shrink] [NAME …]`: for each program whether the engine agrees with PyTorch, and where it
 * first does not. `--shrink` takes programs that agree off the pending list.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { flagsOf } from '../../src/tools/flags.ts';
import { EngineRunner } from './engine-runner.ts';
import { readPending, writePending } from './pending.ts';
import { goldenPrograms } from './sets.ts';

const { flags, names: asked } = flagsOf(import.meta.filename, { shrink: 'switch' }, true);
const names = asked.map((name) => path.basename(name, '.py'));
const programs = goldenPrograms().filter(
  ({ name, golden }) => existsSync(golden) && (names.length === 0 || names.some((wanted) => name.startsWith(wanted))),
);

const runner = new EngineRunner();
const pending = readPending();
const passing: string[] = [];
for (const program of programs) {
  const difference = await runner.compare(program);
  if (difference === null) passing.push(program.name);
  const state = difference === null ? 'agrees' : pending.has(program.name) ? 'pending' : 'BROKEN';
  console.log(`${state}  ${program.name}${difference === null ? '' : `\n    ${difference}`}`);
}
await runner.close();
console.log(`${passing.length} of ${programs.length} agree`);
if (flags.shrink) {
  for (const name of passing) pending.delete(name);
  writePending(pending);
}
