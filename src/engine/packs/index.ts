/**
 * How to load each pack, a first guess from a program's text of those it will ask for, and a run that fetches what it
 * turns out to need and starts again.
 */
import { NeedsPack, run, type RunInput, type RunReport } from '../core.ts';

export const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  std: () => import('./std.ts'),
  'std-more': () => import('./std-more.ts'),
  base: () => import('./base.ts'),
  nn: () => import('./nn.ts'),
  'nn-more': () => import('./nn-more.ts'),
  optim: () => import('./optim.ts'),
  data: () => import('./data.ts'),
  distributed: () => import('./distributed.ts'),
  capture: () => import('./capture.ts'),
  mesh: () => import('./mesh.ts'),
  known: () => import('./known.ts'),
  'ops-more': () => import('./ops-more.ts'),
  'ops-nn': () => import('./ops-nn.ts'),
  'ops-layers': () => import('./ops-layers.ts'),
  'ops-rest': () => import('./ops-rest.ts'),
};

/** Asked for early where the text says so; a wrong guess costs a download, a missed one a second start. */
const HINTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\s*(import|from) torch/m, ['base']],
  [/^# world-size: *([2-9]|1\d)/m, ['std', 'distributed', 'mesh']],
  [/\b(randn?|manual_seed|cat|stack|where|exp|sqrt|relu|sin|cos|tanh|sigmoid|sort|gather)\b|\[[^\]\n]*[:,]/, ['ops-more']],
  [/\b(softmax|relu|gelu|silu|tanh|cross_entropy|layer_norm)\b/, ['ops-nn']],
  [/\bnn\b/, ['std', 'nn', 'ops-more', 'ops-nn']],
  [/\boptim\b/, ['std', 'std-more', 'nn', 'optim']],
  [/\b(dataclass|enum|Enum|random|json|logging|inspect|re)\b/, ['std', 'std-more']],
  [/\b(Conv[123]d|\w*Pool[123]d|LSTM|GRU|RNN|BatchNorm|Transformer\w*|MultiheadAttention|Embedding)\b/, ['nn-more', 'ops-layers']],
  [/\b(DataLoader|autocast|GradScaler|checkpoint)\b/, ['data']],
  [/\bdistributed\b/, ['std', 'distributed', 'mesh']],
  [/\bcompile\b|_dynamo/, ['capture']],
];

export function guessPacks(source: string): string[] {
  return [...new Set(HINTS.flatMap(([pattern, names]) => (pattern.test(source) ? names : [])))];
}

const load = (pack: string): Promise<unknown> => {
  const loader = LOADERS[pack];
  if (!loader) throw new Error(`no pack ${pack}`);
  return loader();
};

/** Loads what the text asks for by its words. */
export const prefetch = (source: string): Promise<unknown> => Promise.all(guessPacks(source).map(load));

/** The report of a program; every pack is asked for once at most. */
export async function runByNeed(source: string, input: RunInput = {}): Promise<RunReport> {
  for (const asked = new Set<string>(); ; ) {
    try {
      return run(source, input);
    } catch (e) {
      if (!(e instanceof NeedsPack) || asked.has(e.pack)) throw e;
      asked.add(e.pack);
      await load(e.pack);
    }
  }
}
