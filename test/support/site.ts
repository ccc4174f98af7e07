/**
 * Global setup of the `e2e` project: builds the site as it will be published and serves it from a plain file server.
 *
 * ATLAS_DIGESTS names the file that a finished `builds.ts` has left. ATLAS_REUSE=1 takes the builds that are there,
 * for work on the tests themselves.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { BASE, buildAll, type Digests, dist, sub } from './builds.ts';
import { serve } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseURL: string;
    dist: string;
    sub: { url: string; dir: string; base: string };
    digests: Digests | null;
  }
}

function built(): Digests | null {
  const file = process.env['ATLAS_DIGESTS'];
  if (file) return JSON.parse(readFileSync(file, 'utf8')) as Digests;
  const reuse = process.env['ATLAS_REUSE'] === '1' && existsSync(dist) && existsSync(sub);
  return reuse ? null : buildAll();
}

export default async (project: TestProject) => {
  const digests = built();
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
