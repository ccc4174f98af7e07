/**
 * Writes which operators the engine computes (content/operators/engine.json), for the reference page: pages know the
 * session only, not the operator table. `--check` fails where the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import '../engine/packs/all.ts';
import { allOverloads } from '../engine/aten/table.ts';
import { flagsOf } from './flags.ts';

const target = 'content/operators/engine.json';
const text = `${JSON.stringify([...allOverloads()].sort(), null, 1)}\n`;
const old = (() => {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
})();
if (flagsOf(import.meta.filename, { check: 'switch' }).flags.check) {
  if (old !== text) {
    console.error(`${target} is out of date: run npm run operators:coverage`);
    process.exit(1);
  }
} else if (old !== text) writeFileSync(target, text);
