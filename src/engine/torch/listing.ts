/** The public names of PyTorch's modules, for `dir()`: what is loaded late, bound to operators, or not modelled is there too. */
import { absentIn, namesIn } from './bind.ts';
import { KEPT_BACK, KNOWN } from './known.generated.ts';

const SPACES = { torch: 'function', 'torch.fft': 'fft', 'torch.special': 'special' } as const;

const lineOf = (table: string, module: string): string[] | undefined =>
  table
    .split('\n')
    .find((l) => l.startsWith(`${module}: `))
    ?.slice(module.length + 2)
    .split(' ');

/** What `from module import *` gives, null where that is not known. */
export function starOf(module: string): readonly string[] | null {
  const back = new Set(lineOf(KEPT_BACK, module));
  return namesOf(module)?.filter((n) => !back.has(n)) ?? null;
}

/** null where PyTorch's names of the module are not known. */
export function namesOf(module: string): readonly string[] | null {
  const line = lineOf(KNOWN, module);
  if (line === undefined) return null;
  const space = SPACES[module as keyof typeof SPACES];
  const bound = space === undefined ? [] : [...namesIn(space), ...absentIn(space)].map((n) => (space === 'function' ? n : n.replace(`${space}_`, '')));
  return [...line, ...bound.filter((n) => !n.startsWith('_'))];
}
