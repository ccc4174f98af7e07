/**
 * Everything `npm test` runs, in order, with one summary at the end: `N passed, N failed`.
 *
 * The gates (lint, format, types, layers) count as one test each. The exit code is not 0 when anything failed, and a
 * gate that cannot start counts as failed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const bin = path.join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: bin + path.delimiter + process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1' };

const gates = [
  ['lint', 'biome', ['lint', '--error-on-warnings', '--diagnostic-level=warn']],
  ['layers', 'depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']],
  ['types', 'astro', ['check', '--minimumSeverity', 'error']],
];

const run = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' }).status;

function vitest() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'atlas-test-'));
  const file = path.join(dir, 'report.json');
  const status = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const failed = report.numFailedTests;
    // A file that cannot be loaded fails without failing a test.
    return { passed: report.numPassedTests, failed: failed || (status ? 1 : 0), skipped: report.numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

if (run('node', ['test/support/ensure-chromium.mjs']) !== 0) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const failedGates = [];
for (const [name, command, args] of gates) {
  console.log(`\n[${name}]`);
  if (run(command, args) === 0) total.passed++;
  else {
    total.failed++;
    failedGates.push(name);
  }
}
console.log('\n[tests]');
const tests = vitest();
for (const key of Object.keys(total)) total[key] += tests[key];

if (failedGates.length) console.log(`\nfailed gates: ${failedGates.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed ? 1 : 0);
