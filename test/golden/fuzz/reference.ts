/**
 * Asks real PyTorch about a batch of programs: writes them to a temporary folder and lets the golden generator run them
 * all in one process. A program that PyTorch itself answers in two ways has no golden and is left out.
 *
 * Answers are kept in `.cache/fuzz` by the program's text: a run after a repair of the engine costs no Python.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Golden } from '../compare.ts';
import { root } from '../sets.ts';

const MAIN = path.join(root, 'test/golden/generate/main.py');
const CACHE = path.join(root, '.cache/fuzz');

const cacheFile = (source: string, kind: string): string =>
  path.join(CACHE, `${createHash('sha256').update(`${kind}\n${source}`).digest('hex').slice(0, 24)}.json`);

/** Lets PyTorch run the programs that are not in the cache, and keeps the answers: `null` for "no single answer". */
function fill(python: string, sources: readonly string[], kind: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'atlas-fuzz-'));
  try {
    const files = sources.map((source, i) => {
      const file = path.join(folder, `${kind}_${i}.py`);
      writeFileSync(file, source);
      return file;
    });
    const pairs = files.map((file) => `${file}=${file}.json`);
    spawnSync(python, [MAIN, ...pairs], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (const [i, file] of files.entries()) {
      const golden = existsSync(`${file}.json`) ? readFileSync(`${file}.json`, 'utf8') : 'null';
      writeFileSync(cacheFile(sources[i] as string, kind), golden);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Goldens in the order of the programs; null where PyTorch gives none. `kind` is the name's prefix: it picks the passes. */
export function askReference(python: string, sources: readonly string[], kind: string): (Golden | null)[] {
  mkdirSync(CACHE, { recursive: true });
  const unknown = sources.filter((source) => !existsSync(cacheFile(source, kind)));
  if (unknown.length > 0) fill(python, unknown, kind);
  return sources.map((source) => JSON.parse(readFileSync(cacheFile(source, kind), 'utf8')) as Golden | null);
}
