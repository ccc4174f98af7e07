/**
 * Brings the packages and the pinned Node, on any Node from 18 on; does nothing when they are there already.
 *
 * The pinned Node is an optional platform package, so it arrives with `npm ci`. But npm drops optional packages whose
 * `engines` reject the Node running it (the bundler's native part among them), and that one may be older than the one they
 * are for: npm is told the pinned version (`pinned-version.cjs`), so that all packages come in one pass. A stamp over the
 * lock file, package.json and the platform keeps all this to once a change.
 *
 * All that it says goes to standard error: standard output belongs to the command that comes after.
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
const CI = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
/** npm with the pinned Node's version for its own; quoted as NODE_OPTIONS wants it, for a path may hold spaces. */
const forPinned = () => {
  const preload = `--require ${JSON.stringify(path.join(root, 'src/tools/pinned-version.cjs'))}`;
  return { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${preload}`.trim(), PINNED_NODE: Object.values(wanted.optionalDependencies)[0] };
};
const install = () => spawnSync('npm', CI, { cwd: root, stdio: ['inherit', 2, 'inherit'], shell: windows, env: forPinned() }).status === 0;
const nodeVersion = () => {
  const env = { ...process.env, PATH: bin + path.delimiter + process.env.PATH };
  const result = spawnSync('node', ['-v'], { encoding: 'utf8', shell: windows, env });
  return result.status === 0 ? result.stdout : 'v0.0';
};
if (!(existsSync(stamp) && readFileSync(stamp, 'utf8') === want && newEnough(nodeVersion()))) {
  console.error('[bootstrap] installing packages (about half a minute)');
  const trouble = !install()
    ? 'npm ci failed'
    : newEnough(nodeVersion())
      ? null
      : `no usable Node for ${process.platform}-${process.arch}; install Node 22.12 or newer and try again`;
  if (trouble) {
    console.error(`[bootstrap] ${trouble}`);
    process.exitCode = 1;
  } else writeFileSync(stamp, want);
}
