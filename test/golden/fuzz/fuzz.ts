/**
 * `npm run fuzz [-- --n 200 --seed 1 --kind lang|eager|compile|shard]`: differential fuzzing against real PyTorch.
 *
 * Draws programs from seeds, lets PyTorch and the engine run them, and prints each kind of difference once, made small
 * (`--raw`: as it was drawn). What the engine refuses by name ("unsupported") is counted, not printed: it is honest. `--all`
 * shows these too. `--show SEED` prints the program of a seed, `--kind eager` if not said, and runs nothing.
 */

import { flagsOf } from '../../../src/tools/flags.ts';
import { EngineRunner } from '../engine-runner.ts';
import { findReference } from '../python.ts';
import { drawCompiled } from './compiled.ts';
import { drawEager } from './eager.ts';
import { drawLanguage } from './language.ts';
import { kindOf, minimise } from './minimise.ts';
import { Random } from './random.ts';
import { askReference } from './reference.ts';
import { drawSharded } from './sharded.ts';
import { Scope } from './scope.ts';

const DRAWERS = { lang: drawLanguage, eager: drawEager, compile: drawCompiled, shard: drawSharded };
type Kind = keyof typeof DRAWERS;

const KINDS = Object.keys(DRAWERS) as Kind[];

const { flags } = flagsOf(import.meta.filename, { n: 'count', seed: 'count', kind: KINDS, all: 'switch', raw: 'switch', show: 'count' });

function draw(kind: Kind, seed: number): string {
  const scope = new Scope(new Random(seed));
  DRAWERS[kind](scope);
  if (scope.lines.some((line) => line.includes('F.'))) scope.lines.splice(1, 0, 'import torch.nn.functional as F');
  return `${scope.lines.join('\n')}\n`;
}

const runner = new EngineRunner();

/** First difference of each program; null where they agree or PyTorch has no single answer. */
async function judge(python: string, kind: Kind, sources: string[]): Promise<(string | null)[]> {
  const goldens = askReference(python, sources, kind);
  const answers: (string | null)[] = [];
  for (const [i, source] of sources.entries()) {
    const golden = goldens[i];
    answers.push(golden ? await runner.ask({ source, golden }) : null);
  }
  return answers;
}

async function fuzz(python: string, kind: Kind, count: number, seed: number): Promise<number> {
  const seeds = Array.from({ length: count }, (_, i) => seed * 100_000 + i);
  const sources = seeds.map((s) => draw(kind, s));
  const answers = await judge(python, kind, sources);
  const refused = new Map<string, number>();
  const wrong = new Map<string, { index: number; times: number }>();
  for (const [index, answer] of answers.entries()) {
    if (answer === null) continue;
    if (answer.startsWith('unsupported') && !flags.all) {
      const what = answer.replace(/ \(line .*/s, '');
      refused.set(what, (refused.get(what) ?? 0) + 1);
      continue;
    }
    const seen = wrong.get(kindOf(answer));
    if (seen) seen.times++;
    else wrong.set(kindOf(answer), { index, times: 1 });
  }
  const differing = [...wrong.values()].reduce((sum, { times }) => sum + times, 0);
  console.log(`${kind}: ${count} programs, ${differing} differ in ${wrong.size} ways`);
  for (const [what, times] of [...refused].sort((a, b) => b[1] - a[1])) console.log(`  ${times} × ${what}`);
  for (const { index, times } of wrong.values()) {
    const source = sources[index] as string;
    const difference = answers[index] as string;
    const small = flags.raw ? { source, difference } : await minimise(source, difference, (tries) => judge(python, kind, tries));
    console.log(`\n--- ${kind} seed ${seeds[index]}, ${times} like it\n${small.source}\n--- ${small.difference}`);
  }
  return differing;
}

if (flags.show !== undefined) {
  console.log(draw(flags.kind ?? 'eager', flags.show));
  process.exit(0);
}
const reference = findReference();
if ('skipped' in reference) {
  console.log(`fuzz: skipped, ${reference.skipped}`);
  process.exit(0);
}
let total = 0;
for (const kind of flags.kind ? [flags.kind] : KINDS) total += await fuzz(reference.python, kind, flags.n ?? 200, flags.seed ?? 1);
await runner.close();
process.exitCode = total > 0 ? 1 : 0;
