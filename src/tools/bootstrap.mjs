/**
 * Brings the packages and the pinned Node, on any Node from 18 on; does nothing when they are there already.
 *
 * The pinned Node is an optional platform package, so it arrives with `npm ci`. An old npm drops optional packages
 * whose `engines` reject the Node running it (the bundler's native part among them), hence the second pass on the
 * pinned Node. A stamp over the lock file, package.json and the platform keeps all this to once a change.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const windows = process.platform === 'win32';
const bin = path.join(root, 'node_modules', '.bin');
const stamp = path.join(root, 'node_modules', '.bootstrap');
const read = (name) => readFileSync(path.join(root, name));

// Scripts of package.json change often and install nothing: they stay out of the stamp.
const { scripts: _, ...wanted } = JSON.parse(read('package.json').toString());
const want = createHash('sha256').update(read('package-lock.json')).update(JSON.stringify(wanted)).update(`${process.platform}-${process.arch}`).digest('hex');

const newEnough = (version) => {
  const [major, minor] = version.replace(/^v/, '').trim().split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12);
};
const withBin = () => ({ ...process.env, PATH: bin + path.delimiter + process.env.PATH });
const run = (command, args, env = process.env) => spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows, env }).status === 0;
const nodeVersion = () => {
  const result = spawnSync('node', ['-v'], { encoding: 'utf8', shell: windows, env: withBin() });
  return result.status === 0 ? result.stdout : 'v0.0';
};
const fail = (message) => {
  console.error(`[bootstrap] ${message}`);
  process.exit(1);
};

if (!(existsSync(stamp) && readFileSync(stamp, 'utf8') === want && newEnough(nodeVersion()))) {
  const ci = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
  console.log('[bootstrap] installing packages (about half a minute)');
  if (!run('npm', ci)) fail('npm ci failed');
  if (!newEnough(nodeVersion())) fail(`no usable Node for ${process.platform}-${process.arch}; install Node 22.12 or newer and try again`);
  if (!newEnough(process.version) && !run('npm', ci, withBin())) fail('npm ci failed (second pass)');
  writeFileSync(stamp, want);
}
