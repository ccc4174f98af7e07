/**
 * The builds of the site that the tests look at: one at the root of a host; and one under a base path, made in another
 * process with all caches removed. Beside the base the two must be the same bytes (decision 21; `sameBut` in `files.ts`).
 *
 * `node test/support/builds.ts root` makes the first, `below` the second, so that `npm test` can make them while other
 * gates run.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const dist = path.join(root, 'dist');
export const sub = path.join(root, 'node_modules/.cache/atlas/sub');
export const BASE = '/some/where';

function build(env: Record<string, string> = {}): void {
  const bin = path.join(root, 'node_modules/.bin');
  const made = spawnSync(path.join(bin, 'astro'), ['build', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      ...env,
    },
  });
  if (made.status !== 0) throw new Error(`astro build failed\n${made.stdout}\n${made.stderr}`);
}

const caches = ['.astro', 'node_modules/.astro', 'node_modules/.vite', 'node_modules/.cache/atlas'];

export const buildRoot = (): void => build();

export function buildBelow(): void {
  for (const cache of caches) rmSync(path.join(root, cache), { recursive: true, force: true });
  build({ BASE_PATH: BASE, OUT_DIR: sub });
}

if (process.argv[1] === import.meta.filename) {
  const make = { root: buildRoot, below: buildBelow }[process.argv[2] ?? ''];
  if (!make) throw new Error('which? node test/support/builds.ts root|below');
  make();
}
