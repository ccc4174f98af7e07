/**
 * Everything `npm test` runs, with one summary at the end: `N passed, N failed`.
 *
 * Two lanes at once, since two cores are the least that a machine has: one builds the site and looks at each of its pages,
 * the other runs what needs no site; then each takes what is left. Each gate (lint, layers, format, types) and the build of the site count
 * as one test. What a step prints is shown where it failed. The exit code is not 0 when anything failed, and a step that
 * cannot start counts as failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const bin = path.join(root, 'node_modules', '.bin');
const scratch = mkdtempSync(path.join(os.tmpdir(), 'atlas-test-'));
const digests = path.join(scratch, 'digests.json');
const env = { ...process.env, PATH: bin + path.delimiter + process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1' };
const windows = process.platform === 'win32';

/** Runs a command to its end; `output` is what it printed. */
function run(command, args, more = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ status: 1, output: `${output}${error.message}\n` }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

const total = { passed: 0, failed: 0, skipped: 0 };

/** One line a step when it ends, with its output if it failed. */
async function step(name, work) {
  const start = performance.now();
  const { output, ...counts } = await work();
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
  const seconds = Math.round((performance.now() - start) / 1000);
  const said = Object.entries(counts).filter(([, n]) => n > 0);
  console.log(`${counts.failed ? '✗' : '✓'} ${name.padEnd(8)} ${`${seconds} s`.padStart(6)}   ${said.map(([key, n]) => `${n} ${key}`).join(', ')}`);
  if (counts.failed) console.log(output);
  return !counts.failed;
}

const gate = (name, command, args) =>
  step(name, async () => {
    const { status, output } = await run(command, args);
    return status === 0 ? { passed: 1 } : { failed: 1, output };
  });

const tests = (name, project = name, folder = '') =>
  step(name, async () => {
    const file = path.join(scratch, `${name}.json`);
    const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const { status, output } = await run('vitest', folder ? [...args, folder] : args, { ATLAS_DIGESTS: digests });
    try {
      const report = JSON.parse(readFileSync(file, 'utf8'));
      // A file that cannot be loaded fails without failing a test.
      const failed = report.numFailedTests || (status ? 1 : 0);
      return { passed: report.numPassedTests, failed, skipped: report.numPendingTests, output };
    } catch {
      return { failed: 1, output };
    }
  });

if (spawnSync('node', ['test/support/ensure-chromium.mjs'], { cwd: root, stdio: 'inherit', env, shell: windows }).status) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

console.log('All tests, in two lanes. A line for each step when it ends; its output where it failed.\n');
const built = gate('build', 'node', ['--disable-warning=ExperimentalWarning', 'test/support/builds.ts', digests]);

/** What either lane takes up when it is free. */
const open = [
  { needsSite: false, work: () => gate('types', 'npm', ['run', '-s', 'types']) },
  { needsSite: false, work: () => tests('browser') },
  { needsSite: true, work: () => tests('e2e', 'e2e', 'test/e2e') },
];

async function takeOpen() {
  // Builds and the check of types write the same generated types: not at once. Likewise Vite's cache of packages.
  const site = await built;
  for (let job = open.shift(); job; job = open.shift()) if (site || !job.needsSite) await job.work();
}

async function pages() {
  if (await built) await tests('a11y', 'e2e', 'test/a11y');
  await takeOpen();
}

async function rest() {
  await gate('lint', 'biome', ['lint', '--error-on-warnings', '--diagnostic-level=warn']);
  await gate('format', 'npm', ['run', '-s', 'format:check']);
  await gate('layers', 'depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']);
  await tests('unit');
  await takeOpen();
}

await Promise.all([pages(), rest()]);
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed ? 1 : 0);
