/**
 * The plainest of static hosts: files, index.html in folders, 404.html for the rest, nothing rewritten; gzip if asked, and
 * a page in pieces if asked, as it comes over a slow line.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
  '.wasm': 'application/wasm',
};

/** A piece of a page in bytes, and the time to the next in milliseconds: long enough for the browser to paint between. */
const PIECE = 4000;
const BETWEEN = 25;
/** What lies beyond these bytes is below the first screen: it comes at once. */
const SLOW = 40_000;

const TEXT = /\.(html|js|css|json|svg|xml)$/;

export async function serve(dir: string, base: string, { gzip = false, pieces = false } = {}): Promise<{ url: string; stop: () => Promise<void> }> {
  const find = async (pathname: string): Promise<string | null> => {
    if (!pathname.startsWith(`${base}/`)) return null;
    const file = path.join(dir, path.normalize(decodeURIComponent(pathname.slice(base.length))));
    if (!file.startsWith(dir)) return null;
    const info = await stat(file).catch(() => null);
    if (info?.isFile()) return file;
    const index = path.join(file, 'index.html');
    return info?.isDirectory() && (await stat(index).catch(() => null)) ? index : null;
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = await find(pathname);
    const name = file ?? path.join(dir, '404.html');
    const body = await readFile(name).catch(() => Buffer.alloc(0));
    const small = gzip && TEXT.test(name) && /\bgzip\b/.test(String(request.headers['accept-encoding']));
    response.writeHead(file ? 200 : 404, {
      'content-type': types[path.extname(name)] ?? 'application/octet-stream',
      // Names in this folder hold a hash of the content, so a host may tell browsers to keep them.
      'cache-control': name.includes('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(small ? { 'content-encoding': 'gzip' } : {}),
    });
    if (pieces && name.endsWith('.html'))
      for (let at = 0; at < body.length; at += PIECE) {
        const last = at >= SLOW;
        response.write(body.subarray(at, last ? body.length : at + PIECE));
        if (last) break;
        await new Promise((next) => setTimeout(next, BETWEEN));
      }
    response.end(pieces && name.endsWith('.html') ? '' : small ? gzipSync(body) : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
