/** Files of a built site: what is there, and what each weighs. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export function filesOf(dir: string, end = ''): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** The eight letters in a file's name that stand for its content. */
const HASH = /\.[\w-]{8}(?=\.(?:js|css)\b)/g;
const plain = (name: string) => name.replace(HASH, '.#');

/**
 * In which files two builds of one tree differ by more than the base path that the second was made for.
 *
 * A base path changes the bytes where it is written, with them the names of scripts and style sheets that hold it, the
 * addresses of those, and the hashes in a page's policy (which `policy.test.ts` compares with the scripts). All of these are
 * taken out. Where the bytes of a script are the same with the base in them, so must be its name.
 */
export function sameBut(base: string, first: string, second: string): string[] {
  const texts = (dir: string) => new Map(filesOf(dir).map((name) => [name, readFileSync(path.join(dir, name), 'latin1')]));
  const [one, other] = [texts(first), texts(second)];
  const left = [...one].filter(([name, text]) => other.get(name) !== text);
  const right = [...other].filter(([name, text]) => one.get(name) !== text);
  // The base alone is a slash in a script; an attribute that holds nothing else is written without a value.
  const bare = (text: string) =>
    plain(
      text
        .replaceAll(`\`${base}\``, '`/`')
        .replaceAll(base, '')
        .replaceAll('=""', '')
        .replace(/'sha256-[^']*'/g, "'sha256'"),
    );
  /** Two scripts of one name are told by what they hold. */
  const [mine, others] = [left, right].map((files) => files.map(([name, text]) => [plain(name), plain(name) + bare(text)] as const));
  const alone = (some = mine ?? [], than = others ?? []): string[] => {
    const like = new Map<string, number>();
    for (const [, key] of than) like.set(key, (like.get(key) ?? 0) + 1);
    return some.flatMap(([name, key]) => {
      const n = like.get(key) ?? 0;
      like.set(key, n - 1);
      return n > 0 ? [] : [name];
    });
  };
  const renamed = left.filter(([name, text]) => right.some(([also, its]) => its === text && plain(also) === plain(name)));
  return [...new Set([...alone(), ...alone(others, mine), ...renamed.map(([name]) => plain(name))])].sort();
}

export const gzipped = (data: string | Buffer): number => gzipSync(data, { level: 9 }).length;

/** The pages of the sitemap, as paths. */
export function sitemap(dist: string): string[] {
  const xml = readFileSync(path.join(dist, 'sitemap-0.xml'), 'utf8');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname).sort();
}
