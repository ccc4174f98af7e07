/** The committed list of programs on which the engine does not agree with PyTorch yet. It may only shrink. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'pending.json');

export function readPending(): Set<string> {
  return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
}

export function writePending(names: Iterable<string>): void {
  writeFileSync(file, `${JSON.stringify([...names].sort(), null, 1)}\n`);
}
