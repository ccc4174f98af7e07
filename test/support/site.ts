/**
 * Global setup of the `e2e` project: builds the site as it will be published and serves it from a plain file server.
 *
 * ATLAS_BUILT=1 says that the builds which the files of this run look at are made (`npm test` does that). ATLAS_REUSE=1
 * takes the builds that are there, for work on the tests themselves.
 */
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { BASE, buildBelow, buildRoot, dist, sub } from './builds.ts';
import { serve } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseURL: string;
    dist: string;
    sub: { url: string; dir: string; base: string };
  }
}

export default async (project: TestProject) => {
  const reuse = process.env['ATLAS_REUSE'] === '1' && existsSync(dist) && existsSync(sub);
  if (process.env['ATLAS_BUILT'] !== '1' && !reuse) {
    buildRoot();
    buildBelow();
  }
  const site = await serve(dist, '');
  const below = await serve(sub, BASE);
  project.provide('baseURL', site.url);
  project.provide('dist', dist);
  project.provide('sub', { url: below.url, dir: sub, base: BASE });
  return async () => {
    await site.stop();
    await below.stop();
  };
};
