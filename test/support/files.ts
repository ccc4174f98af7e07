/** Files of a built site: what is there, and what each weighs. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export function filesOf(dir: string, end = ''): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

export const digest = (dir: string): Record<string, string> =>
  Object.fromEntries(
    filesOf(dir).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(dir, name)))
        .digest('hex'),
    ]),
  );

export const gzipped = (data: string | Buffer): number => gzipSync(data, { level: 9 }).length;

/** The pages of the sitemap, as paths. */
export function sitemap(dist: string): string[] {
  const xml = readFileSync(path.join(dist, 'sitemap-0.xml'), 'utf8');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname).sort();
}
