/**
 * One style sheet a page. Astro splits style by the components that share it, five or six files a page here, and the
 * first paint waits for all of them: on a phone's network each is a round trip of its own. This joins a page's sheets,
 * in their order, into one file named by its content; pages with the same sheets share it.
 *
 * Left alone: sheets for one medium (print), and sheets that a script brings along (the lab's). Those stay linked where
 * the script runs at once, on the lab's own pages, and leave the others, whose run loads them when it comes to life.
 */
import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LINK = /<link rel="stylesheet" href="([^"]+)">/g;

/** `_astro/name.css` of every sheet that a script of the build loads by itself. */
export const scriptSheets = (scripts) =>
  new Set(scripts.flatMap((text) => [...text.matchAll(/["'`](?:\.?\/)?(_astro\/[^"'`]+\.css)["'`]/g)].map(([, name]) => name)));

export default function oneSheet() {
  let base = '/';
  return {
    name: 'one-sheet',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.endsWith('/') ? config.base : `${config.base}/`;
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = async (pattern) => {
          const found = [];
          for await (const name of glob(pattern, { cwd: root })) found.push(name.split(path.sep).join('/'));
          return found.sort();
        };
        const read = (name) => readFile(path.join(root, name), 'utf8');
        const byScript = scriptSheets(await Promise.all((await files('_astro/*.js')).map(read)));
        const joined = new Map();
        const parts = new Set();
        const join = async (names) => {
          const key = names.join();
          if (!joined.has(key)) {
            const css = (await Promise.all(names.map(read))).join('\n');
            const name = `_astro/page.${createHash('sha256').update(css, 'utf8').digest('base64url').slice(0, 8)}.css`;
            await writeFile(path.join(root, name), css);
            for (const part of names) parts.add(part);
            joined.set(key, name);
          }
          return joined.get(key);
        };
        for (const name of await files('**/*.html')) {
          const html = await read(name);
          const sheets = [...html.matchAll(LINK)].map(([, href = '']) => (href.startsWith(base) ? href.slice(base.length) : href));
          if (!sheets.length) continue;
          const own = sheets.filter((sheet) => !byScript.has(sheet));
          const late = / class="labhost[ "]/.test(html) ? sheets.filter((sheet) => byScript.has(sheet)) : [];
          const links = [...(own.length ? [await join(own)] : []), ...late].map((sheet) => `<link rel="stylesheet" href="${base}${sheet}">`);
          let first = true;
          const out = html.replace(LINK, () => {
            if (!first) return '';
            first = false;
            return links.join('');
          });
          await writeFile(path.join(root, name), out);
        }
        for (const part of parts) if (!byScript.has(part)) await rm(path.join(root, part));
      },
    },
  };
}
