/**
 * The comparison itself: a report that equals its golden passes, and a change in any comparable field is found and named.
 * Without this, a comparison that looks at nothing would be as green as an engine that is right.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../src/engine/report/types.ts';
import { firstDifference, type Golden } from './compare.ts';
import { expandOrder, unpackOps } from './packed.ts';
import { goldenPrograms } from './sets.ts';

function golden(name: string): Golden {
  const program = goldenPrograms().find((candidate) => candidate.name === name);
  if (!program) throw new Error(`no program ${name}`);
  return JSON.parse(readFileSync(program.golden, 'utf8')) as Golden;
}

/** The comparable part of the report that would agree with a golden. */
function agreeing(from: Golden): RunReport {
  return structuredClone({
    exit: from.exit,
    stdout: from.stdout,
    error: from.error,
    ops: from.ops ? unpackOps(from.ops) : [],
    frames: from.frames ?? [],
    collectives: from.collectives ?? {},
  }) as unknown as RunReport;
}

function differenceAfter(name: string, change: (report: RunReport) => void): string | null {
  const from = golden(name);
  const report = agreeing(from);
  change(report);
  return firstDifference(from, report);
}

describe('a report that equals its golden', () => {
  for (const name of ['eager_gpt_block', 'eager_shape_mismatch', 'compile_recompile_limit', 'shard_partial', 'shard_hang']) {
    it(name, () => expect(differenceAfter(name, () => {})).toBeNull());
  }
});

describe('a change is found and named', () => {
  const changes: [string, string, (report: RunReport) => void][] = [
    ['eager_first_tensor', 'stdout line[1]', (r) => (r.stdout = (r.stdout as string).replace('torch.Size', 'Size'))],
    ['eager_first_tensor', 'ops[2]', (r) => ((r.ops[2] as { line: number }).line += 1)],
    ['eager_autograd_basics', 'ops[0]', (r) => ((r.ops[0] as { phase: string }).phase = 'backward')],
    ['eager_first_tensor', 'ops[', (r) => r.ops.pop()],
    ['eager_shape_mismatch', 'error.message', (r) => ((r.error as { message: string }).message += '.')],
    ['eager_shape_mismatch', 'error.line', (r) => ((r.error as { line: number }).line -= 1)],
    ['eager_shape_mismatch', 'error', (r) => (r.error = null)],
    ['compile_branch_break', 'frames[0].compiles', (r) => r.frames[0]?.compiles.push(1)],
    ['compile_branch_break', 'frames[0].graphs[1].ops', (r) => r.frames[0]?.graphs[1]?.ops?.pop()],
    ['compile_branch_break', 'frames[0].breaks[0]', (r) => ((r.frames[0]?.breaks[0] as { id: string }).id = 'GB0001')],
    ['compile_module_backward', 'frames[0].graphs[0].backward', (r) => delete r.frames[0]?.graphs[0]?.backward],
    ['compile_loop_skip', 'frames[0].skipped', (r) => ((r.frames[0] as { skipped: boolean }).skipped = false)],
    ['compile_shape_guard', 'frames[0].recompiles[0].guard', (r) => ((r.frames[0]?.recompiles[0] as { guard: string }).guard = '')],
    ['shard_partial', 'collectives', (r) => (r.collectives['all_reduce'] = 3)],
    ['shard_all_reduce', 'stdout of rank[3]', (r) => ((r.stdout as string[])[3] = '')],
    ['shard_hang', 'exit', (r) => (r.exit = 'ok')],
    ['compile_one_graph', 'unsupported', (r) => (r.exit = 'unsupported')],
  ];
  for (const [name, field, change] of changes) {
    it(`${name}: ${field}`, () => expect(differenceAfter(name, change)).toContain(field));
  }
});

it('accepts the alternatives a golden names', () => {
  expect(differenceAfter('compile_loop_skip', (r) => ((r.frames[0]?.breaks[0] as { id: string }).id = 'GB7000'))).toBeNull();
  expect(differenceAfter('compile_print_break', (r) => ((r.frames[0] as { line: number }).line = 5))).toBeNull();
});

it('packed order: runs, repeats, nesting', () => {
  expect(expandOrder('0-2 (5 (7 8)*2)*2 1')).toEqual([0, 1, 2, 5, 7, 8, 7, 8, 5, 7, 8, 7, 8, 1]);
  expect(expandOrder('')).toEqual([]);
});
