/**
 * Global setup of the `e2e` project: builds the site as it will be published and serves it from a plain file server.
 *
 * Three builds: one; the same again with all caches removed, for the byte-for-byte comparison (decision 21); and one
 * under a base path. ATLAS_REUSE=1 takes the builds that are there, for work on the tests themselves.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { digest } from './files.ts';
import { serve } from './server.ts';

const root = process.cwd();
const dist = path.join(root, 'dist');
const sub = path.join(root, 'node_modules/.cache/atlas/sub');
const BASE = '/some/where';

declare module 'vitest' {
  export interface ProvidedContext {
    baseURL: string;
    dist: string;
    sub: { url: string; dir: string; base: string };
    digests: [Record<string, string>, Record<string, string>] | null;
  }
}

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

export default async (project: TestProject) => {
  const reuse = process.env['ATLAS_REUSE'] === '1' && existsSync(dist) && existsSync(sub);
  let digests: [Record<string, string>, Record<string, string>] | null = null;
  if (!reuse) {
    build();
    const first = digest(dist);
    for (const cache of caches) rmSync(path.join(root, cache), { recursive: true, force: true });
    build();
    digests = [first, digest(dist)];
    build({ BASE_PATH: BASE, OUT_DIR: sub });
  }
  const site = await serve(dist, '');
  const below = await serve(sub, BASE);
  project.provide('baseURL', site.url);
  project.provide('dist', dist);
  project.provide('sub', { url: below.url, dir: sub, base: BASE });
  project.provide('digests', digests);
  return async () => {
    await site.stop();
    await below.stop();
  };
};
