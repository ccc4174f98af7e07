/**
 * `npm run golden [-- --check] [NAME …]`: makes (or checks) the goldens of all programs, or of those named.
 * Exit status 0 where there is no reference PyTorch to be had: it says "skipped" and why.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { flagsOf } from '../../src/tools/flags.ts';
import { canImport, findReference } from './python.ts';
import { goldenPrograms, root } from './sets.ts';

const { flags, names: asked } = flagsOf(import.meta.filename, { check: 'switch' }, true);
const names = asked.map((name) => path.basename(name, '.py'));

const all = goldenPrograms();
const unknown = names.filter((name) => !all.some((program) => program.name === name));
if (unknown.length > 0) {
  console.error(`no such program: ${unknown.join(', ')}`);
  process.exit(2);
}
const chosen = (names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all).filter((p) => !p.needsDevice);

const reference = findReference();
if ('skipped' in reference) {
  console.log(`goldens: skipped, ${reference.skipped}`);
  process.exit(0);
}
const main = path.join(root, 'test/golden/generate/main.py');
const lacking = (file: string): string | undefined => {
  const library = /^# needs: (\w+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return library !== undefined && !canImport(reference.python, library) ? library : undefined;
};
const able = chosen.filter(({ name, program }) => {
  const library = lacking(program);
  if (library !== undefined) console.log(`${name}: skipped, the reference has no ${library}`);
  return library === undefined;
});
const pairs = able.map(({ program, golden }) => `${program}=${golden}`);
const result = spawnSync(reference.python, [main, ...(flags.check ? ['--check'] : []), ...pairs], { stdio: 'inherit' });
process.exit(result.status ?? 1);
