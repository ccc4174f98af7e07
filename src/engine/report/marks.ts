/** The mark of each field of a report, with its reason (decision 8). */
import type { Mark, RunOptions } from './types.ts';

type Marks = Record<string, { mark: Mark; reason: string }>;

const exact = (reason: string): { mark: Mark; reason: string } => ({ mark: 'exact', reason });
const modelled = (reason: string): { mark: Mark; reason: string } => ({ mark: 'modelled', reason });

const CLOCK_REASONS: Readonly<Record<RunOptions['target'], string>> = {
  trn2: 'constants measured on Trn2, added up: see the page about the model',
  trn3: 'no measurement on Trn3 is published: its documented memory bandwidth scales the figure of Trn2, every other constant is Trn2’s',
};

export function marksFor(options: RunOptions): Marks {
  const marks = marksWithNumbers(options);
  if (options.numbers !== false) return marks;
  const left = modelled('shapes alone: where PyTorch has a number, this run has none');
  return { ...marks, stdout: left, values: left };
}

function marksWithNumbers({ device, target }: RunOptions): Marks {
  const common: Marks = {
    stdout: exact('compared with PyTorch 2.13.0 on the CPU'),
    error: exact('compared with PyTorch 2.13.0 on the CPU'),
    frames: exact('compared with PyTorch 2.13.0: graphs, breaks, guards'),
    collectives: exact('compared with PyTorch 2.13.0 over gloo'),
  };
  if (device === 'cpu') {
    return {
      ...common,
      ops: exact('compared with a dispatch mode of PyTorch 2.13.0'),
      values: exact('compared with PyTorch 2.13.0'),
      clock: modelled('no device took part'),
    };
  }
  return {
    ...common,
    values: exact('PyTorch’s values on the CPU; the hardware rounds differently'),
    ops: modelled('as on the CPU, but for copies to the device and the optimizers’ grouped operators'),
    where: modelled('curated table of operators without a kernel; what it does not name is taken to have one'),
    syncs: modelled('a wait wherever the host needs a value of the device'),
    fallbacks: modelled('curated table, each row with its source'),
    clock: modelled(CLOCK_REASONS[target]),
  };
}
