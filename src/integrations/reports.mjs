/**
 * Run reports as files of the site: `Run.astro` leaves each report in a staging folder while pages are made; this
 * copies those that pages of this build named into the site, and serves them in `astro dev`.
 */
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const staging = path.resolve('node_modules/.cache/atlas/reports');

export default () => ({
  name: 'run-reports',
  hooks: {
    'astro:build:start': async () => {
      await rm(staging, { recursive: true, force: true });
      await mkdir(staging, { recursive: true });
    },
    'astro:build:done': async ({ dir }) => {
      await cp(staging, path.join(fileURLToPath(dir), 'reports'), { recursive: true });
    },
    'astro:server:setup': ({ server }) => {
      server.middlewares.use(async (request, response, next) => {
        const name = /\/reports\/([0-9a-f]+\.(?:json|py))$/.exec(request.url ?? '')?.[1];
        const body = name && (await readFile(path.join(staging, name), 'utf8').catch(() => null));
        if (!body) return next();
        response.setHeader('content-type', name.endsWith('.py') ? 'text/plain; charset=utf-8' : 'application/json');
        response.end(body);
      });
    },
  },
});
