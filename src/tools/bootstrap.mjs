/**
 * Brings the packages and the pinned Node, on any Node from 18 on; does nothing when they are there already.
 *
 * The pinned Node is an optional platform package, so it arrives with `npm ci`. But npm drops optional packages whose
 * `engines` reject the Node running it (the bundler's native part among them). So where the Node that is there is too
 * old, the pinned one comes first, alone and beside the project, and all packages are installed by it, in one pass. A
 * stamp over the lock file, package.json and the platform keeps all this to once a change.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
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
const withBin = (first = bin) => ({ ...process.env, PATH: first + path.delimiter + process.env.PATH });
const install = (env, ...more) => spawnSync('npm', [...CI, ...more], { cwd: root, stdio: 'inherit', shell: windows, env }).status === 0;
const nodeVersion = (first = bin) => {
  const result = spawnSync('node', ['-v'], { encoding: 'utf8', shell: windows, env: withBin(first) });
  return result.status === 0 ? result.stdout : 'v0.0';
};
const fail = (message) => {
  throw new Error(message);
};

/** Installs this platform's pinned Node into an empty folder, as the lock file has it; whether it runs there. */
function bringNode(folder) {
  const { lockfileVersion, packages } = JSON.parse(read('package-lock.json').toString());
  const fits = ([, { os, cpu, bin }]) => bin?.node && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  const [place, entry] = Object.entries(packages).find(fits) ?? [];
  if (!place) return false;
  const whole = { name: 'node', version: '0.0.0', dependencies: { [place.replace('node_modules/', '')]: entry.version } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(whole));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...whole, lockfileVersion, packages: { '': whole, [place]: entry } }));
  return install(process.env, '--silent', '--prefix', folder) && newEnough(nodeVersion(path.join(folder, 'node_modules', '.bin')));
}

if (!(existsSync(stamp) && readFileSync(stamp, 'utf8') === want && newEnough(nodeVersion()))) {
  console.log('[bootstrap] installing packages (about half a minute)');
  const none = `no usable Node for ${process.platform}-${process.arch}; install Node 22.12 or newer and try again`;
  let env = process.env;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atlas-node-'));
  try {
    if (!newEnough(process.version)) {
      if (!bringNode(folder)) fail(none);
      env = withBin(path.join(folder, 'node_modules', '.bin'));
    }
    if (!install(env)) fail('npm ci failed');
    if (!newEnough(nodeVersion())) fail(none);
    writeFileSync(stamp, want);
  } catch (error) {
    console.error(`[bootstrap] ${error.message}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
