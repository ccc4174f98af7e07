/**
 * Big models on shapes alone (`--no-numbers`), forward and backward, the whole report made: against PyTorch's own fake
 * tensors on the same programs, as fake_tensors.py recorded them (machine named there; it computes on one thread).
 * Both sides have imported their library before the clock starts: the first run is the program's own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { run } from '../../src/engine/index.ts';
import { spent } from './measure.ts';
import recorded from './fake_tensors.json' with { type: 'json' };

export interface ShapeRow {
  readonly name: string;
  readonly operators: number;
  /** Processor seconds of the thread: the first run in this process, and the fastest of LATER more. */
  readonly first: number;
  readonly later: number;
  /** The same of PyTorch; `noted`: with a dispatch mode that notes every operator, as the report does. */
  readonly torch: { readonly first: number; readonly plain: number; readonly noted: number };
}

const LATER = 12;
/** What PyTorch has read when it is imported; the engine reads a module of the library when it is first named. */
const IMPORTS = `import math, torch
import torch.nn as nn
import torch.nn.functional as F
for name in nn.modules._HOME:
    getattr(nn, name)
`;

export const torchMachine = `PyTorch ${recorded.torch}, ${recorded.machine}, ${recorded.cores} cores`;

export function shapes(): { rows: ShapeRow[]; megabytes: number } {
  const dir = new URL('./programs/', import.meta.url);
  run(IMPORTS, { numbers: false, device: 'cpu' });
  const rows = readdirSync(dir)
    .sort()
    .map((file): ShapeRow => {
      const source = readFileSync(new URL(file, dir), 'utf8');
      let operators = 0;
      const once = (): number =>
        spent(() => {
          const report = run(source, { filename: file, numbers: false, device: 'cpu' });
          if (report.exit !== 'ok') throw new Error(`${file}: ${report.error?.message ?? report.exit}`);
          operators = report.ops.length;
        }) / 1000;
      const first = once();
      const later = Math.min(...Array.from({ length: LATER }, once));
      const name = file.replace('.py', '');
      return { name, operators, first, later, torch: recorded.seconds[name as keyof typeof recorded.seconds] };
    });
  return { rows, megabytes: process.resourceUsage().maxRSS / 1024 };
}
