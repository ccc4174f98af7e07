/**
 * Asks real PyTorch about a batch of programs: writes them to a temporary folder and lets the golden generator run them
 * all in one process. A program that PyTorch itself answers in two ways has no golden and is left out.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Golden } from '../compare.ts';
import { root } from '../sets.ts';

const MAIN = path.join(root, 'test/golden/generate/main.py');

/** Goldens in the order of the programs; null where PyTorch gives none. `prefix` tells the generator the kind. */
export function askReference(python: string, sources: readonly string[], prefix: string): (Golden | null)[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'atlas-fuzz-'));
  try {
    const files = sources.map((source, i) => {
      const file = path.join(folder, `${prefix}_${i}.py`);
      writeFileSync(file, source);
      return file;
    });
    spawnSync(python, [MAIN, ...files.map((file) => `${file}=${file}.json`)], { stdio: ['ignore', 'ignore', 'inherit'] });
    return files.map((file) => (existsSync(`${file}.json`) ? (JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Golden) : null));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
