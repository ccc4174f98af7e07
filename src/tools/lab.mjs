/**
 * Starts the command line on any Node from 18 on, before the installation too: what is missing is brought first, its messages
 * go to standard error, and standard output holds what the command line says and nothing else. A Node that reads the
 * engine's files as they are runs them at once; an older one hands over to the pinned one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const able = Number(process.versions.node.split('.')[0]) >= 24;

if (!(able && existsSync(file('node_modules/.bootstrap')))) await import('./bootstrap.mjs');
if (!process.exitCode) {
  if (able) await import('../cli/lab.ts');
  else {
    const windows = process.platform === 'win32';
    const node = file(`node_modules/.bin/node${windows ? '.cmd' : ''}`);
    const quoted = (word) => (windows ? `"${word}"` : word);
    const words = ['--disable-warning=ExperimentalWarning', quoted(file('src/cli/lab.ts')), ...process.argv.slice(2).map(quoted)];
    const { status, error } = spawnSync(quoted(node), words, { stdio: 'inherit', shell: windows });
    if (error) console.error(`[lab] ${error.message}`);
    process.exitCode = status ?? 1;
  }
}
