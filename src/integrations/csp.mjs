/**
 * Writes a strict content security policy into every built page.
 *
 * Astro's own policy misses Starlight's inline scripts, so this hashes the inline scripts that are really there, as the
 * last step of the build. It also takes away the theme that Starlight fixes on <html>, so that a page without scripts
 * follows the system. `frame-ancestors` cannot be set from a page; a host may add it as a header.
 */
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const INLINE = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;
const isData = (attributes) => /\stype=["']?(application\/(ld\+)?json|text\/plain)/i.test(attributes);

/** The policy of one page, from its own inline scripts. */
export function policyFor(html) {
  const hashes = new Set();
  for (const [, attributes, body] of html.matchAll(INLINE))
    if (body && !isData(attributes)) hashes.add(`'sha256-${createHash('sha256').update(body, 'utf8').digest('base64')}'`);
  return [
    "default-src 'none'",
    // The search index is WebAssembly; a host that sends this policy as a header needs the word, a page does not.
    `script-src 'self' 'wasm-unsafe-eval' ${[...hashes].sort().join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export default () => ({
  name: 'site-csp',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const name of glob('**/*.html', { cwd: root })) {
        const file = path.join(root, name);
        const html = await readFile(file, 'utf8');
        if (!/^<!doctype/i.test(html) || html.includes('http-equiv="refresh"')) continue;
        const policy = `<meta http-equiv="content-security-policy" content="${policyFor(html)}">`;
        const out = html.replace(/<meta charset=[^>]*>/i, (meta) => `${meta}${policy}`).replace(/(<html[^>]*?) data-theme="dark"/, '$1');
        if (!out.includes(policy)) throw new Error(`no <meta charset> in ${name}`);
        await writeFile(file, out);
      }
    },
  },
});
