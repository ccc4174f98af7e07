/**
 * Makes sure that a Chromium is there before the tests start.
 *
 * Debian as root: installs the distribution's package of the headless shell. Anywhere else it names the command and stops, since installing
 * a browser on somebody's machine is not a test's business. Not on Ubuntu: its package is a stub for a snap.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findChromium } from './chromium.mjs';

const fail = (message) => {
  console.error(`[chromium] ${message}`);
  process.exit(1);
};

const distribution = () => (existsSync('/etc/os-release') ? /^ID=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] : undefined);

function install() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
  console.log('[chromium] none found; installing the Debian package');
  return run('update', '-q') && run('install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell');
}

let found;
try {
  found = findChromium();
} catch (error) {
  fail(error.message);
}
if (!found && distribution() === 'debian' && process.getuid?.() === 0 && install()) found = findChromium();
if (!found) {
  const command = process.platform === 'darwin' ? 'brew install --cask chromium' : 'npx playwright install chromium';
  fail(`the tests need Chromium. Install one (for example: ${command}) or set CHROME_PATH to its program file.`);
}
