/**
 * Everything `npm test` runs, with one summary at the end: `N passed, N failed`.
 *
 * Three lanes at once, one more than the cores that a machine has at least, since tests of pages wait a good deal: each takes
 * the first step of the list that can start. Each gate (lint, layers, format, types) and each build of the site count as one
 * test. What a step prints is shown where it failed. The exit code is not 0 when anything failed, and a step that cannot start
 * counts as failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const bin = path.join(root, 'node_modules', '.bin');
const scratch = mkdtempSync(path.join(os.tmpdir(), 'atlas-test-'));
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
  console.log(`${counts.failed ? '✗' : '✓'} ${name.padEnd(11)} ${`${seconds} s`.padStart(6)}   ${said.map(([key, n]) => `${n} ${key}`).join(', ')}`);
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
    const { status, output } = await run('vitest', folder ? [...args, folder] : args, { ATLAS_BUILT: '1' });
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

console.log('All tests, in three lanes. A line for each step when it ends; its output where it failed.\n');
const build = (which) => () => gate(`build ${which}`, 'node', ['--disable-warning=ExperimentalWarning', 'test/support/builds.ts', which]);

/**
 * The steps, the longest way to the end first. `after` names steps that must have passed. Steps of one `alone` never run at
 * once: builds and the check of types write the same generated types, and a build without caches takes away Vite's packages.
 */
const steps = [
  { name: 'root', alone: 'caches', work: build('root') },
  { name: 'a11y', after: ['root'], work: () => tests('a11y', 'e2e', 'test/a11y') },
  { name: 'below', alone: 'caches', after: ['root'], work: build('below') },
  { name: 'unit', work: () => tests('unit') },
  { name: 'e2e', after: ['root', 'below'], work: () => tests('e2e', 'e2e', 'test/e2e') },
  { name: 'browser', alone: 'caches', work: () => tests('browser') },
  { name: 'types', alone: 'caches', work: () => gate('types', 'npm', ['run', '-s', 'types']) },
  { name: 'format', work: () => gate('format', 'npm', ['run', '-s', 'format:check']) },
  { name: 'lint', work: () => gate('lint', 'biome', ['lint', '--error-on-warnings', '--diagnostic-level=warn']) },
  { name: 'layers', work: () => gate('layers', 'depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']) },
];
const LANES = 3;

await new Promise((done) => {
  const waiting = [...steps];
  const running = new Set();
  const passed = new Set();
  const failed = new Set();
  const ready = ({ alone, after = [] }) => after.every((name) => passed.has(name)) && ![...running].some((other) => alone && other.alone === alone);
  const start = () => {
    // What a failed step should have made is not looked at: that step is the failure to mend.
    for (let at = waiting.length; at-- > 0;) if (waiting[at].after?.some((name) => failed.has(name))) failed.add(waiting.splice(at, 1)[0].name);
    while (running.size < LANES) {
      const at = waiting.findIndex(ready);
      if (at < 0) break;
      const [next] = waiting.splice(at, 1);
      running.add(next);
      next.work().then((good) => {
        running.delete(next);
        (good ? passed : failed).add(next.name);
        start();
      });
    }
    if (!running.size) done();
  };
  start();
});
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed ? 1 : 0);
