/**
 * On the lab's own pages the scripts that its entry will import are named in the head, so that they are fetched together
 * with it and not one after the other. Astro names none; the names stand in the entry's own list of what it loads.
 * They stand behind style and letters: the page shows its code before they are there.
 * On other pages a run may never be reached for, so nothing is fetched ahead there.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files that a script of Vite's imports later, from the list it keeps for that. */
export const importsLater = (script) => [...(/m\.f=\[([^\]]*)\]/.exec(script)?.[1] ?? '').matchAll(/"([^"]+\.js)"/g)].map(([, name]) => name);

export default () => {
  let base = '/';
  return {
    name: 'fetched-ahead',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.endsWith('/') ? config.base : `${config.base}/`;
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        for await (const name of glob('**/{lab,embed}/index.html', { cwd: root })) {
          const file = path.join(root, name);
          const html = await readFile(file, 'utf8');
          const wanted = new Set();
          for (const [, src = ''] of html.matchAll(/<script type="module" src="([^"]+)"/g))
            for (const later of importsLater(await readFile(path.join(root, src.slice(base.length)), 'utf8'))) wanted.add(later);
          if (!wanted.size) throw new Error(`${name}: the lab's entry names nothing that it imports`);
          const links = [...wanted].map((href) => `<link rel="modulepreload" fetchpriority="low" href="${base}${href}">`).join('');
          await writeFile(file, html.replace('</head>', `${links}</head>`));
        }
      },
    },
  };
};
