/**
 * The builds of the site that the tests look at: one; the same again with all caches removed, for the byte-for-byte
 * comparison (decision 21); and one under a base path.
 *
 * `node test/support/builds.ts FILE` makes them and writes the digests of the first two into FILE, so that `npm test`
 * can build while other gates run.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digest } from './files.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const dist = path.join(root, 'dist');
export const sub = path.join(root, 'node_modules/.cache/atlas/sub');
export const BASE = '/some/where';

/** Of the two builds of one tree: the digest of each file, by name. */
export type Digests = [Record<string, string>, Record<string, string>];

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

export function buildAll(): Digests {
  build();
  const first = digest(dist);
  for (const cache of caches) rmSync(path.join(root, cache), { recursive: true, force: true });
  build();
  const second = digest(dist);
  build({ BASE_PATH: BASE, OUT_DIR: sub });
  return [first, second];
}

if (process.argv[1] === import.meta.filename) {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('where to? node test/support/builds.ts FILE');
  writeFileSync(file, JSON.stringify(buildAll()));
}
