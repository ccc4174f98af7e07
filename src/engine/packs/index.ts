/** How to load each pack, and a first guess from a program's text of those it will ask for. */
export const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  std: () => import('./std.ts'),
  'std-more': () => import('./std-more.ts'),
  base: () => import('./base.ts'),
  nn: () => import('./nn.ts'),
  'nn-more': () => import('./nn-more.ts'),
  optim: () => import('./optim.ts'),
  'optim-more': () => import('./optim-more.ts'),
  data: () => import('./data.ts'),
  distributed: () => import('./distributed.ts'),
};

/** Asked for early where the text says so; a wrong guess costs a download, a missed one a second start. */
const HINTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bimport\b/, ['base']],
  [/\bnn\b/, ['std', 'nn']],
  [/\boptim\b/, ['std', 'nn', 'optim']],
  [/\b(dataclass|enum|Enum|random|json|logging|inspect|re)\b/, ['std', 'std-more']],
  [/\b(Conv[123]d|\w*Pool[123]d|LSTM|GRU|RNN|BatchNorm|Transformer\w*|MultiheadAttention|Embedding)\b/, ['nn-more']],
  [/\b(DataLoader|autocast|GradScaler|checkpoint)\b/, ['data']],
  [/\bdistributed\b/, ['std', 'distributed']],
];

export function guessPacks(source: string): string[] {
  return [...new Set(HINTS.flatMap(([pattern, names]) => (pattern.test(source) ? names : [])))];
}
