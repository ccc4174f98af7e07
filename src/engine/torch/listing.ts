/** The public names of PyTorch's modules, for `dir()`: what is loaded late, bound to operators, or not modelled is there too. */
import { absentIn, namesIn } from './bind.ts';
import { KNOWN } from './known.generated.ts';

const SPACES = { torch: 'function', 'torch.fft': 'fft', 'torch.special': 'special' } as const;

/** null where PyTorch's names of the module are not known. */
export function namesOf(module: string): readonly string[] | null {
  const line = KNOWN.split('\n').find((l) => l.startsWith(`${module}: `));
  if (line === undefined) return null;
  const space = SPACES[module as keyof typeof SPACES];
  const bound = space === undefined ? [] : [...namesIn(space), ...absentIn(space)].map((n) => (space === 'function' ? n : n.replace(`${space}_`, '')));
  return [...line.slice(module.length + 2).split(' '), ...bound.filter((n) => !n.startsWith('_'))];
}
